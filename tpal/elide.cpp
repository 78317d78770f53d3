//===- elide.cpp - the sequential program inside a parallel one ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "elide.h"

#include "schedule.h"

namespace tactus::tpal {

namespace {

std::string formatOutputs(const Machine &machine) {
  std::string out;
  for (const auto &[name, value] : machine.result())
    out += (out.empty() ? "" : "; ") + name + " = " + machine.formatResult(value);
  return out;
}

} // namespace

Program elide(const Program &program) {
  Program elided = program;
  for (Block &block : elided.blocks)
    block.annotation = {};
  resolveNames(elided);
  return elided;
}

ElisionCheck checkElision(const Program &program, const std::map<std::string, Literal> &inputs, uint64_t stepLimit) {
  ElisionCheck check;
  Program elided = elide(program);
  Code elidedCode(elided);
  Machine serial(elidedCode, MachineOptions{}, inputs);
  ScheduleOptions schedule;
  schedule.stepLimit = stepLimit;
  Outcome outcome = runSchedule(serial, schedule);
  if (outcome.kind != Outcome::Kind::Halted) {
    check.message = "the elided program: " + describe(serial, outcome);
    return check;
  }
  check.result = formatOutputs(serial);

  struct Variant {
    std::string_view name;
    ScheduleOptions::Kind kind;
  };
  static constexpr Variant Variants[] = {{"sequential", ScheduleOptions::Kind::Sequential},
                                         {"random", ScheduleOptions::Kind::Random},
                                         {"work-stealing", ScheduleOptions::Kind::WorkStealing}};
  Code code(program);
  // From hardly any promotion to as many as a handler of ordinary length lets through.
  for (uint64_t heartbeat : {10000, 500, 100, 40}) {
    for (const Variant &variant : Variants) {
      MachineOptions options;
      options.heartbeat = heartbeat;
      Machine machine(code, options, inputs);
      schedule.kind = variant.kind;
      schedule.seed = heartbeat;
      outcome = runSchedule(machine, schedule);
      ++check.runs;
      std::string where =
          "with heartbeat " + std::to_string(heartbeat) + " and the " + std::string(variant.name) + " schedule, ";
      if (outcome.kind != Outcome::Kind::Halted) {
        check.message = where + describe(machine, outcome);
        return check;
      }
      if (machine.result() != serial.result()) {
        check.message = where + "the result is " + formatOutputs(machine) + ", but elided it is " + check.result;
        return check;
      }
    }
  }
  check.same = true;
  return check;
}

} // namespace tactus::tpal

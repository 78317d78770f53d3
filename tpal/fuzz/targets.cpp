//===- targets.cpp - what the fuzzers feed ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "targets.h"

#include "tpal/elide.h"
#include "tpal/generate.h"
#include "tpal/parser.h"
#include "tpal/printer.h"
#include "tpal/schedule.h"
#include "tpal/verifier.h"

#include <cstdio>
#include <cstdlib>

namespace tactus::tpal::fuzz {

namespace {

void require(bool holds, std::string_view property, const std::string &detail) {
  if (holds)
    return;
  std::fprintf(stderr, "violated: %.*s\n%s\n", static_cast<int>(property.size()), property.data(), detail.c_str());
  std::abort();
}

Program mustParse(const std::string &text) {
  Source source("printed.tpal", text);
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  require(diagnostics.empty(), "printed programs parse", diagnostics.format(source) + text);
  return program;
}

std::map<std::string, Literal> inputsFor(const Program &program) {
  std::map<std::string, Literal> inputs;
  for (const std::string &name : missingInputs(program, {}))
    inputs[name] = Literal{false, 3, 0};
  return inputs;
}

} // namespace

void parseAnything(std::string_view text) {
  Source source("fuzz.tpal", std::string(text));
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  if (!diagnostics.empty()) {
    (void)diagnostics.format(source);
    return;
  }
  std::string printed = print(program);
  Program again = mustParse(printed);
  require(again == program, "parse(print(p)) == p", printed);
  require(print(again) == printed, "printing is idempotent", printed);
}

void verifyAnything(std::string_view text) {
  Source source("fuzz.tpal", std::string(text));
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  if (diagnostics.empty())
    verify(program, diagnostics);
  (void)diagnostics.format(source);
}

void runAnything(std::string_view text) {
  Source source("fuzz.tpal", std::string(text));
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  if (diagnostics.empty())
    verify(program, diagnostics);
  if (!diagnostics.empty())
    return;
  Code code(program);
  MachineOptions options;
  options.heartbeat = 5;
  options.memoryLimit = 10000;
  options.taskLimit = 200;
  for (auto kind :
       {ScheduleOptions::Kind::Sequential, ScheduleOptions::Kind::Random, ScheduleOptions::Kind::WorkStealing}) {
    Machine machine(code, options, inputsFor(program));
    ScheduleOptions schedule;
    schedule.kind = kind;
    schedule.stepLimit = 2000;
    Outcome outcome = runSchedule(machine, schedule);
    std::string ending = describe(machine, outcome);
    require(outcome.kind != Outcome::Kind::Deadlock, "no task waits for ever", ending);
    require(machine.counts.work <= schedule.stepLimit, "the step limit holds", ending);
    require(machine.span <= machine.counts.work, "the span is at most the work", ending);
    require(machine.counts.tasks == machine.tasks.size(), "every task is counted", ending);
  }
}

void compareSchedules(uint64_t seed) {
  std::string text = generateProgram(seed);
  std::string detail = "seed " + std::to_string(seed) + "\n" + text;
  Program program = mustParse(text);
  Source source("generated.tpal", text);
  Diagnostics diagnostics;
  verify(program, diagnostics);
  require(diagnostics.empty(), "generated programs verify", diagnostics.format(source) + detail);
  require(mustParse(print(program)) == program, "parse(print(p)) == p", detail);

  Program elided = elide(program);
  Code elidedCode(elided);
  Machine serial(elidedCode, MachineOptions{}, {});
  ScheduleOptions schedule;
  schedule.stepLimit = 10'000'000;
  Outcome outcome = runSchedule(serial, schedule);
  require(outcome.kind == Outcome::Kind::Halted, "elided programs halt", describe(serial, outcome) + "\n" + detail);

  Code code(program);
  RandomNumbers random(seed);
  for (auto kind :
       {ScheduleOptions::Kind::Sequential, ScheduleOptions::Kind::Random, ScheduleOptions::Kind::WorkStealing}) {
    for (unsigned round = 0; round < 3; ++round) {
      MachineOptions options;
      options.heartbeat = GeneratedHandlerLength + random.below(round == 0 ? 10 : 200);
      schedule.kind = kind;
      schedule.seed = random.next();
      schedule.processors = static_cast<uint32_t>(1 + random.below(6));
      Machine machine(code, options, {});
      outcome = runSchedule(machine, schedule);
      std::string where = "heartbeat " + std::to_string(options.heartbeat) + ", schedule " +
                          std::to_string(static_cast<int>(kind)) + ", schedule seed " + std::to_string(schedule.seed);
      require(outcome.kind == Outcome::Kind::Halted, "generated programs halt",
              where + "\n" + describe(machine, outcome) + "\n" + detail);
      require(machine.result() == serial.result(), "every schedule has the result of the elided program",
              where + "\n" + detail);
    }
  }
}

} // namespace tactus::tpal::fuzz

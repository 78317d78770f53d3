//===- trace.cpp - steps as text, and stepping by hand ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "trace.h"

#include "parser.h"
#include "printer.h"

#include <iomanip>
#include <sstream>

namespace tactus::tpal {

bool Tracer::beforeStep(const Machine &machine, uint32_t task) {
  instruction = machine.tasks[task].programCounter;
  return true;
}

void Tracer::afterStep(const Machine &machine, uint32_t task, Stop stop) {
  const Instruction &source = machine.code->sourceOf(instruction);
  std::ostringstream line;
  line << std::setw(8) << machine.counts.work << std::setw(5) << task << "  " << std::left << std::setw(22)
       << machine.code->describe(instruction) << " " << std::setw(26) << print(source) << std::right;
  auto placeOf = [&](uint32_t which) { return machine.code->describe(machine.tasks[which].programCounter); };
  if (stop == Stop::Stuck) {
    line << " stuck: " << machine.stuckReason;
  } else if (stop == Stop::Halted) {
    line << " the machine halts";
  } else if (stop == Stop::Forked) {
    line << " task " << machine.lastTask << " starts at " << placeOf(machine.lastTask);
  } else if (stop == Stop::Joined) {
    if (machine.lastTask == Task::None)
      line << " waits for its partner";
    else if (machine.lastMerged == Task::None)
      line << " is the root, goes on at " << placeOf(task);
    else
      line << " task " << machine.lastTask << " takes in task " << machine.lastMerged << ", goes on at "
           << placeOf(machine.lastTask);
  } else if (info(source.opcode).hasDestination()) {
    line << " " << source.destination.text << " = "
         << machine.formatValue(machine.tasks[task].registers[source.destination.index]);
  }
  if (machine.lastPromotedBlock() != Task::None)
    line << " heartbeat: from " << machine.code->program.blocks[machine.lastPromotedBlock()].label.text << " to "
         << machine.code->program.blocks[machine.lastPromotedBlock()].annotation.label.text;
  std::string text = line.str();
  text.erase(text.find_last_not_of(' ') + 1);
  out << text << "\n";
}

void Stepper::showRegisters(const Machine &machine, uint32_t task) {
  for (size_t index = 0; index < machine.code->program.registers.size(); ++index)
    out << "  " << machine.code->program.registers[index] << " = "
        << machine.formatValue(machine.tasks[task].registers[index]) << "\n";
  out << "  instructions since the last heartbeat: " << machine.tasks[task].counter << "\n";
}

void Stepper::showTasks(const Machine &machine) {
  static constexpr std::string_view Names[] = {"ready", "waits for a child", "waits for its parent", "finished"};
  for (size_t index = 0; index < machine.tasks.size(); ++index) {
    const Task &task = machine.tasks[index];
    out << "  task " << index << " at " << machine.code->describe(task.programCounter) << ": "
        << Names[static_cast<size_t>(task.status)];
    if (task.parent != Task::None)
      out << ", child of task " << task.parent;
    out << "\n";
  }
}

bool Stepper::beforeStep(const Machine &machine, uint32_t task) {
  Tracer::beforeStep(machine, task);
  if (silent > 0) {
    --silent;
    return true;
  }
  std::string line;
  for (;;) {
    uint32_t at = machine.tasks[task].programCounter;
    out << "task " << task << " at " << machine.code->describe(at) << "  " << print(machine.code->sourceOf(at))
        << "\n(return, a number of steps, r, t, c, q) " << std::flush;
    if (!std::getline(in, line) || line == "q")
      return false;
    if (line.empty())
      return true;
    std::optional<Literal> count = parseLiteral(line);
    if (count && !count->isFloat && count->integer > 0) {
      silent = static_cast<uint64_t>(count->integer) - 1;
      return true;
    }
    if (line == "c") {
      silent = UINT64_MAX;
      return true;
    }
    if (line == "r")
      showRegisters(machine, task);
    else if (line == "t")
      showTasks(machine);
    else
      out << "return: one step; a number: so many steps; r: registers; t: tasks; c: to the end; q: quit\n";
  }
}

} // namespace tactus::tpal

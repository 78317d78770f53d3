//===- machine.cpp - creation, forks, joins and results --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Everything of the machine except the instruction loop, which is in interpret.cpp.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

#include "printer.h"

#include <algorithm>
#include <ranges>

namespace tactus::tpal {

namespace {

Value valueOf(const Literal &literal) {
  return literal.isFloat ? Value::floating(literal.number) : Value::integer(literal.integer);
}

} // namespace

Machine::Machine(const Code &decoded, const MachineOptions &limits, const std::map<std::string, Literal> &inputs)
    : code(&decoded), options(limits) {
  Task &root = tasks.emplace_back();
  root.registers = code->emptyRegisters;
  for (const Input &input : code->program.inputs) {
    auto given = inputs.find(input.name.text);
    if (given != inputs.end())
      root.registers[input.name.index] = valueOf(given->second);
    else if (input.value)
      root.registers[input.name.index] = valueOf(*input.value);
  }
  for (const Data &data : code->program.data) {
    root.registers[data.name.index] = Value::pair(Sort::HeapPointer, static_cast<uint32_t>(heap.size()), 0);
    std::vector<Value> &cells = heap.emplace_back();
    for (const Literal &literal : data.values)
      cells.push_back(valueOf(literal));
    memoryUsed += cells.size();
  }
  root.programCounter = code->blocks[0].start;
}

bool Machine::fail(std::string reason) {
  stuckReason = std::move(reason);
  return false;
}

bool Machine::reserve(uint64_t cells) {
  if (memoryUsed > options.memoryLimit || cells > options.memoryLimit - memoryUsed)
    return fail("the program needs more than " + std::to_string(options.memoryLimit) + " cells of memory");
  memoryUsed += cells;
  return true;
}

/// [fork]: the edge is registered first, then the child starts with a copy of the parent's registers.
bool Machine::forkTask(uint32_t taskIndex, const Value &record, const Value &label) {
  if (record.sort != Sort::Record)
    return fail("fork needs a join record, not " + formatValue(record));
  if (label.sort != Sort::Label)
    return fail("fork needs a label, not " + formatValue(label));
  auto recordIndex = static_cast<uint32_t>(record.bits);
  if (records[recordIndex].owner != taskIndex && tasks[taskIndex].parentRecord != recordIndex)
    return fail("this task has no part in " + formatValue(record) + " and cannot fork on it");
  if (tasks.size() >= options.taskLimit)
    return fail("the program makes more than " + std::to_string(options.taskLimit) + " tasks");
  auto childIndex = static_cast<uint32_t>(tasks.size());
  tasks[taskIndex].children.push_back({recordIndex, childIndex});
  Task child;
  child.registers = tasks[taskIndex].registers;
  child.parent = taskIndex;
  child.parentRecord = recordIndex;
  // The fork itself is the last instruction before the child's first.
  child.span = child.birth = tasks[taskIndex].span + 1;
  child.forkedAt = code->blockOf(tasks[taskIndex].programCounter);
  child.programCounter = enter(static_cast<uint32_t>(label.bits), child.counter);
  tasks.push_back(std::move(child));
  ++counts.tasks;
  lastTask = childIndex;
  return true;
}

/// The open child that a parent which joins on `record` can meet now, or null. With `assoc` this can only be the
/// newest; with `assoc-comm` it is the newest that has arrived.
const OpenChild *Machine::childToMeet(const Task &task, uint32_t record) const {
  bool commutative = annotationOf(records[record].continuation).commutative;
  for (const OpenChild &open : std::views::reverse(task.children)) {
    if (open.record != record)
      continue;
    if (tasks[open.child].status == Task::Status::Arrived)
      return &open;
    if (!commutative)
      return nullptr;
  }
  return nullptr;
}

Stop Machine::join(uint32_t taskIndex, uint32_t record) {
  Task &task = tasks[taskIndex];
  ++counts.joins;
  lastTask = lastMerged = Task::None;
  task.joiningRecord = record;
  task.death = task.span;
  if (countOpen(task, record) > 0) {
    // [join-parent-first] or [join-parent-last]
    const OpenChild *open = childToMeet(task, record);
    task.status = Task::Status::Waiting;
    return open == nullptr ? Stop::Joined : merge(taskIndex, open->child, record);
  }
  if (task.parentRecord == record) {
    // [join-child-first] or [join-child-last]
    task.status = Task::Status::Arrived;
    const Task &parent = tasks[task.parent];
    if (parent.status != Task::Status::Waiting || parent.joiningRecord != record)
      return Stop::Joined;
    const OpenChild *open = childToMeet(parent, record);
    return open == nullptr || open->child != taskIndex ? Stop::Joined : merge(task.parent, taskIndex, record);
  }
  // [join-root]
  task.programCounter = enter(records[record].continuation, task.counter);
  lastTask = taskIndex;
  return Stop::Joined;
}

/// [combine]: the parent goes on in the combining block with ΔR applied to its registers.
Stop Machine::merge(uint32_t parentIndex, uint32_t childIndex, uint32_t record) {
  Task &parent = tasks[parentIndex];
  Task &child = tasks[childIndex];
  const Annotation &annotation = annotationOf(records[record].continuation);
  for (const RegisterMapping &mapping : annotation.mapping) {
    const Value &value = child.registers[mapping.childName.index];
    if (value.sort == Sort::Undefined) {
      fail("the register map cannot be satisfied: register '" + mapping.childName.text +
           "' has no value in the child, task " + std::to_string(childIndex));
      return Stop::Stuck;
    }
    parent.registers[mapping.parentName.index] = value;
  }
  parent.children.erase(std::find_if(parent.children.begin(), parent.children.end(),
                                     [&](const OpenChild &open) { return open.child == childIndex; }));
  parent.span = std::max(parent.span, child.span);
  parent.status = Task::Status::Ready;
  parent.joiningRecord = Task::None;
  parent.programCounter = enter(annotation.label.index, parent.counter);
  finish(childIndex);
  lastTask = parentIndex;
  lastMerged = childIndex;
  return Stop::Joined;
}

void Machine::finish(uint32_t taskIndex) {
  Task &task = tasks[taskIndex];
  task.status = Task::Status::Finished;
  std::vector<Value>().swap(task.registers);
  for (uint32_t stack : task.stacks) {
    memoryUsed -= stacks[stack].cells.size();
    std::vector<Value>().swap(stacks[stack].cells);
    std::vector<uint32_t>().swap(stacks[stack].marks);
  }
  task.stacks.clear();
}

bool Machine::collectResult(const Task &task) {
  for (const Output &output : code->program.outputs) {
    const Value &value = task.registers[output.name.index];
    ResultValue result;
    if (output.length) {
      result.isArray = true;
      int64_t start = static_cast<int32_t>(value.low());
      if (value.sort != Sort::HeapPointer || start < 0 || static_cast<uint64_t>(start) > heap[value.high()].size() ||
          static_cast<uint64_t>(*output.length) > heap[value.high()].size() - static_cast<uint64_t>(start))
        return fail("output '" + output.name.text + "' holds " + formatValue(value) + ", not the address of " +
                    std::to_string(*output.length) + " cells");
      auto first = heap[value.high()].begin() + start;
      result.values.assign(first, first + *output.length);
    } else {
      result.values.push_back(value);
    }
    // Addresses and records are numbered in the order of their allocation, which is no property of the program.
    for (const Value &element : result.values)
      if (element.sort != Sort::Integer && element.sort != Sort::Float && element.sort != Sort::Label)
        return fail("output '" + output.name.text + "' holds " + formatValue(element) + ", which is no result");
    finalResult[output.name.text] = std::move(result);
  }
  return true;
}

/// The open edges of a task that carry a record.
size_t Machine::countOpen(const Task &task, uint32_t record) {
  return static_cast<size_t>(std::count_if(task.children.begin(), task.children.end(),
                                           [&](const OpenChild &open) { return open.record == record; }));
}

SharedAccess Machine::nextAccess(uint32_t taskIndex) const {
  const Task &task = tasks[taskIndex];
  const DecodedInstruction &instruction = code->instructions[task.programCounter];
  const Value &first = task.registers[instruction.first];
  switch (instruction.opcode) {
  case Opcode::Load:
  case Opcode::Store: {
    if (first.sort != Sort::HeapPointer)
      return {};
    uint64_t cell = first.low() + task.registers[instruction.second].bits;
    return {instruction.opcode == Opcode::Load ? SharedAccess::Kind::Read : SharedAccess::Kind::Write,
            uint64_t{first.high()} << 32 | static_cast<uint32_t>(cell)};
  }
  case Opcode::Halt:
    return {SharedAccess::Kind::Halt, 0};
  case Opcode::Join: {
    if (first.sort != Sort::Record)
      return {};
    auto record = static_cast<uint32_t>(first.bits);
    bool isParent = countOpen(task, record) > 0;
    if (!isParent && task.parentRecord != record)
      return {};
    uint32_t parent = isParent ? taskIndex : task.parent;
    SharedAccess meeting{SharedAccess::Kind::Meet, uint64_t{parent} << 32 | record};
    if (options.everyJoinIsVisible)
      return meeting;
    // With `assoc` the order in which tasks arrive changes nothing. With `assoc-comm` it decides who meets, unless the
    // parent has joined with a single open edge. A parent that still runs may fork more children.
    bool commutative = annotationOf(records[record].continuation).commutative;
    bool parentHasJoined =
        isParent || (tasks[parent].status == Task::Status::Waiting && tasks[parent].joiningRecord == record);
    if (!commutative || (parentHasJoined && countOpen(tasks[parent], record) == 1))
      return {};
    return meeting;
  }
  default:
    return {};
  }
}

std::string Machine::formatValue(const Value &value) const {
  switch (value.sort) {
  case Sort::Undefined:
    return "no value";
  case Sort::Integer:
    return std::to_string(value.asInteger());
  case Sort::Float:
    return printFloat(value.asFloat());
  case Sort::Label:
    return code->program.blocks[value.bits].label.text;
  case Sort::Record:
    return "join record " + std::to_string(value.bits);
  case Sort::StackPointer:
    return "stack " + std::to_string(value.high()) + " at height " + std::to_string(value.low());
  case Sort::HeapPointer:
    return "heap " + std::to_string(value.high()) + " + " + std::to_string(static_cast<int32_t>(value.low()));
  case Sort::Mark:
    return "a promotion-ready mark";
  case Sort::ForeignStack: // only compiled code tells whose a stack is
    break;
  }
  return "";
}

std::string Machine::formatResult(const ResultValue &value) const {
  if (!value.isArray)
    return formatValue(value.values[0]);
  std::string out;
  for (const Value &element : value.values)
    out += (out.empty() ? "{ " : ", ") + formatValue(element);
  return out.empty() ? "{}" : out + " }";
}

std::string Machine::describeStuck() const {
  uint32_t at = tasks[stuckTask].programCounter;
  return "task " + std::to_string(stuckTask) + " at " + code->describe(at) + " (" + print(code->sourceOf(at)) +
         "): " + stuckReason;
}

std::string Machine::describeDeadlock() const {
  std::string out;
  for (size_t index = 0; index < tasks.size(); ++index) {
    const Task &task = tasks[index];
    if (task.status != Task::Status::Waiting && task.status != Task::Status::Arrived)
      continue;
    out += "task " + std::to_string(index) + " waits at " + code->describe(task.programCounter) + " on join record " +
           std::to_string(task.joiningRecord) +
           (task.status == Task::Status::Waiting ? " for a child\n" : " for its parent\n");
  }
  return out;
}

std::vector<std::string> missingInputs(const Program &program, const std::map<std::string, Literal> &inputs) {
  std::vector<std::string> missing;
  for (const Input &input : program.inputs)
    if (!input.value && !inputs.contains(input.name.text))
      missing.push_back(input.name.text);
  return missing;
}

std::vector<std::string> unmetExpectations(const Machine &machine) {
  std::vector<std::string> problems;
  for (const Expectation &expectation : machine.code->program.expectations) {
    ResultValue expected;
    expected.isArray = expectation.isArray;
    for (const Literal &literal : expectation.values)
      expected.values.push_back(valueOf(literal));
    auto found = machine.result().find(expectation.name.text);
    if (found == machine.result().end() || !(found->second == expected))
      problems.push_back(
          expectation.name.text + " is " +
          (found == machine.result().end() ? std::string("missing") : machine.formatResult(found->second)) + ", but " +
          machine.formatResult(expected) + " is expected");
  }
  return problems;
}

} // namespace tactus::tpal

//===- interpret.cpp - the instruction loop of the abstract machine ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One switch over pre-decoded instructions. The common cases, integers in and integers out,
// are inline; everything else is in operations.cpp, so that the loop stays small
// enough for its variables to live in registers.
//
// A step that fails changes nothing: the task stays at the instruction, which is what the
// message about the stuck state shows.
//
//===----------------------------------------------------------------------===//
#include "machine.h"
#include "printer.h"

#include <algorithm>

namespace tactus::tpal {

template <bool StopAtVisible> Stop Machine::interpret(uint32_t taskIndex, uint64_t budget) {
  Task *task = &tasks[taskIndex];
  Value *cells = task->registers.data();
  const DecodedInstruction *const start = code->instructions.data();
  const DecodedInstruction *at = start + task->programCounter;
  uint64_t counter = task->counter;
  uint64_t executed = 0;
  promotedBlock = Task::None;

  auto save = [&] {
    task->programCounter = static_cast<uint32_t>(at - start);
    task->counter = counter;
    task->span += executed;
    counts.work += executed;
    executed = 0;
  };
  auto stuck = [&] {
    save();
    stuckTask = taskIndex;
    return Stop::Stuck;
  };
  auto stuckBecause = [&](std::string reason) {
    fail(std::move(reason));
    return stuck();
  };

#define INTEGER_OPERATION(Name, Expression)                                                                            \
  case Opcode::Name: {                                                                                                 \
    const Value left = cells[at->first];                                                                               \
    const Value right = cells[at->second];                                                                             \
    if (left.sort == Sort::Integer && right.sort == Sort::Integer) [[likely]] {                                        \
      cells[at->destination] = Value{Sort::Integer, static_cast<uint64_t>(Expression)};                                \
    } else if (!arithmetic(*at, cells)) {                                                                              \
      return stuck();                                                                                                  \
    }                                                                                                                  \
    break;                                                                                                             \
  }
#define FLOAT_OPERATION(Name, Expression)                                                                              \
  case Opcode::Name: {                                                                                                 \
    const Value left = cells[at->first];                                                                               \
    const Value right = cells[at->second];                                                                             \
    if (left.sort != Sort::Float || right.sort != Sort::Float) [[unlikely]] {                                          \
      arithmetic(*at, cells);                                                                                          \
      return stuck();                                                                                                  \
    }                                                                                                                  \
    cells[at->destination] = Expression;                                                                               \
    break;                                                                                                             \
  }

  while (executed < budget) {
    if constexpr (StopAtVisible) {
      Opcode opcode = at->opcode;
      if (opcode == Opcode::Load || opcode == Opcode::Store || opcode == Opcode::Join || opcode == Opcode::Halt) {
        budget -= executed;
        save();
        if (nextAccess(taskIndex).kind != SharedAccess::Kind::None)
          return Stop::Visible;
      }
    }
    switch (at->opcode) {
    case Opcode::Move:
      if (cells[at->first].sort == Sort::Undefined) [[unlikely]]
        return stuckBecause(operandProblem(*at, cells, "a value"));
      cells[at->destination] = cells[at->first];
      break;
      // [op]: integers wrap around; shifts count modulo 64.
      INTEGER_OPERATION(Add, left.bits + right.bits)
      INTEGER_OPERATION(Subtract, left.bits - right.bits)
      INTEGER_OPERATION(Multiply, left.bits * right.bits)
      INTEGER_OPERATION(And, left.bits & right.bits)
      INTEGER_OPERATION(Or, left.bits | right.bits)
      INTEGER_OPERATION(Xor, left.bits ^ right.bits)
      INTEGER_OPERATION(ShiftLeft, left.bits << (right.bits & 63))
      INTEGER_OPERATION(ShiftRight, left.asInteger() >> (right.bits & 63))
      INTEGER_OPERATION(Less, left.asInteger() < right.asInteger())
      INTEGER_OPERATION(LessEqual, left.asInteger() <= right.asInteger())
      INTEGER_OPERATION(Greater, left.asInteger() > right.asInteger())
      INTEGER_OPERATION(GreaterEqual, left.asInteger() >= right.asInteger())
      INTEGER_OPERATION(Equal, left.bits == right.bits)
      INTEGER_OPERATION(NotEqual, left.bits != right.bits)
      INTEGER_OPERATION(Minimum, std::min(left.asInteger(), right.asInteger()))
      INTEGER_OPERATION(Maximum, std::max(left.asInteger(), right.asInteger()))
      FLOAT_OPERATION(FloatAdd, Value::floating(left.asFloat() + right.asFloat()))
      FLOAT_OPERATION(FloatSubtract, Value::floating(left.asFloat() - right.asFloat()))
      FLOAT_OPERATION(FloatMultiply, Value::floating(left.asFloat() * right.asFloat()))
      FLOAT_OPERATION(FloatDivide, Value::floating(left.asFloat() / right.asFloat()))
      FLOAT_OPERATION(FloatLess, Value::integer(left.asFloat() < right.asFloat()))
      FLOAT_OPERATION(FloatLessEqual, Value::integer(left.asFloat() <= right.asFloat()))
      FLOAT_OPERATION(FloatEqual, Value::integer(left.asFloat() == right.asFloat()))
    case Opcode::Divide:
    case Opcode::Remainder:
    case Opcode::ToInteger:
    case Opcode::ToFloat:
    case Opcode::SquareRoot:
      if (!arithmetic(*at, cells)) [[unlikely]]
        return stuck();
      break;
    case Opcode::IfJump:
    case Opcode::IfNotJump: {
      const Value condition = cells[at->first];
      const Value target = cells[at->second];
      if (condition.sort != Sort::Integer || target.sort != Sort::Label) [[unlikely]]
        return stuckBecause(operandProblem(*at, cells, "an integer and a label"));
      if ((condition.bits != 0) != (at->opcode == Opcode::IfJump))
        break;
      // The jump counts as issued before the block it enters looks at the counter.
      ++counter, ++executed;
      at = start + enter(static_cast<uint32_t>(target.bits), counter);
      continue;
    }
    case Opcode::Jump: {
      const Value target = cells[at->first];
      if (target.sort != Sort::Label) [[unlikely]]
        return stuckBecause(operandProblem(*at, cells, "a label"));
      ++counter, ++executed;
      at = start + enter(static_cast<uint32_t>(target.bits), counter);
      continue;
    }
    case Opcode::JoinAllocate: {
      const Value target = cells[at->first];
      if (target.sort != Sort::Label ||
          annotationOf(static_cast<uint32_t>(target.bits)).kind != Annotation::Kind::JoinTarget)
        return stuckBecause(operandProblem(*at, cells, "the label of a join target"));
      if (!reserve(1))
        return stuck();
      cells[at->destination] = {Sort::Record, records.size()};
      records.push_back({static_cast<uint32_t>(target.bits), taskIndex});
      break;
    }
    case Opcode::Fork: {
      save();
      if (!forkTask(taskIndex, cells[at->first], cells[at->second]))
        return stuck();
      task = &tasks[taskIndex];
      ++at, ++counter, ++executed;
      save();
      return Stop::Forked;
    }
    case Opcode::Load: {
      Value *cell = cellAt(taskIndex, cells[at->first], cells[at->second]);
      if (cell == nullptr) [[unlikely]]
        return stuck();
      if (cell->sort == Sort::Mark) [[unlikely]]
        return stuckBecause("the cell holds a promotion-ready mark");
      cells[at->destination] = *cell;
      break;
    }
    case Opcode::Store: {
      Value *cell = cellAt(taskIndex, cells[at->first], cells[at->second]);
      if (cell == nullptr) [[unlikely]]
        return stuck();
      const Value value = cells[at->destination];
      if (cell->sort == Sort::Mark || value.sort == Sort::Undefined) [[unlikely]]
        return stuckBecause(cell->sort == Sort::Mark ? "the cell holds a promotion-ready mark"
                                                     : operandProblem(*at, cells, "a value"));
      *cell = value;
      break;
    }
    case Opcode::StackNew:
    case Opcode::StackAllocate:
    case Opcode::StackFree:
    case Opcode::MarkPush:
    case Opcode::MarkPop:
    case Opcode::MarkEmpty:
    case Opcode::MarkSplit:
    case Opcode::HeapAllocate:
      if (!stackOperation(*at, taskIndex, cells)) [[unlikely]]
        return stuck();
      break;
    case Opcode::Halt:
      save();
      if (!collectResult(*task))
        return stuck();
      ++executed;
      save();
      task->death = task->span;
      span = task->span;
      return Stop::Halted;
    case Opcode::Join: {
      const Value record = cells[at->first];
      if (record.sort != Sort::Record)
        return stuckBecause(operandProblem(*at, cells, "a join record"));
      auto recordIndex = static_cast<uint32_t>(record.bits);
      bool hasPart = records[recordIndex].owner == taskIndex || task->parentRecord == recordIndex;
      if (!hasPart)
        return stuckBecause("this task has no part in " + formatValue(record) + " and cannot join on it");
      ++counter, ++executed;
      save();
      Stop stop = join(taskIndex, recordIndex);
      if (stop == Stop::Stuck)
        stuckTask = taskIndex;
      return stop;
    }
    }
    ++at, ++counter, ++executed;
  }
#undef INTEGER_OPERATION
#undef FLOAT_OPERATION
  save();
  return Stop::Budget;
}

Stop Machine::run(uint32_t task, uint64_t budget) { return interpret<false>(task, budget); }

Stop Machine::runToVisible(uint32_t task, uint64_t budget) { return interpret<true>(task, budget); }

} // namespace tactus::tpal

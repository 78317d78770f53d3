//===- operations.cpp - instructions that the loop of the machine calls ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What interpret.cpp does not do inline: operands that are not two integers, stacks and memory. A step that
// fails changes nothing.
//
//===----------------------------------------------------------------------===//
#include "machine.h"
#include "printer.h"

#include <algorithm>
#include <cmath>

namespace tactus::tpal {

namespace {

/// Two's complement division that is defined for every divisor but zero.
int64_t divide(int64_t left, int64_t right) {
  return right == -1 ? static_cast<int64_t>(0 - static_cast<uint64_t>(left)) : left / right;
}
int64_t remainder(int64_t left, int64_t right) { return right == -1 ? 0 : left % right; }

/// Rounds towards zero; what does not fit becomes the nearest integer that does, and NaN becomes zero.
int64_t toInteger(double number) {
  if (std::isnan(number))
    return 0;
  if (number >= 9223372036854775808.0)
    return INT64_MAX;
  if (number < -9223372036854775808.0)
    return INT64_MIN;
  return static_cast<int64_t>(number);
}

} // namespace

std::string Machine::operandProblem(const DecodedInstruction &instruction, const Value *cells, std::string_view needed,
                                    Sort fitting) const {
  const Instruction &source = code->sourceOf(static_cast<uint32_t>(&instruction - code->instructions.data()));
  for (const Operand &operand : source.operands)
    if (operand.isRegister() && cells[operand.name.index].sort == Sort::Undefined)
      return "register '" + operand.name.text + "' has no value";
  auto fits = [&](const Operand &operand) { return operand.isRegister() && cells[operand.name.index].sort == fitting; };
  // Where all fit, as in the difference of pointers into two arrays, each may be the wrong one.
  bool allFit = std::ranges::all_of(source.operands,
                                    [&](const Operand &operand) { return !operand.isRegister() || fits(operand); });
  std::string held;
  for (const Operand &operand : source.operands)
    if (operand.isRegister() && (!fits(operand) || allFit))
      held += (held.empty() ? ", but '" : ", and '") + operand.name.text + "' holds " +
              formatValue(cells[operand.name.index]);
  return "'" + std::string(info(source.opcode).spelling) + "' needs " + std::string(needed) + held;
}

/// Addition, subtraction and comparison where not both operands are integers.
bool Machine::compareOrOffset(Opcode opcode, const Value &left, const Value &right, Value &result) {
  bool leftHeap = left.sort == Sort::HeapPointer;
  bool rightHeap = right.sort == Sort::HeapPointer;
  if ((opcode == Opcode::Add || opcode == Opcode::Subtract) && leftHeap != rightHeap) {
    const Value &pointer = leftHeap ? left : right;
    const Value &distance = leftHeap ? right : left;
    if (distance.sort != Sort::Integer || (opcode == Opcode::Subtract && rightHeap))
      return fail("");
    int64_t offset = 0;
    bool overflow = opcode == Opcode::Add
                        ? __builtin_add_overflow(static_cast<int32_t>(pointer.low()), distance.asInteger(), &offset)
                        : __builtin_sub_overflow(static_cast<int32_t>(pointer.low()), distance.asInteger(), &offset);
    if (overflow || offset != static_cast<int32_t>(offset))
      return fail("the address is out of range");
    result = Value::pair(Sort::HeapPointer, pointer.high(), static_cast<uint32_t>(offset));
    return true;
  }
  if (left.sort != right.sort || left.sort == Sort::Undefined || left.sort == Sort::Float)
    return fail("");
  if (opcode == Opcode::Equal || opcode == Opcode::NotEqual) {
    result = Value::integer((left.bits == right.bits) == (opcode == Opcode::Equal));
    return true;
  }
  if (!leftHeap || left.high() != right.high())
    return fail("");
  auto first = static_cast<int32_t>(left.low());
  auto second = static_cast<int32_t>(right.low());
  switch (opcode) {
  case Opcode::Subtract:
    result = Value::integer(int64_t{first} - second);
    return true;
  case Opcode::Less:
    result = Value::integer(first < second);
    return true;
  case Opcode::LessEqual:
    result = Value::integer(first <= second);
    return true;
  case Opcode::Greater:
    result = Value::integer(first > second);
    return true;
  case Opcode::GreaterEqual:
    result = Value::integer(first >= second);
    return true;
  default:
    return fail("");
  }
}

/// [op] for everything the loop does not do inline.
bool Machine::arithmetic(const DecodedInstruction &instruction, Value *cells) {
  const Value left = cells[instruction.first];
  const Value right = cells[instruction.second];
  Value &result = cells[instruction.destination];
  switch (instruction.opcode) {
  case Opcode::Divide:
  case Opcode::Remainder:
    if (left.sort != Sort::Integer || right.sort != Sort::Integer)
      break;
    if (right.bits == 0)
      return fail("division by zero");
    result = Value::integer(instruction.opcode == Opcode::Divide ? divide(left.asInteger(), right.asInteger())
                                                                 : remainder(left.asInteger(), right.asInteger()));
    return true;
  case Opcode::ToInteger:
    if (left.sort != Sort::Float)
      return fail(operandProblem(instruction, cells, "a floating-point number", Sort::Float));
    result = Value::integer(toInteger(left.asFloat()));
    return true;
  case Opcode::ToFloat:
    if (left.sort != Sort::Integer)
      return fail(operandProblem(instruction, cells, "an integer", Sort::Integer));
    result = Value::floating(static_cast<double>(left.asInteger()));
    return true;
  case Opcode::SquareRoot:
    if (left.sort != Sort::Float)
      return fail(operandProblem(instruction, cells, "a floating-point number", Sort::Float));
    result = Value::floating(std::sqrt(left.asFloat()));
    return true;
  case Opcode::FloatAdd:
  case Opcode::FloatSubtract:
  case Opcode::FloatMultiply:
  case Opcode::FloatDivide:
  case Opcode::FloatLess:
  case Opcode::FloatLessEqual:
  case Opcode::FloatEqual:
    return fail(operandProblem(instruction, cells, "floating-point numbers", Sort::Float));
  case Opcode::Add:
  case Opcode::Subtract:
  case Opcode::Less:
  case Opcode::LessEqual:
  case Opcode::Greater:
  case Opcode::GreaterEqual:
  case Opcode::Equal:
  case Opcode::NotEqual:
    if (compareOrOffset(instruction.opcode, left, right, result))
      return true;
    if (!stuckReason.empty())
      return false;
    break;
  default:
    break;
  }
  return fail(operandProblem(instruction, cells, "integers", Sort::Integer));
}

/// The stack a pointer points into, if this task may use it so; with `mustBeTop`, only through a pointer to its top.
Stack *Machine::stackOf(uint32_t taskIndex, const Value &pointer, bool mustBeTop) {
  if (pointer.sort != Sort::StackPointer) {
    fail("a stack pointer is needed, not " + formatValue(pointer));
    return nullptr;
  }
  Stack &stack = stacks[pointer.high()];
  if (stack.owner != taskIndex) {
    fail("stack " + std::to_string(pointer.high()) + " belongs to task " + std::to_string(stack.owner));
    return nullptr;
  }
  if (mustBeTop && pointer.low() != stack.cells.size()) {
    fail("the stack pointer is at height " + std::to_string(pointer.low()) + ", the top of the stack at " +
         std::to_string(stack.cells.size()));
    return nullptr;
  }
  return &stack;
}

/// The cell at an address, or null with the reason.
Value *Machine::cellAt(uint32_t taskIndex, const Value &base, const Value &offset) {
  if (offset.sort != Sort::Integer) {
    fail("the offset of an address must be an integer, not " + formatValue(offset));
    return nullptr;
  }
  if (base.sort == Sort::HeapPointer) {
    std::vector<Value> &cells = heap[base.high()];
    uint64_t index = static_cast<uint64_t>(int64_t{static_cast<int32_t>(base.low())}) + offset.bits;
    if (index < cells.size()) [[likely]]
      return &cells[index];
    fail("the address is cell " + std::to_string(static_cast<int64_t>(index)) + " of an allocation of " +
         std::to_string(cells.size()));
    return nullptr;
  }
  if (base.sort != Sort::StackPointer) {
    fail("an address is needed, not " + formatValue(base));
    return nullptr;
  }
  Stack *stack = stackOf(taskIndex, base, false);
  if (stack == nullptr)
    return nullptr;
  uint64_t index = uint64_t{base.low()} - 1 - offset.bits;
  if (index < stack->cells.size()) [[likely]]
    return &stack->cells[index];
  fail("the address is outside of the stack, which has " + std::to_string(stack->cells.size()) + " cells");
  return nullptr;
}

/// [salloc] [sfree]
bool Machine::resizeStack(Stack &stack, bool grows, const Value &count) {
  if (count.sort != Sort::Integer || count.asInteger() < 0)
    return fail("the number of cells must be an integer that is not negative, not " + formatValue(count));
  if (grows) {
    if (!reserve(count.bits))
      return false;
    stack.cells.resize(stack.cells.size() + count.bits, Value::integer(0));
    return true;
  }
  if (count.bits > stack.cells.size())
    return fail("the stack has only " + std::to_string(stack.cells.size()) + " cells");
  uint64_t height = stack.cells.size() - count.bits;
  if (!stack.marks.empty() && stack.marks.back() >= height)
    return fail("the cells to free hold a promotion-ready mark");
  stack.cells.resize(height);
  memoryUsed -= count.bits;
  return true;
}

/// [prmpush] [prmpop]
bool Machine::changeMark(Stack &stack, bool isNew, Value &cell) {
  auto position = static_cast<uint32_t>(&cell - stack.cells.data());
  if (isNew) {
    if (!stack.marks.empty() && stack.marks.back() >= position)
      return fail("a newer mark stands above this cell");
    stack.marks.push_back(position);
    cell = {Sort::Mark, 0};
    return true;
  }
  if (stack.marks.empty() || stack.marks.back() != position)
    return fail("this cell does not hold the newest promotion-ready mark");
  stack.marks.pop_back();
  cell = Value::integer(0);
  return true;
}

/// [snew] [salloc] [sfree] [prmpush] [prmpop] [prmempty] [prmsplit] [halloc]
bool Machine::stackOperation(const DecodedInstruction &instruction, uint32_t taskIndex, Value *cells) {
  Value &first = cells[instruction.first];
  const Value &second = cells[instruction.second];
  Value &result = cells[instruction.destination];
  switch (instruction.opcode) {
  case Opcode::StackNew:
    if (!reserve(1))
      return false;
    result = Value::pair(Sort::StackPointer, static_cast<uint32_t>(stacks.size()), 0);
    tasks[taskIndex].stacks.push_back(static_cast<uint32_t>(stacks.size()));
    stacks.push_back({taskIndex, {}, {}});
    return true;
  case Opcode::StackAllocate:
  case Opcode::StackFree: {
    Stack *stack = stackOf(taskIndex, first, true);
    if (stack == nullptr || !resizeStack(*stack, instruction.opcode == Opcode::StackAllocate, second))
      return false;
    first = Value::pair(Sort::StackPointer, first.high(), static_cast<uint32_t>(stack->cells.size()));
    return true;
  }
  case Opcode::MarkPush:
  case Opcode::MarkPop: {
    Stack *stack = stackOf(taskIndex, first, false);
    Value *cell = stack == nullptr ? nullptr : cellAt(taskIndex, first, second);
    return cell != nullptr && changeMark(*stack, instruction.opcode == Opcode::MarkPush, *cell);
  }
  case Opcode::MarkEmpty: {
    Stack *stack = stackOf(taskIndex, first, false);
    if (stack == nullptr)
      return false;
    result = Value::integer(stack->marks.empty());
    return true;
  }
  case Opcode::MarkSplit: {
    Stack *stack = stackOf(taskIndex, first, false);
    if (stack == nullptr)
      return false;
    if (stack->marks.empty())
      return fail("the stack has no promotion-ready mark");
    uint32_t position = stack->marks.front();
    stack->marks.erase(stack->marks.begin());
    stack->cells[position] = Value::integer(0);
    result = Value::integer(int64_t{first.low()} - 1 - position);
    return true;
  }
  case Opcode::HeapAllocate:
    if (first.sort != Sort::Integer || first.asInteger() < 0)
      return fail("the number of cells must be an integer that is not negative, not " + formatValue(first));
    if (!reserve(first.bits + 1))
      return false;
    heap.emplace_back(first.bits, Value::integer(0));
    result = Value::pair(Sort::HeapPointer, static_cast<uint32_t>(heap.size() - 1), 0);
    return true;
  default:
    return fail("no stack operation");
  }
}

} // namespace tactus::tpal

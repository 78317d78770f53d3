//===- loops.cpp - counted loops ----------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "loops.h"

#include <algorithm>

namespace tactus::tpal::native {

namespace {

/// How often a block writes a register.
long writesOf(const Block &block, const Operand &operand) {
  return operand.isRegister() ? std::ranges::count_if(block.instructions,
                                                      [&](const Instruction &instruction) {
                                                        return info(instruction.opcode).hasDestination() &&
                                                               instruction.destination.index == operand.name.index;
                                                      })
                              : 0;
}

bool isIncrement(const Instruction &instruction, const Operand &counter) {
  return instruction.opcode == Opcode::Add && instruction.destination.index == counter.name.index &&
         instruction.operands[0] == counter && instruction.operands[1].kind == Operand::Kind::Integer &&
         instruction.operands[1].integer == 1;
}

/// Whether an instruction may stand in a chunk: all but those that move stacks and make tasks.
bool isPlain(const Instruction &instruction) {
  switch (instruction.opcode) {
  case Opcode::IfJump:
  case Opcode::IfNotJump:
  case Opcode::Fork:
  case Opcode::StackAllocate:
  case Opcode::StackFree:
  case Opcode::MarkPush:
  case Opcode::MarkPop:
    return false;
  default:
    return true;
  }
}

} // namespace

std::optional<CountedLoop> findCountedLoop(const Program &program, const Sorts &sorts, uint32_t index) {
  const Block &block = program.blocks[index];
  const std::vector<Instruction> &instructions = block.instructions;
  if (block.annotation.kind != Annotation::Kind::PromotionReady || !sorts.isReached(index) || instructions.size() < 4)
    return std::nullopt;
  const Instruction &compare = instructions[0], &leave = instructions[1], &last = instructions.back();
  if (compare.opcode != Opcode::Less || leave.opcode != Opcode::IfNotJump || last.opcode != Opcode::Jump ||
      !last.operands[0].isLabel() || last.operands[0].name.index != index)
    return std::nullopt;
  const Operand &counter = compare.operands[0], &bound = compare.operands[1];
  Operand test = leave.operands[0];
  if (!test.isRegister() || test.name.index != compare.destination.index || !leave.operands[1].isLabel() ||
      !counter.isRegister() || writesOf(block, counter) != 1 || writesOf(block, bound) != 0 || test == counter)
    return std::nullopt;
  std::vector<State> states = sorts.statesIn(index);
  for (const Operand &operand : compare.operands)
    if (sorts.heldBy(states[0], operand).sorts != IntegerOnly)
      return std::nullopt;

  CountedLoop loop{index, counter.name.index, bound, test.name.index, {}};
  bool incremented = false;
  for (size_t at = 2; at + 1 < instructions.size(); ++at) {
    const Instruction &instruction = instructions[at];
    if (!isPlain(instruction))
      return std::nullopt;
    incremented = incremented || isIncrement(instruction, counter);
    bool accesses = instruction.opcode == Opcode::Load || instruction.opcode == Opcode::Store;
    if (!incremented && accesses && instruction.operands[1] == counter && instruction.operands[0].isRegister() &&
        writesOf(block, instruction.operands[0]) == 0 &&
        sorts.heldBy(states[0], instruction.operands[0]).sorts == HeapOnly)
      loop.accesses.push_back(at);
  }
  return incremented ? std::optional(loop) : std::nullopt;
}

} // namespace tactus::tpal::native

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

/// The array whose element the offset of an access is, if it is known, and its numbers too.
std::optional<uint32_t> indexOf(const Block &block, const Sorts &sorts, const std::vector<State> &states,
                                size_t access) {
  const Operand &offset = block.instructions[access].operands[1];
  if (!offset.isRegister() || !sorts.isArray(block.instructions[access].operands[0].name.index))
    return std::nullopt;
  for (size_t at = access; at-- > 0;) {
    const Instruction &instruction = block.instructions[at];
    if (!info(instruction.opcode).hasDestination() || instruction.destination.index != offset.name.index)
      continue;
    if (instruction.opcode != Opcode::Load || !instruction.operands[0].isRegister() ||
        !sorts.isArray(instruction.operands[0].name.index))
      return std::nullopt;
    Held base = sorts.heldBy(states[at], instruction.operands[0]);
    for (size_t site = 0; site < sorts.siteCount(); ++site)
      if (base.sites.contains(site) && (!sorts.isConstant(site) || sorts.uniformSort(site) != Sort::Integer))
        return std::nullopt;
    return instruction.operands[0].name.index;
  }
  return std::nullopt;
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

  CountedLoop loop{index, counter.name.index, bound, test.name.index, {}, {}};
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
    else if (std::optional<uint32_t> found = accesses ? indexOf(block, sorts, states, at) : std::nullopt)
      loop.gathers.push_back({at, instruction.operands[0].name.index, *found});
  }
  return incremented ? std::optional(loop) : std::nullopt;
}

} // namespace tactus::tpal::native

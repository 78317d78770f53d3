//===- code.cpp - the pre-decoded form that the machine runs --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "code.h"

#include <algorithm>

namespace tactus::tpal {

Code::Code(const Program &input) : program(input), emptyRegisters(input.registers.size()) {
  for (const Block &block : program.blocks) {
    bool promotionReady = block.annotation.kind == Annotation::Kind::PromotionReady;
    blocks.push_back({static_cast<uint32_t>(instructions.size()),
                      promotionReady ? block.annotation.label.index : DecodedBlock::NoHandler});
    for (const Instruction &instruction : block.instructions) {
      DecodedInstruction decoded{instruction.opcode, instruction.destination.index, 0, 0};
      const std::vector<Operand> &operands = instruction.operands;
      if (!operands.empty())
        decoded.first = cellOf(operands[0]);
      if (operands.size() > 1)
        decoded.second = cellOf(operands[1]);
      if (operands.size() > 2)
        decoded.destination = cellOf(operands[2]);
      instructions.push_back(decoded);
    }
  }
}

uint32_t Code::cellOf(const Operand &operand) {
  Value constant;
  switch (operand.kind) {
  case Operand::Kind::Register:
    return operand.name.index;
  case Operand::Kind::Label:
    constant = {Sort::Label, operand.name.index};
    break;
  case Operand::Kind::Integer:
    constant = Value::integer(operand.integer);
    break;
  case Operand::Kind::Float:
    constant = Value::floating(operand.number);
    break;
  }
  auto firstConstant = emptyRegisters.begin() + static_cast<ptrdiff_t>(program.registers.size());
  auto found = std::find(firstConstant, emptyRegisters.end(), constant);
  auto cell = static_cast<uint32_t>(found - emptyRegisters.begin());
  if (found == emptyRegisters.end())
    emptyRegisters.push_back(constant);
  return cell;
}

uint32_t Code::blockOf(uint32_t instruction) const {
  auto next = std::upper_bound(blocks.begin(), blocks.end(), instruction,
                               [](uint32_t at, const DecodedBlock &block) { return at < block.start; });
  return static_cast<uint32_t>(next - blocks.begin()) - 1;
}

const Instruction &Code::sourceOf(uint32_t instruction) const {
  uint32_t block = blockOf(instruction);
  return program.blocks[block].instructions[instruction - blocks[block].start];
}

std::string Code::describe(uint32_t instruction) const {
  uint32_t block = blockOf(instruction);
  return program.blocks[block].label.text + ":" + std::to_string(instruction - blocks[block].start + 1);
}

} // namespace tactus::tpal

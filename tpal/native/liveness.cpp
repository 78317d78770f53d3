//===- liveness.cpp - which registers a block still needs -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "liveness.h"

#include <algorithm>
#include <ranges>

namespace tactus::tpal::native {

namespace {

class Liveness {
public:
  Liveness(const Program &input, const Sorts &sortsOfInput)
      : program(input), sorts(sortsOfInput), live(input.blocks.size(), BitSet(input.registers.size())) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (uint32_t block = static_cast<uint32_t>(program.blocks.size()); block-- > 0;)
        changed |= live[block].unite(before(block));
    }
  }

  const Program &program;
  const Sorts &sorts;
  std::vector<BitSet> live;

private:
  /// A copy without some registers.
  [[nodiscard]] BitSet without(const BitSet &set, const std::vector<uint32_t> &removed) const {
    BitSet result(program.registers.size());
    for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
      if (set.contains(reg) && std::find(removed.begin(), removed.end(), reg) == removed.end())
        result.insert(reg);
    return result;
  }

  void addTargets(BitSet &needed, const Operand &target) const {
    for (uint32_t label : sorts.targetsOf(target))
      needed.unite(live[label]);
  }

  void addJoin(BitSet &needed, const Operand &record) const {
    for (uint32_t continuation : sorts.continuationsOf(record)) {
      needed.unite(live[continuation]);
      const Annotation &target = program.blocks[continuation].annotation;
      std::vector<uint32_t> written;
      for (const RegisterMapping &mapping : target.mapping) {
        needed.insert(mapping.childName.index);
        written.push_back(mapping.parentName.index);
      }
      needed.unite(without(live[target.label.index], written));
    }
  }

  [[nodiscard]] BitSet before(uint32_t index) const {
    const Block &block = program.blocks[index];
    BitSet needed(program.registers.size());
    for (const Instruction &instruction : std::views::reverse(block.instructions)) {
      if (info(instruction.opcode).hasDestination())
        needed = without(needed, {instruction.destination.index});
      switch (instruction.opcode) {
      case Opcode::Jump:
        addTargets(needed, instruction.operands[0]);
        break;
      case Opcode::IfJump:
      case Opcode::IfNotJump:
      case Opcode::Fork:
        addTargets(needed, instruction.operands[1]);
        break;
      case Opcode::Join:
        addJoin(needed, instruction.operands[0]);
        break;
      case Opcode::Halt:
        for (const Output &output : program.outputs)
          needed.insert(output.name.index);
        break;
      default:
        break;
      }
      for (const Operand &operand : instruction.operands)
        if (operand.isRegister())
          needed.insert(operand.name.index);
    }
    if (block.annotation.kind == Annotation::Kind::PromotionReady)
      needed.unite(live[block.annotation.label.index]);
    return needed;
  }
};

} // namespace

std::vector<BitSet> findLiveness(const Program &program, const Sorts &sorts) { return Liveness(program, sorts).live; }

} // namespace tactus::tpal::native

//===- dominance.h - what is defined where in the PCall IR -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each block is two nodes: its head, where its parameters are, and its body. Its handler follows the head, because what
// is defined by the statements of a block has perhaps not been computed when one of them raises.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_DOMINANCE_H
#define TACTUS_PML_IR_DOMINANCE_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// The blocks that a function comes to from one on, that one first.
std::vector<BlockIndex> blocksFrom(const Function &function, BlockIndex first);

class Dominance {
public:
  /// Of a function whose targets and handlers are valid blocks.
  explicit Dominance(const Function &function);

  static uint32_t head(BlockIndex block) { return 2 * block; }
  static uint32_t body(BlockIndex block) { return 2 * block + 1; }
  bool isReachable(BlockIndex block) const { return order[head(block)] != None; }
  /// Each after those that dominate it.
  std::vector<BlockIndex> reachableBlocks() const;
  /// Every way to the second goes through the first. Both can be reached.
  bool dominates(uint32_t first, uint32_t second) const {
    return enter[first] <= enter[second] && leave[second] <= leave[first];
  }
  /// The block around: the next one that dominates it. None for the first.
  BlockIndex blockAbove(BlockIndex block) const { return block == 0 ? None : above[head(block)] / 2; }

private:
  /// Reverse post-order numbers, None for what cannot be reached; immediate dominators; intervals in their tree.
  std::vector<uint32_t> order, above, enter, leave;
};

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_DOMINANCE_H

//===- dominance.cpp - what is defined where in the PCall IR -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Cooper, Harvey and Kennedy's iteration over immediate dominators.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/dominance.h"

#include <algorithm>

namespace tactus::pml::ir {

std::vector<BlockIndex> blocksFrom(const Function &function, BlockIndex first) {
  std::vector<bool> isSeen(function.blocks.size(), false);
  std::vector<BlockIndex> found{first};
  isSeen[first] = true;
  auto see = [&](BlockIndex next) {
    if (next != None && !isSeen[next]) {
      isSeen[next] = true;
      found.push_back(next);
    }
  };
  for (size_t i = 0; i < found.size(); ++i) {
    const Block &block = function.blocks[found[i]];
    see(block.handler);
    for (const Target &target : block.transfer.targets)
      see(target.block);
  }
  return found;
}

static std::vector<std::vector<uint32_t>> successorsOf(const Function &function) {
  std::vector<std::vector<uint32_t>> successors(2 * function.blocks.size());
  for (BlockIndex i = 0; i < function.blocks.size(); ++i) {
    const Block &block = function.blocks[i];
    successors[Dominance::head(i)].push_back(Dominance::body(i));
    if (block.handler != None)
      successors[Dominance::head(i)].push_back(Dominance::head(block.handler));
    for (const Target &target : block.transfer.targets)
      successors[Dominance::body(i)].push_back(Dominance::head(target.block));
  }
  return successors;
}

/// Nodes in reverse post-order, without recursion.
static std::vector<uint32_t> reversePostOrder(const std::vector<std::vector<uint32_t>> &successors) {
  std::vector<uint32_t> result;
  std::vector<bool> isSeen(successors.size());
  std::vector<std::pair<uint32_t, size_t>> stack{{0, 0}};
  isSeen[0] = true;
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    if (next == successors[node].size()) {
      result.push_back(node);
      stack.pop_back();
    } else if (uint32_t successor = successors[node][next++]; !isSeen[successor]) {
      isSeen[successor] = true;
      stack.emplace_back(successor, 0);
    }
  }
  return {result.rbegin(), result.rend()};
}

Dominance::Dominance(const Function &function)
    : order(2 * function.blocks.size(), None), above(order.size(), None), enter(order.size()), leave(order.size()) {
  auto successors = successorsOf(function);
  std::vector<uint32_t> nodes = reversePostOrder(successors);
  std::vector<std::vector<uint32_t>> predecessors(order.size());
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    order[nodes[i]] = i;
    for (uint32_t successor : successors[nodes[i]])
      predecessors[successor].push_back(nodes[i]);
  }
  above[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t node : nodes) {
      if (node == 0)
        continue;
      uint32_t common = None;
      for (uint32_t predecessor : predecessors[node]) {
        if (above[predecessor] == None)
          continue;
        if (common == None) {
          common = predecessor;
          continue;
        }
        for (uint32_t other = predecessor; common != other;) {
          if (order[common] > order[other])
            common = above[common];
          else
            other = above[other];
        }
      }
      changed |= above[node] != common;
      above[node] = common;
    }
  }
  // Intervals of the tree: children follow their parents in reverse post-order.
  std::vector<uint32_t> size(order.size(), 1);
  for (size_t i = nodes.size(); i-- > 1;)
    size[above[nodes[i]]] += size[nodes[i]];
  std::vector<uint32_t> nextEnter(order.size());
  for (uint32_t node : nodes) {
    enter[node] = node == 0 ? 0 : nextEnter[above[node]];
    if (node != 0)
      nextEnter[above[node]] += size[node];
    nextEnter[node] = enter[node] + 1;
    leave[node] = enter[node] + size[node];
  }
}

std::vector<BlockIndex> Dominance::reachableBlocks() const {
  std::vector<BlockIndex> result;
  for (BlockIndex i = 0; i < order.size() / 2; ++i)
    if (isReachable(i))
      result.push_back(i);
  std::sort(result.begin(), result.end(),
            [this](BlockIndex left, BlockIndex right) { return order[head(left)] < order[head(right)]; });
  return result;
}

} // namespace tactus::pml::ir

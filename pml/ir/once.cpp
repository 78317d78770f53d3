//===- once.cpp - what a program does at most once -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/once.h"
#include "pml/ir/check.h"
#include "pml/ir/dominance.h"

namespace tactus::pml::ir {

/// Strongly connected components (Kosaraju): in reverse post-order, what leads to a block and is in no component yet.
static std::vector<bool> outsideLoops(const Function &function) {
  std::vector<BlockIndex> order = Dominance(function).reachableBlocks();
  std::vector<std::vector<BlockIndex>> predecessors(function.blocks.size());
  for (BlockIndex block : order) {
    if (function.blocks[block].handler != None)
      predecessors[function.blocks[block].handler].push_back(block);
    for (const Target &target : function.blocks[block].transfer.targets)
      predecessors[target.block].push_back(block);
  }
  std::vector<bool> result(function.blocks.size(), false), isTaken(function.blocks.size(), false);
  for (BlockIndex first : order) {
    if (isTaken[first])
      continue;
    isTaken[first] = true;
    std::vector<BlockIndex> component{first};
    bool isLoop = false;
    for (size_t i = 0; i < component.size(); ++i)
      for (BlockIndex before : predecessors[component[i]]) {
        isLoop |= before == first;
        if (!isTaken[before])
          component.push_back(before);
        isTaken[before] = true;
      }
    result[first] = !isLoop;
  }
  return result;
}

std::vector<std::vector<bool>> findOnce(const Program &program) {
  std::vector<std::vector<bool>> result;
  std::vector<uint32_t> mentions(program.functions.size());
  for (const Function &function : program.functions) {
    result.emplace_back(function.blocks.size(), false);
    for (const Block &block : function.blocks) {
      for (uint32_t callee : {block.transfer.callee, block.transfer.second})
        if (callee != None)
          ++mentions[callee];
    }
  }
  std::vector<uint32_t> reached;
  if (std::optional<uint32_t> main = findMain(program); main && mentions[*main] == 0)
    reached.push_back(*main);
  while (!reached.empty()) {
    uint32_t index = reached.back();
    reached.pop_back();
    const Function &function = program.functions[index];
    result[index] = outsideLoops(function);
    for (BlockIndex i = 0; i < function.blocks.size(); ++i) {
      const Transfer &transfer = function.blocks[i].transfer;
      for (uint32_t callee : {transfer.callee, transfer.second})
        if (callee != None && result[index][i] && mentions[callee] == 1)
          reached.push_back(callee);
    }
  }
  return result;
}

} // namespace tactus::pml::ir

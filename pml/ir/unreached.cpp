//===- unreached.cpp - what a program never comes to ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/unreached.h"
#include "pml/ir/check.h"
#include "pml/ir/dominance.h"

namespace tactus::pml::ir {

static void emptyUnreachedBlocks(Function &function) {
  Dominance dominance(function);
  for (BlockIndex i = 0; i < function.blocks.size(); ++i)
    if (!dominance.isReachable(i)) {
      Block &block = function.blocks[i];
      block.parameters.clear();
      block.statements.clear();
      block.handler = None;
      block.transfer = {};
    }
}

void dropUnreached(Program &program) {
  std::optional<uint32_t> main = findMain(program);
  if (!main)
    return;
  std::vector<bool> isReached(program.functions.size(), false);
  std::vector<uint32_t> waiting{*main};
  isReached[*main] = true;
  for (std::string_view name : EntryFunctions)
    if (std::optional<uint32_t> entry = findEntry(program, name); entry && !isReached[*entry]) {
      isReached[*entry] = true;
      waiting.push_back(*entry);
    }
  while (!waiting.empty()) {
    Function &function = program.functions[waiting.back()];
    waiting.pop_back();
    emptyUnreachedBlocks(function);
    for (const Block &block : function.blocks)
      for (uint32_t callee : {block.transfer.callee, block.transfer.second})
        if (callee != None && !isReached[callee]) {
          isReached[callee] = true;
          waiting.push_back(callee);
        }
  }
  std::vector<uint32_t> places(program.functions.size(), None);
  std::deque<Function> kept;
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    if (isReached[i]) {
      places[i] = static_cast<uint32_t>(kept.size());
      kept.push_back(std::move(program.functions[i]));
    }
  program.functions = std::move(kept);
  for (Function &function : program.functions)
    for (Block &block : function.blocks)
      for (uint32_t *callee : {&block.transfer.callee, &block.transfer.second})
        if (*callee != None)
          *callee = places[*callee];
}

} // namespace tactus::pml::ir

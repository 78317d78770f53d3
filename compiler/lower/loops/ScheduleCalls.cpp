//===- ScheduleCalls.cpp - what a slice has left of libomp's schedule ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/ScheduleCalls.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace tactus {

/// For schedules that hand out chunks in any order clang 19 declares the loop free of dependences, private
/// accumulators included, and the vectoriser then loses their updates. A loop that asks for simd keeps its
/// declaration.
static void forgetParallelAccesses(const ParallelLoop &loop) {
  static constexpr const char *Declaration = "llvm.loop.parallel_accesses";
  for (BasicBlock *block : loop.body) {
    MDNode *properties = block->getTerminator()->getMetadata(LLVMContext::MD_loop);
    if (!properties || !is_contained(successors(block), loop.header) ||
        findOptionMDForLoopID(properties, "llvm.loop.vectorize.enable"))
      continue;
    block->getTerminator()->setMetadata(
        LLVMContext::MD_loop, makePostTransformationMetadata(block->getContext(), properties, {Declaration}, {}));
  }
}

void cutDispatchLoop(const ParallelLoop &loop) {
  for (BasicBlock *latch : loop.dispatchLatches)
    latch->getTerminator()->replaceSuccessorWith(loop.dispatchHeader, loop.dispatchExit);
  if (!loop.dispatchLatches.empty())
    forgetParallelAccesses(loop);
}

void removeScheduleCalls(Function &function) {
  static const StringRef names[] = {"__kmpc_for_static_fini", "__kmpc_dispatch_deinit", "__kmpc_barrier"};
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (any_of(names, [&](StringRef name) { return isCallTo(instruction, name); }))
        instruction.eraseFromParent();
}

} // namespace tactus

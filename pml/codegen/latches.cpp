//===- latches.cpp - one way back for loops that count ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     loop (i, n)                                      loop (i, n)
//       if a[i] = 0 then loop (i + 1, n + 1)    ==>      m = if a[i] = 0 then n + 1 else n
//                   else loop (i + 1, n)                 loop (i + 1, m)
//
// The middle end makes the form on the left of either. LLVM takes the way on which n stays the same for an inner loop,
// of whose number of iterations nothing is known. That is right where an outer loop's variables stay the same, but then
// none of the variables goes on alike on all ways.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/latches.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus::pml::codegen {

/// Whether both are the same sum.
static bool areAlike(Value *one, Value *other) {
  WithOverflowInst *first, *second;
  return one == other || (match(one, m_ExtractValue<0>(m_WithOverflowInst(first))) &&
                          match(other, m_ExtractValue<0>(m_WithOverflowInst(second))) &&
                          first->getIntrinsicID() == second->getIntrinsicID() && first->getLHS() == second->getLHS() &&
                          first->getRHS() == second->getRHS());
}

static bool countsAlike(const Loop &loop, ArrayRef<BasicBlock *> latches) {
  return any_of(loop.getHeader()->phis(), [&](PHINode &phi) {
    Value *next = phi.getIncomingValueForBlock(latches[0]);
    return phi.getType()->isIntegerTy() && next != &phi &&
           all_of(latches, [&](BasicBlock *latch) { return areAlike(phi.getIncomingValueForBlock(latch), next); });
  });
}

PreservedAnalyses JoinLatchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 8> latches;
    loop->getLoopLatches(latches);
    if (latches.size() < 2 || !countsAlike(*loop, latches))
      continue;
    SplitBlockPredecessors(loop->getHeader(), latches, ".again", &dominators, &loops);
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus::pml::codegen

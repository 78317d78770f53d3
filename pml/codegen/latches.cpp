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
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus::pml::codegen {

/// What a variable of the loop becomes in the next iteration if that is the same on all ways: an operation on values
/// that all of them have. Each way has checked that it does not overflow.
static WithOverflowInst *commonStep(const Loop &loop, const PHINode &phi, ArrayRef<BasicBlock *> latches) {
  WithOverflowInst *first = nullptr;
  for (BasicBlock *latch : latches) {
    WithOverflowInst *step;
    if (!match(phi.getIncomingValueForBlock(latch), m_ExtractValue<0>(m_WithOverflowInst(step))) || !step->isSigned())
      return nullptr;
    auto isEverywhere = [&](Value *operand) { return operand == &phi || loop.isLoopInvariant(operand); };
    if (!isEverywhere(step->getLHS()) || !isEverywhere(step->getRHS()))
      return nullptr;
    if (!first)
      first = step;
    else if (step->getIntrinsicID() != first->getIntrinsicID() || step->getLHS() != first->getLHS() ||
             step->getRHS() != first->getRHS())
      return nullptr;
  }
  return first;
}

/// The step is made once, behind all ways, so that LLVM sees that the variable counts.
static void stepInLatch(BasicBlock &latch, PHINode &phi, const WithOverflowInst &step) {
  IRBuilder<> builder(latch.getTerminator());
  Value *left = step.getLHS(), *right = step.getRHS();
  Value *next = step.getBinaryOp() == Instruction::Add   ? builder.CreateNSWAdd(left, right)
                : step.getBinaryOp() == Instruction::Sub ? builder.CreateNSWSub(left, right)
                                                         : builder.CreateNSWMul(left, right);
  phi.setIncomingValue(phi.getBasicBlockIndex(&latch), next);
}

PreservedAnalyses JoinLatchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 8> latches;
    loop->getLoopLatches(latches);
    if (latches.size() < 2)
      continue;
    SmallVector<std::pair<PHINode *, WithOverflowInst *>, 2> counters;
    for (PHINode &phi : loop->getHeader()->phis())
      if (WithOverflowInst *step = commonStep(*loop, phi, latches))
        counters.emplace_back(&phi, step);
    if (counters.empty())
      continue;
    BasicBlock *latch = SplitBlockPredecessors(loop->getHeader(), latches, ".again", &dominators, &loops);
    for (auto [phi, step] : counters)
      stepInLatch(*latch, *phi, *step);
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus::pml::codegen

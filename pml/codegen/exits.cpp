//===- exits.cpp - exits of loops that are decided before the loop ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     for (; j < n; j++)                          if (j < n)
//       if (i >= length) raise              ==>     if (i >= length) raise
//       if (d (a[i], a[j]) < least) break           x = a[i]
//                                                   do if (d (x, a[j]) < least) break
//                                                   while (++j < n)
//
// LLVM takes invariant exits out of a loop only in front of all others, and moves loads out of a loop only if each
// iteration makes them. So the loop's own test has to stand at its end. LoopRotate leaves loops alone that may end in
// their last block, as this one.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/exits.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/MemorySSAUpdater.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"

using namespace llvm;

namespace tactus::pml::codegen {

/// As many instructions are copied in front of a loop.
static constexpr unsigned MostCopied = 16;

static bool hasInvariantExit(const Loop &loop) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    return branch && branch->isConditional() && loop.isLoopExiting(block) &&
           loop.isLoopInvariant(branch->getCondition());
  });
}

PreservedAnalyses ShowExitsPass::run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results,
                                     LPMUpdater &) {
  BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !latch || latch == loop.getHeader() || !loop.isLoopExiting(latch) ||
      !loop.isLoopExiting(loop.getHeader()) || !hasInvariantExit(loop))
    return PreservedAnalyses::all();
  std::optional<MemorySSAUpdater> updater;
  if (results.MSSA)
    updater.emplace(results.MSSA);
  const SimplifyQuery query(loop.getHeader()->getDataLayout(), &results.TLI, &results.DT, &results.AC);
  if (!LoopRotation(&loop, &results.LI, &results.TTI, &results.AC, &results.DT, &results.SE,
                    updater ? &*updater : nullptr, query, /*RotationOnly=*/true, MostCopied, /*IsUtilMode=*/true))
    return PreservedAnalyses::all();
  PreservedAnalyses preserved = getLoopPassPreservedAnalyses();
  if (results.MSSA)
    preserved.preserve<MemorySSAAnalysis>();
  return preserved;
}

} // namespace tactus::pml::codegen

//===- InductionStart.h - induction variables that start where the loop does ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_INDUCTIONSTART_H
#define TACTUS_COMPILER_LATE_LOOPS_INDUCTIONSTART_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace tactus {

/// Replaces a count of iterations that is only used as `count + start` by a variable that begins at `start`, and one
/// that only ends the loop by a wider variable that is stepped beside it.
struct InductionStartPass : llvm::PassInfoMixin<InductionStartPass> {
  static llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                                     llvm::LoopStandardAnalysisResults &results, llvm::LPMUpdater &updater);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_INDUCTIONSTART_H

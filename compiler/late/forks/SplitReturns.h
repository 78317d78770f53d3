//===- SplitReturns.h - recursion behind a fork becomes a loop ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM makes a loop of `return a + f(n - 2)`, if nothing stands between the call and the return. Behind a fork there is
// a block that the way of the promoted fork leads to as well:
//
//     serial:   b1 = call f(n - 2)                          serial:   b1 = call f(n - 2)
//               br done                                               ret a + b1
//     promoted: b2 = ...                            →       promoted: b2 = ...
//               br done                                               br done
//     done:     ret a + phi(b1, b2)                         done:     ret a + b2
//
// It takes one operation with the call's result, so (b1 + a) + c becomes (a + c) + b1.
//
// Runs just before LLVM looks for such calls, in functions that fork. Copies a few instructions, never a call.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_SPLITRETURNS_H
#define TACTUS_COMPILER_LATE_FORKS_SPLITRETURNS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct SplitReturnsPass : llvm::PassInfoMixin<SplitReturnsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_SPLITRETURNS_H

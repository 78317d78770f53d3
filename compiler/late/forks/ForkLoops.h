//===- ForkLoops.h - counters of loops that fork stay one variable ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Recursion behind a fork becomes a loop (f(n - 2) behind a fork of f(n - 1)), which compares its counter more than
// once. Code generation likes to count a second variable for that, which is compared with 0. In most loops it is free.
// Here it lives across the fork's call, so that each call of the function saves and restores one more register, for an
// instruction that gets no cheaper:
//
//     before   lea ebp, [n - 2]             after   loop:  cmp n, 2
//              loop:  test ebp, ebp                        je  …
//                     je   …                               call f
//                     call f                               sub n, 2
//                     sub  n, 2; sub ebp, 2
//
// So the comparison becomes assembly, which uses the variable as it is.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_FORKLOOPS_H
#define TACTUS_COMPILER_LATE_FORKS_FORKLOOPS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For code that has been optimised.
struct ForkLoopsPass : llvm::PassInfoMixin<ForkLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_FORKLOOPS_H

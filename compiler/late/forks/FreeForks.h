//===- FreeForks.h - forks that pay nothing --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every fork subtracts its weight from the thread's credit, also one whose first branch returns at once
// (EarlyReturn.h): a recursion all of whose first branches are like that must still see its beats. But where such a
// fork is the last thing that its function does, only the charges of callers count, and the question whether the first
// branch returns is asked before the charge:
//
//   before   credit -= weight; if (credit < 0) poll()     ; f(n): fork f(n - 1), f(n - 2)
//            if (n == 2) return 1
//            fork f(n - 1)
//
//   after    if (n == 2) return 1                          ; f(1) and f(0) return at once
//            credit -= weight; if (credit < 0) poll()
//            fork f(n - 1)
//
// The time between charges stays bounded in recursions: behind an answer of yes there must be neither a call nor a loop
// before the function returns or charges for something else. Only the optimiser can know that, so this runs behind it.
// A sequential loop of calls that have no other forks does not poll any more (docs/decisions/0004).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_FREEFORKS_H
#define TACTUS_COMPILER_LATE_FORKS_FREEFORKS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Moves questions before charges, as above. For code that has been optimised.
struct FreeForksPass : llvm::PassInfoMixin<FreeForksPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_FREEFORKS_H

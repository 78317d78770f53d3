//===- EarlyReturn.h - first branches that return at once ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Most calls of a recursion are its leaves: they look at their arguments and return. A fork whose first branch does no
// more than that has nothing to offer to others, so the question is asked before the fork:
//
//   before   record = fork f(n - 1)            ; f(n): if (n < 2) return n; ...
//
//   after    if (n - 1 < 2) result = n - 1     ; what f does up to its return
//            else record = fork f(n - 1)
//
// The fork of a leaf is charged (but see ForkCharge.h), and neither recorded nor called. Only the question is asked
// twice where it is answered with no, so f's part before it must have no effects.
//
// A fork is lowered before the optimiser has brought f into a shape in which that can be seen. So lowering writes down
// the question as a marker with f and its arguments, and the answer's block as a call of f (EarlyQuestion.h); both are
// resolved in the middle of the optimiser, when functions that f calls have been through it, and f itself far enough.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_EARLYRETURN_H
#define TACTUS_COMPILER_LATE_FORKS_EARLYRETURN_H

#include "ir/EarlyQuestion.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Answers the questions in a function, and replaces the calls by what the callee does up to its return.
struct EarlyReturnPass : llvm::PassInfoMixin<EarlyReturnPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Answers with no what is left. Returns whether there was anything.
bool declineEarlyReturns(llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_EARLYRETURN_H

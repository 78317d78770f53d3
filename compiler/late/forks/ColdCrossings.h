//===- ColdCrossings.h - values wait in memory while a promoted fork is joined ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork that was promoted is joined by calls that hardly ever happen. A value that is needed behind them, and behind
// no other call, would get a register that calls preserve. Every call of the function would have to save that at its
// entry, promoted or not:
//
//     hot              join (cold)                   hot              join (cold)
//     x = …            y = load record               x = …            y = load record
//       │              call tactus_fork_join           │              store y; call tactus_fork_join; y' = load
//       ▼              ▼                               ▼              ▼
//     φ(x, y)  ── y and φ are one register           φ(x, y')  ── which no call is in the way of
//
// What lives across other calls has such a register anyhow, and is left alone. So is what a loop around the join
// carries or leaves as it is: to find its inductions again is the code generator's affair, and it would not. Memory is
// written and read as volatile, or link-time optimisation would take it for a detour.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_COLDCROSSINGS_H
#define TACTUS_COMPILER_LATE_FORKS_COLDCROSSINGS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For code that has been optimised.
struct ColdCrossingsPass : llvm::PassInfoMixin<ColdCrossingsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_COLDCROSSINGS_H

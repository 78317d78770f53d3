//===- ParallelPasses.h - parallel loops of OpenMP among sweeps ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Inside of a loop with a pragma, a parallel loop of OpenMP gets a serial copy beside it, for scalar evolution to look
// at:
//
//     __kmpc_fork_call(microtask)        if (choice)          volatile, as long as loops are looked at
//                                          the iterations, in order
//                                        else
//                                          __kmpc_fork_call(microtask)
//
// If the copy is a sweep, it runs later or the parallel loop runs. Else the copy goes.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_PARALLELPASSES_H
#define TACTUS_COMPILER_SWEEPS_PARALLELPASSES_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

struct ParallelPass {
  llvm::AllocaInst *choice = nullptr;
  /// Where the copy begins, and the block of the parallel loop alone.
  llvm::BasicBlock *copy = nullptr, *parallel = nullptr;
  bool isChosen = false;
};

/// Before functions are prepared, with marked loops.
bool copyParallelLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Afterwards. Those that have been changed beyond recognition are not among them.
llvm::SmallVector<ParallelPass, 4> parallelPasses(llvm::Function &function);

/// Nothing happens in the copy before the loop or behind it that could not happen twice.
bool isAlone(const llvm::Loop &loop, const ParallelPass &pass, const llvm::DominatorTree &dominators);

/// At last: the copies that have not been chosen go.
void decideParallelPasses(llvm::Function &function, llvm::ArrayRef<ParallelPass> passes);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_PARALLELPASSES_H

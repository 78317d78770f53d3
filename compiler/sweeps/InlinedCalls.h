//===- InlinedCalls.h - calls that are inlined, so that loops are seen as passes --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Passes that are spliced stand in one function. What is called in loops is inlined there, before LLVM's own inliner
// runs, and whatever that would decide.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_INLINEDCALLS_H
#define TACTUS_COMPILER_SWEEPS_INLINEDCALLS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// A function of <tactus/splice.h> that makes a region of effects.
bool isRegion(const llvm::Function &function);

/// The callee is known, has a fair size, and may be inlined. Its name is not one that later passes look for.
bool mayInline(const llvm::CallBase &call);

/// Calls in loops, as long as the function does not grow beyond measure.
void inlineCallsInLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Calls in marked loops, of functions that have parallel loops of OpenMP. So these are seen before they are copied
/// (ParallelPasses.h).
void inlineParallelCalls(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_INLINEDCALLS_H

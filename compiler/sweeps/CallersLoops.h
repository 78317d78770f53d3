//===- CallersLoops.h - passes of a function, in a loop that calls it --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     void step(double *u, double *v) {               for (t...) step(u, v);
//     #pragma splice
//       for (i...) v[i] = u[i - 1] + u[i + 1];        becomes   for (t...) { #pragma splice  for (i...) ... }
//     }
//
// Where the statement with the pragma is in no loop of its function, the loop in time may be the caller's, or that of
// the caller's caller. Such a function is inlined there, with its pragmas.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_CALLERSLOOPS_H
#define TACTUS_COMPILER_SWEEPS_CALLERSLOOPS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Before loops are marked. Says which functions have been inlined wherever this file calls them; those that nobody
/// else can call have gone.
llvm::SmallPtrSet<llvm::Function *, 4> inlineIntoCallersLoops(llvm::Module &module,
                                                              llvm::FunctionAnalysisManager &analyses);

/// Serial copies of the parallel loops in marked loops, and in what these call.
void copyCalledLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_CALLERSLOOPS_H

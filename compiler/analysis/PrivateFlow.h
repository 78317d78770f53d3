//===- PrivateFlow.h - what loops and roles leave in a region's private variables ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each thread of a region has its own of the variables that the region declares. Executed by one strand there is one,
// which is right as long as all threads' have the same value. What iterations and roles (single, master) write differs
// from thread to thread:
//
//     #pragma omp parallel private(t)
//     {
//       t = 0;
//     #pragma omp for
//       for (...) t = f(i);                 // loop 1 writes t: each task has a copy
//     #pragma omp for
//       for (...) { t = 1; use(t); }        // so does loop 2, and has overwritten it before it reads
//       use(t);                             // the thread's last iteration: the region stays with libomp
//     }
//
// From each loop or role that writes a variable, control flow is followed until the variable is overwritten. Redundant
// code and roles may not read it on the way; a loop that reads it there has a copy as well, and must overwrite it in
// each iteration first, which the analysis of carried state shows (CarriedState.h). Loops that only read variables
// with the same value in all threads share the strand's.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PRIVATEFLOW_H
#define TACTUS_COMPILER_ANALYSIS_PRIVATEFLOW_H

#include "analysis/RegionRules.h"

namespace tactus {

/// By loop, in the order of RegionShape::loops, the region's variables of which it has copies.
using PrivatesOfLoops = llvm::SmallVector<llvm::SmallVector<llvm::AllocaInst *, 4>, 4>;

/// Appends the places at which a thread could find what differs from thread to thread.
PrivatesOfLoops findPrivateFlow(const RegionShape &shape, const Accumulators &accumulators, Blockers &blockers);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PRIVATEFLOW_H

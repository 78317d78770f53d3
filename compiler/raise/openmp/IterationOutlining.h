//===- IterationOutlining.h - an iteration as a function -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   for (i...) { a; b; }                   a loop's microtask
//   after    for (i...) iteration(i, ...);          the same, to be copied at a small price
//            iteration(i, ...) { a; b; }
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_ITERATIONOUTLINING_H
#define TACTUS_COMPILER_RAISE_OPENMP_ITERATIONOUTLINING_H

#include "model/ParallelLoop.h"

namespace tactus {

/// Makes a function of what an iteration of the loop executes. False, with nothing changed, if that cannot be.
bool outlineIteration(const ParallelLoop &loop);

/// The same for a loop that will have several versions, if its iterations are long and lose nothing by it: what they
/// read is passed by value, and they write no variable of the region's. `captures` are the loop's.
void shareIteration(const ParallelLoop &loop, llvm::ArrayRef<Capture> captures);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_ITERATIONOUTLINING_H

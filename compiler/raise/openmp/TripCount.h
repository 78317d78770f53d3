//===- TripCount.h - what is known of a loop's trip count -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_TRIPCOUNT_H
#define TACTUS_COMPILER_RAISE_OPENMP_TRIPCOUNT_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Dominators.h"

namespace tactus {

/// Sets `constantTripCount` and `mayBeEmpty`. The loop's calls of the runtime and the variables that they take must be
/// known.
void findTripCount(ParallelLoop &loop, const llvm::DominatorTree &dominators);

/// The number of the last iteration, as it is computed before the loop; null if that is not understood.
const llvm::Value *lastIteration(const ParallelLoop &loop, const llvm::DominatorTree &dominators);

/// Iterations are counted from 0, but where a distribute construct around the loop says which there are, its region is
/// told the first one by a parameter, which clang stores into the lower bound. Null for 0.
const llvm::Argument *parameterOfFirstIteration(const ParallelLoop &loop);

/// Is the first iteration one of these?
bool beginsWhereKnown(const ParallelLoop &loop, const llvm::DominatorTree &dominators);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_TRIPCOUNT_H

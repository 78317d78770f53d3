//===- CanonicalLoop.h - the loop behind a construct's bounds --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_CANONICALLOOP_H
#define TACTUS_COMPILER_RAISE_OPENMP_CANONICALLOOP_H

#include "model/ParallelLoop.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace tactus {

/// Finds the header, which is where a variable that the loop increments by one is compared with the upper bound, and
/// with it the body. False if there are two such loops.
bool findCanonicalLoop(ParallelLoop &loop, const llvm::LoopInfo &loops);

/// Finds the loop whose variable is set to what follows the upper bound in each iteration. False if there is none.
bool findPieceLoop(ParallelLoop &loop, const llvm::LoopInfo &loops);

/// Counts an iteration's instructions, and notes the calls that all iterations make. False if it makes others than of
/// small functions.
bool measureBody(ParallelLoop &loop, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_CANONICALLOOP_H

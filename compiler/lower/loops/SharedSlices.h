//===- SharedSlices.h - loops with the same code, which have one slice -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region has a copy of each function with a loop of its own, for each call (raise/regions/OrphanInlining.h):
//
//   transform(x)      ->      fork @region.loop.1(&x, ...)
//   transform(y)      ->      fork @region.loop.2(&y, ...)
//
// Unless something about the call is known in the loop, the microtasks say the same of other captures. Then all of
// these loops call the slice that is made from the first one. So the loop is lowered, optimised and emitted once, as it
// is in the function itself.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_SHAREDSLICES_H
#define TACTUS_COMPILER_LOWER_LOOPS_SHAREDSLICES_H

#include "model/ParallelLoop.h"
#include "llvm/ADT/MapVector.h"
#include <memory>

namespace tactus {

/// By loop, the first one that has the same code, stands at the same place of the source, and is called in the same
/// way by the same function. The first ones themselves are not in it.
using EqualLoops = llvm::MapVector<const ParallelLoop *, const ParallelLoop *>;

/// Among the loops that are to be converted.
EqualLoops findEqualLoops(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_SHAREDSLICES_H

//===- Counters.h - the program's variables of a loop --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_COUNTERS_H
#define TACTUS_COMPILER_RAISE_OPENMP_COUNTERS_H

#include "model/ParallelLoop.h"

namespace tactus {

/// Finds how the loop's variables follow from the number of the iteration (LoopCounter). The loop's blocks, its
/// iteration variable and its constant trip count must be known. Leaves `loop.counters` empty where that is not
/// understood: variables of class or pointer type, loops that start where an outer variable says.
void findCounters(ParallelLoop &loop);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_COUNTERS_H

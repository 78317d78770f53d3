//===- ConcurrentParts.h - parts of a region that several threads execute at once ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #pragma omp single nowait      // one thread may be here
//     A;
//     #pragma omp single             // while another one is here
//     B;
//
// One strand that executes the region comes to B behind A. If A waits for what B does, it waits for ever; and what
// threads would do at the same time takes the sum of both times. A barrier between them says that nobody is at B before
// A has ended.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_CONCURRENTPARTS_H
#define TACTUS_COMPILER_ANALYSIS_CONCURRENTPARTS_H

#include "analysis/QueryReach.h"
#include "model/Blocker.h"
#include "model/RegionShape.h"

namespace tactus {

/// May another thread be at a later part of the region, or at the same one again, while one is at an earlier one?
bool hasConcurrentParts(const RegionShape &shape);

/// Of a task, clang's code calls through a pointer what finds its variables, until that has been tidied: it cannot be
/// told what tasks call.
enum class TaskCode { AsClangWritesIt, Tidied };

/// Appends the parts with code of another file, which may wait for a later part that other threads are at meanwhile.
void checkConcurrentParts(const RegionShape &shape, const QueryReach &queries, TaskCode tasks, Blockers &blockers);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_CONCURRENTPARTS_H

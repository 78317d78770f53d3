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

#include "analysis/UnseenCalls.h"
#include "model/Blocker.h"
#include "model/RegionShape.h"

namespace tactus {

/// May another thread be at a later part of the region, or at the same one again, while one is at an earlier one?
bool hasConcurrentParts(const RegionShape &shape);

/// The parts with code of another file, which may wait for a later part that other threads are at meanwhile.
struct UnseenParts {
  UnseenParts(llvm::FunctionAnalysisManager &analyses, TaskCode tasks) : calls(analyses, tasks) {}

  /// What they call: one strand may do if none of that waits.
  UnseenCalls calls;
  /// Is one of them executed by one thread, while another thread executes another role? Roles beside each other are all
  /// the parallelism that they have.
  bool areRolesBeside = false;
};

/// Appends these parts.
UnseenParts checkConcurrentParts(const RegionShape &shape, llvm::FunctionAnalysisManager &analyses, TaskCode tasks,
                                 Blockers &blockers);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_CONCURRENTPARTS_H

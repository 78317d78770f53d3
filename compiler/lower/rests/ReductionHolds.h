//===- ReductionHolds.h - copies that a task uses beside its own tasks ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   task in_reduction(+ : sum) {              copy = tactus_reduction_hold(..., hold)
//     task in_reduction(+ : sum) sum += 1;    finds another copy
//     sum += 2;                               may run beside it
//   }                                         tactus_reduction_release(hold)
//
// Tasks of one strand share its copy, which is right while one of them runs at a time. A task that goes on using its
// copy beside tasks of its own, or hands it to code that may do so, holds it.
//
// The hold ends with the function, which is the task's entry: the group lies around it. Tasks that have become part of
// their creator's code are marked, and hold nothing.
//
// Not seen: a copy whose address a task has left in memory for functions that it calls without handing it to them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_REDUCTIONHOLDS_H
#define TACTUS_COMPILER_LOWER_RESTS_REDUCTIONHOLDS_H

#include "analysis/PromotionReach.h"

namespace tactus {

/// Makes holds where they are needed. Spawns are still marked.
void holdReductions(llvm::Module &module, const PromotionReach &reach);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_REDUCTIONHOLDS_H

//===- TaskloopState.h - what a taskloop's iterations pass on to each other ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The private variables of a taskloop belong to its tasks, and `num_tasks` and `grainsize` say how many of those there
// are and where each begins: what one iteration leaves in a variable, the next one of its task finds.
//
//     #pragma omp taskloop num_tasks(2) firstprivate(k)
//     for (int i = 0; i < n; i++)
//       a[i] = k++;                                    // 0, 1, 2, ..., n/2 - 1, 0, 1, ...
//
// Unlike the threads of a worksharing loop (analysis/CarriedState.h) such tasks may run anywhere, so the loop is
// converted all the same; but each of its tasks then has a record of its own. Where nothing is passed on, many small
// tasks may share one (runtime/openmp/taskloop.cpp), so this is a question of speed and may be answered with "yes".
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_TASKLOOPSTATE_H
#define TACTUS_COMPILER_ANALYSIS_TASKLOOPSTATE_H

#include "model/TaskConstruct.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// May an iteration find in the private variables of its task what an earlier iteration has left there? To be asked
/// after tidyTaskEntries(), when the task's code is in its entry. `bytes` is the size of the task's record.
bool mayPassStateOn(const TaskConstruct &taskloop, uint64_t bytes, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_TASKLOOPSTATE_H

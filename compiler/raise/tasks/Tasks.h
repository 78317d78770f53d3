//===- Tasks.h - from OpenMP tasks to forks ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The serial elision of a task is a call where it is created. Raising makes that call, and marks what forks need:
//
//   before    task = __kmpc_omp_task_alloc(..., @entry)        after    task = alloca
//             fill the task                                             fill the task
//             __kmpc_omp_task(task)                                     entry(task)   !tactus.branch
//             rest                                                      if (tactus.spawn()) join, else rest
//             __kmpc_omp_taskwait()                                     tactus.sync()
//             use                                                       use
//
// With the task in the function's frame, and a task that only calls a function inlined, ordinary optimisation turns its
// arguments into values. Lowering outlines the rests (lower/rests/RestOutlining.h) and lowers the forks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKS_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKS_H

#include "analysis/PromotionReach.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Raises the tasks that keep their meaning, and the regions that one thread runs; reports on all of them. Comes before
/// the loops are recognised. Returns whether anything changed.
bool raiseTasks(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// Has the code that creates tasks on libomp say so at run time, for converted taskwaits to wait for them.
void noteLibompTasks(llvm::Module &module);

/// Are there marks of tasks in the module?
bool hasTasks(const llvm::Module &module);

/// Makes forks of the marks. Comes after the loops are converted and calls have their bundles: a rest that is outlined
/// may hold both.
void lowerTasks(llvm::Module &module, const PromotionReach &reach);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKS_H

//===- TaskSinks.h - calls of libomp's tasking that ask whose tasks they create -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task that a function leaves to its caller (raise/tasks/LeftTasks.h) goes to the sink of the running strand, if that
// has one, else to libomp:
//
//   task = __kmpc_omp_task_alloc(...)    ►   task = tactus_task_sink ? tactus_left_task_alloc(...)
//                                                                    : __kmpc_omp_task_alloc(...)
//   fill the task                            fill the task
//   __kmpc_omp_task(task)                ►   tactus.__kmpc_omp_task(task)        which asks likewise
//   __kmpc_omp_taskwait()                ►   tactus_left_wait(); __kmpc_omp_taskwait()
//
// Between both calls the sink stays the same: they stand in one function.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_TASKSINKS_H
#define TACTUS_COMPILER_LOWER_REGIONS_TASKSINKS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Of what the module leaves to libomp; before that gets its records (LibompRecords.h). Returns whether there was any.
bool askTaskSinks(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_TASKSINKS_H

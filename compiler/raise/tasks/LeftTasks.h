//===- LeftTasks.h - tasks that a function leaves to its caller ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where nothing in a function can run beside its tasks, what may stands in its callers, which may be in other files.
// Such tasks stay as clang has written them; calls of libomp's tasking become calls of functions that ask where they
// are (lower/regions/TaskSinks.h, runtime/workers/left_tasks.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_LEFTTASKS_H
#define TACTUS_COMPILER_RAISE_TASKS_LEFTTASKS_H

#include "model/TaskConstruct.h"

namespace tactus {

/// Does the function create nothing but tasks that only its callers can have something beside?
bool leavesTasks(const TaskFunction &tasks, bool isRegion);

/// May a task that stays as it is be run by libtactus, on any thread? `alloc` calls __kmpc_omp_task_alloc.
bool mayBeLeft(const llvm::CallInst &alloc);

/// The function is a task's code, or creates tasks: it asks for its thread's number where it passes that to libomp.
void askThreadNumberAnew(llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_LEFTTASKS_H

//===- TaskReductions.h - task groups that reduce, and their tasks -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before    __kmpc_taskgroup()                        after    tactus.sync(begin)
//             items[...] = address, size, functions              the same
//             group = __kmpc_taskred_init(items)                 group = alloca; tactus_reduction_begin(group, items)
//             tasks                                              tasks
//             __kmpc_end_taskgroup()                             tactus.sync(end); tactus_reduction_end(group)
//
//   in a task copy = __kmpc_task_reduction_get_th_data(group, address)    copy = tactus_reduction_find(group, address)
//
// The runtime keeps the copies (runtime/regions/task_reduction.h). Where an item's size is known at run time only,
// clang's functions for it read the number of elements from a thread-local variable that tasks set. They are replaced
// by functions that take the size as an argument: the thread that combines need not have run any task.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKREDUCTIONS_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKREDUCTIONS_H

#include "model/TaskConstruct.h"

namespace tactus {

/// Is all that a call of __kmpc_taskred_init says understood?
bool isKnownTaskReduction(const llvm::CallInst &init);

/// Replaces the calls of libomp that begin and end reductions, and those that ask for a task's copies. Comes before
/// groups are marked.
void raiseTaskReductions(const TaskFunction &tasks);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKREDUCTIONS_H

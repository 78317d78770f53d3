//===- Taskloop.h - from OpenMP's taskloop to a call of libtactus --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before    task = __kmpc_omp_task_alloc(..., @entry)        after    task = alloca
//             fill the task, its bounds included                        fill the task, its bounds included
//             __kmpc_taskloop(task, ...)                                tactus_taskloop(code, task, ...)
//
// The task's code takes its bounds from the task's record, so any part of the loop is a copy of the record away. The
// runtime makes those copies when parts are promoted (runtime/openmp/taskloop.cpp), and waits for them: a taskloop
// without a group ends early, which OpenMP allows.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKLOOP_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKLOOP_H

#include "model/TaskConstruct.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Replaces the call of libomp. `record` holds the task, `flags` is the value of its flags; `mayAsk` says whether the
/// task may ask OpenMP where it is.
void raiseTaskloop(const TaskConstruct &task, llvm::AllocaInst *record, llvm::Value *flags, bool mayAsk,
                   llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKLOOP_H

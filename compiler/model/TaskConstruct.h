//===- TaskConstruct.h - OpenMP tasks, as recognised ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What raising finds out about the tasks of one function. The names follow clang's output, which is always in this
// shape when the plugin sees it:
//
//   task = __kmpc_omp_task_alloc(ident, thread, flags, bytes, bytes of shareds, @entry)      Alloc
//   task->shareds[...] = addresses; task->privates... = copies of firstprivate variables
//   __kmpc_omp_task(ident, thread, task)                                                     Submit
//   with dependences, __kmpc_omp_task_with_deps(ident, thread, task, count, items, 0, null)
//   or, where an `if` clause is false:
//   __kmpc_omp_task_begin_if0(...); entry(thread, task); __kmpc_omp_task_complete_if0(...)   Begin, Call, Complete
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_TASKCONSTRUCT_H
#define TACTUS_COMPILER_MODEL_TASKCONSTRUCT_H

#include "abi/openmp.h"
#include "model/Blocker.h"
#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The bits of a task's flags, from kmp.h.
enum TaskFlags : uint64_t {
  TaskFinal = abi::FinalTaskFlag,
  TaskHasDestructors = 8,
  TaskHasPriority = 32,
  TaskIsDetachable = 64
};

/// kmp_task_t: where its fields are.
enum TaskField : uint64_t { TaskShareds = 0, TaskPart = 16, TaskDestructors = 24, TaskPrivates = 40 };

/// One `task` or `taskloop` directive.
struct TaskConstruct {
  SourceLocation location;
  llvm::CallInst *alloc = nullptr;
  llvm::Function *entry = nullptr;
  /// Calls of __kmpc_omp_task and __kmpc_omp_task_with_deps: the task may be deferred there.
  llvm::SmallVector<llvm::CallInst *, 1> submits;
  /// Direct calls of the entry: the task is executed there and then.
  llvm::SmallVector<llvm::CallInst *, 1> undeferred;
  /// __kmpc_taskloop, or null.
  llvm::CallInst *taskloop = nullptr;
  /// Destroys the task's copies of objects, or null.
  llvm::Function *destructors = nullptr;
};

/// The tasks of one function, which are converted together or not at all.
struct TaskFunction {
  llvm::Function *function = nullptr;
  /// Empty if the tasks are converted; else why they are left to libomp, and where.
  std::optional<Blocker> blocker;

  std::vector<TaskConstruct> tasks;
  llvm::SmallVector<llvm::CallInst *, 4> waits;
  llvm::SmallVector<llvm::CallInst *, 4> groupBegins, groupEnds;
  /// Calls of __kmpc_taskred_init, and of __kmpc_task_reduction_get_th_data.
  llvm::SmallVector<llvm::CallInst *, 2> reductions, reductionCopies;
  /// Calls of __kmpc_omp_taskwait_deps_51.
  llvm::SmallVector<llvm::CallInst *, 4> dependenceWaits;
  /// Has one of the tasks dependences, or one of the waits?
  bool hasDependences = false;
  /// Calls that mean nothing any more: __kmpc_omp_taskyield, and the brackets of undeferred tasks.
  llvm::SmallVector<llvm::CallInst *, 4> superfluous;
  /// Barriers of a region that one thread runs.
  llvm::SmallVector<llvm::CallInst *, 2> barriers;

  bool isConverted() const { return !blocker; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_TASKCONSTRUCT_H

//===- TaskRegions.h - parallel regions that one thread runs -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   #pragma omp parallel
//   #pragma omp single          (or master, or masked)
//   create tasks
//
// A region that does nothing outside of such constructs is executed by one thread, and its tasks are all the
// parallelism that it has. Converted, it is a call; its tasks are forks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKREGIONS_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKREGIONS_H

#include "model/TaskConstruct.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

struct TaskRegion {
  SourceLocation location;
  llvm::CallInst *fork = nullptr;
  llvm::Function *microtask = nullptr;
  /// Direct calls of the microtask: what an `if` clause does when it is false.
  llvm::SmallVector<llvm::CallInst *, 1> serialCalls;
  /// Calls that choose the thread, and their ends.
  llvm::SmallVector<llvm::CallInst *, 2> roles, roleEnds;
};

/// Parallel regions of that shape. Whether they are converted depends on what stands in them (TaskRecognition.h).
std::vector<TaskRegion> findTaskRegions(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// Makes the region a call of its microtask, in which the one thread has every role.
/// `hasRecord` if somebody in it may ask OpenMP where it is.
void convertRegion(TaskRegion &region, bool hasRecord);

/// Puts a call between tactus_tasks_enter() and tactus_tasks_leave().
void enterTaskScope(llvm::CallInst *call, llvm::Value *threads);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKREGIONS_H

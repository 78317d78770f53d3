//===- TaskRecognition.h - find the OpenMP tasks that can be converted ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKRECOGNITION_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKRECOGNITION_H

#include "model/TaskConstruct.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace tactus {

/// Looks at every function of the module that creates tasks or waits for them. Each result is to be converted, or
/// carries the reason why it is not. `regions` are the microtasks that one thread will run (TaskRegions.h); tasks that
/// stand in any other microtask stay with the region's threads.
std::vector<std::unique_ptr<TaskFunction>> recogniseTasks(llvm::Module &module,
                                                          const llvm::SmallPtrSetImpl<llvm::Function *> &regions);

/// Gives those a reason whose tasks wait for what others do, or stand in tasks that are left to libomp.
void leaveDependentTasks(llvm::ArrayRef<std::unique_ptr<TaskFunction>> functions,
                         llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKRECOGNITION_H

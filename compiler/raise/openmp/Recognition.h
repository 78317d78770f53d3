//===- Recognition.h - find the OpenMP loops that can be converted -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_RECOGNITION_H
#define TACTUS_COMPILER_RAISE_OPENMP_RECOGNITION_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <vector>

namespace tactus {

/// What is thought of a loop whose iterations create tasks or wait for them.
enum class TasksInLoops { Refused, Listed };

/// Looks at every parallel region of the module. Each result is a loop to convert, or carries the reason why it is not.
std::vector<std::unique_ptr<ParallelLoop>> recogniseParallelLoops(llvm::Module &module,
                                                                  TasksInLoops tasks = TasksInLoops::Refused);

/// The same for one region.
std::unique_ptr<ParallelLoop> recogniseParallelLoop(llvm::CallInst *fork, TasksInLoops tasks = TasksInLoops::Refused);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_RECOGNITION_H

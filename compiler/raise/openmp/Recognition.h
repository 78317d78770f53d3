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

/// The same when the loops have been judged: with what the marks on their forks say (model/RegionMarks.h), their
/// captures, and the blocks that they are cut into.
std::vector<std::unique_ptr<ParallelLoop>> recogniseJudgedLoops(llvm::Module &module);

/// The same for one region.
std::unique_ptr<ParallelLoop> recogniseParallelLoop(llvm::CallInst *fork, TasksInLoops tasks = TasksInLoops::Refused);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_RECOGNITION_H

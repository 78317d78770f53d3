//===- TaskDependences.h - OpenMP tasks with dependences -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task is called where it is created, in the order of the program, which satisfies all dependences. What is raised is
// a mark for the rests, which must ask (model/DependenceMarks.h, docs/decisions/0120):
//
//   before    items = {a, out}                                  after    items = {a, out}
//             __kmpc_omp_task_with_deps(task, 1, items)                   tactus.depend(items, 1)
//                                                                         entry(task)   !tactus.branch
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKDEPENDENCES_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKDEPENDENCES_H

#include "model/DependenceMarks.h"
#include "model/Reasons.h"
#include "model/TaskConstruct.h"
#include <optional>

namespace tactus {

/// Why a function whose tasks have dependences is left to libomp, though each call in it is understood.
std::optional<Reason> reasonAgainstDependences(const TaskFunction &tasks, bool isRegion);

/// Is the function none of clang's, for the code of a region or a task, nor ours?
bool isHelper(const llvm::Function &function);

/// Where tasks of the function are waited for, but for its end.
bool waitsForTasks(const llvm::Instruction &instruction);

/// The items of a submission that has any, as lists of the marks have them; their memory becomes the spawn's.
DependenceList itemsOfSpawn(const llvm::CallBase &call);

/// Makes marks of the calls that wait for the users of items.
void raiseDependenceWaits(const TaskFunction &tasks, llvm::Value *scope);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKDEPENDENCES_H

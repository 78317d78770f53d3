//===- TaskBody.h - the code of a task -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKBODY_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKBODY_H

#include "model/TaskConstruct.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Brings the entry of every task into one shape: clang's outlined body and its map of private variables are inlined,
/// and local variables are SSA values. Returns whether anything changed.
bool tidyTaskEntries(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// Turns local variables whose address is not taken into SSA values, also where optimisation is off.
void promoteVariables(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Makes the entry a function that runs the task from its beginning to its end, whoever calls it: the parts of an
/// untied task follow each other, and the task's copies of objects are destroyed at the end.
void finishTaskEntry(const TaskConstruct &task);

/// The entry's only call, if the rest of it is a few instructions before and after, and no handler; else null. Such a
/// task is inlined where it is created, and the call itself becomes the fork's first branch ("peeling").
llvm::CallBase *callOfThunk(llvm::Function &entry);

/// Has the task less work than a fork costs?
bool isTrivialTask(const llvm::Function &entry);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKBODY_H

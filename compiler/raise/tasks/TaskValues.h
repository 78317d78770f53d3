//===- TaskValues.h - what a task is given, as values --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang hands a task over in memory: a record with the addresses of shared variables and copies of the others. libomp
// keeps it until the task runs. A task that is called where it is created needs none:
//
//   task->shareds[0] = &x; task->privates.n = n; call entry(0, task)       →    call entry(&x, n)
//
// The values travel in registers, and the optimiser sees them. The new function has the name of the old one, which says
// that it is a task (TaskWaits, `tactus analyze`).
//
// Not handled, and left in memory: fields of which the task takes the address, such as arrays and objects; records that
// the creator hands to others, such as the copy constructors of C++; fields that a task reads in several ways; tasks
// with constructs of their own.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKVALUES_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKVALUES_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// `call` is entry(number, record), of a record that its function has. Returns the call that has taken its place, or
/// `call` itself if the record is needed.
llvm::CallInst *passTaskByValue(llvm::CallInst *call, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKVALUES_H

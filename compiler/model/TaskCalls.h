//===- TaskCalls.h - calls of libomp's tasking -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_TASKCALLS_H
#define TACTUS_COMPILER_MODEL_TASKCALLS_H

#include "llvm/IR/InstrTypes.h"

namespace tactus {

/// Is the function one of libomp's tasking?
bool isTasking(llvm::StringRef name);

/// The entry of a task that is created by this call, or null.
llvm::Function *taskEntryOf(const llvm::CallBase &call);

/// Of a call of __kmpc_taskloop: its task, and what copies firstprivate objects from task to task.
llvm::Value *taskOfTaskloop(const llvm::CallBase &call);
llvm::Value *duplicationOfTaskloop(const llvm::CallBase &call);

/// Does the call cancel the group of the task that it stands in, or ask whether somebody has?
bool cancelsGroup(const llvm::Instruction &instruction);

/// Is this the variable that clang keeps the number of elements of a reduction's item in?
bool isReductionSize(const llvm::Value *variable);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_TASKCALLS_H

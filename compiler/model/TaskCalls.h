//===- TaskCalls.h - calls of libomp's tasking -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_TASKCALLS_H
#define TACTUS_COMPILER_MODEL_TASKCALLS_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// Is the function one of libomp's tasking?
bool isTasking(llvm::StringRef name);
/// Is there any such function in the module?
bool usesTasking(const llvm::Module &module);

/// The entry of a task that is created by this call, or null.
llvm::Function *taskEntryOf(const llvm::CallBase &call);

/// Does the call submit a task to libomp, with dependences or without?
bool isTaskSubmission(const llvm::Instruction &instruction);

/// The items that a call names, of __kmpc_omp_task_with_deps or __kmpc_omp_taskwait_deps_51. They are null if they are
/// not as many in each execution, in a variable of the function's.
struct DependenceItems {
  llvm::AllocaInst *items = nullptr;
  llvm::ConstantInt *count = nullptr;
};
DependenceItems dependenceItemsOf(const llvm::CallBase &call);

/// Of a call of __kmpc_taskloop: its task, and what copies firstprivate objects from task to task.
llvm::Value *taskOfTaskloop(const llvm::CallBase &call);
llvm::Value *duplicationOfTaskloop(const llvm::CallBase &call);

/// Does the call cancel the group of the task that it stands in, or ask whether somebody has?
bool cancelsGroup(const llvm::Instruction &instruction);

/// Finds the calling strand's copy of what a task reduces into (abi/openmp.h).
inline constexpr const char *FindReductionName = "tactus_reduction_find";
/// On such a call: no call stands between it and the end of its task, which is a part of its creator's code.
inline constexpr const char *MomentaryReduction = "tactus.momentary";

/// Is this the variable that clang keeps the number of elements of a reduction's item in?
bool isReductionSize(const llvm::Value *variable);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_TASKCALLS_H

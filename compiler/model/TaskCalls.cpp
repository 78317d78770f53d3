//===- TaskCalls.cpp - calls of libomp's tasking ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/TaskCalls.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace tactus {

bool isTasking(StringRef name) {
  return name.starts_with("__kmpc_") && name.contains("task") && !name.contains("doacross");
}

bool usesTasking(const Module &module) {
  return any_of(module, [](const Function &function) { return isTasking(function.getName()); });
}

Function *taskEntryOf(const CallBase &call) {
  if (!isCallTo(call, "__kmpc_omp_task_alloc") || call.arg_size() != 6)
    return nullptr;
  return dyn_cast<Function>(call.getArgOperand(5)->stripPointerCasts());
}

bool cancelsGroup(const Instruction &instruction) {
  // kmp.h: cancel_taskgroup
  constexpr uint64_t Taskgroup = 4;
  if (!isCallTo(instruction, "__kmpc_cancel") && !isCallTo(instruction, "__kmpc_cancellationpoint"))
    return false;
  auto *kind = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(2));
  return !kind || kind->equalsInt(Taskgroup);
}

bool isTaskSubmission(const Instruction &instruction) {
  return isCallTo(instruction, "__kmpc_omp_task") || isCallTo(instruction, "__kmpc_omp_task_with_deps");
}

DependenceItems dependenceItemsOf(const CallBase &call) {
  bool isTask = isCallTo(call, "__kmpc_omp_task_with_deps");
  unsigned first = isTask ? 3 : 2;
  if (!isTask && !isCallTo(call, "__kmpc_omp_taskwait_deps_51"))
    return {};
  auto *count = dyn_cast<ConstantInt>(call.getArgOperand(first));
  auto *items = dyn_cast<AllocaInst>(call.getArgOperand(first + 1)->stripPointerCasts());
  auto *others = dyn_cast<ConstantInt>(call.getArgOperand(first + 2));
  if (!count || !items || !items->isStaticAlloca() || !others || !others->isZero())
    return {};
  return {items, count};
}

Value *taskOfTaskloop(const CallBase &call) { return call.getArgOperand(2)->stripPointerCasts(); }

Value *duplicationOfTaskloop(const CallBase &call) {
  return call.getArgOperand(call.arg_size() - 1)->stripPointerCasts();
}

bool isReductionSize(const Value *variable) {
  return variable->getName().starts_with("reduction_size.") && variable->getName().ends_with(".artificial.");
}

} // namespace tactus

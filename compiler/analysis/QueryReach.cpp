//===- QueryReach.cpp - which code may ask OpenMP where it is ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/QueryReach.h"
#include "analysis/CallClosure.h"
#include "analysis/PromotionReach.h"
#include "ir/OpenMPFunctions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

QueryReach::QueryReach(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  // Whoever runs a task, its copy of a reduction is found by the group.
  auto isQuery = [](StringRef name) { return openmpFunctionKind(name) && name != "__kmpc_task_reduction_get_th_data"; };
  for (Function &function : module)
    if (function.isDeclaration() && !isQuery(function.getName()) &&
        (function.getName().starts_with("tactus.") || function.getName().starts_with("tactus_tasks_") ||
         isLibraryFunction(function, libraryInfo(function))) &&
        !function.getName().starts_with("tactus_parallel_"))
      harmless.insert(&function);
  closeOverCalls(
      module, asking, [&](const CallBase &call) { return mayAsk(call); }, [](const Function &) { return false; });
}

/// A runtime function may call what it is given: a microtask, a task's entry, the branches of a fork.
bool QueryReach::mayAskThrough(const Value &operand) const {
  const Value *value = operand.stripPointerCasts();
  if (auto *function = dyn_cast<Function>(value))
    return function->isDeclaration() ? !harmless.contains(function) : asking.contains(function);
  auto *data = dyn_cast<GlobalVariable>(value);
  if (!data || !data->hasInitializer())
    return false;
  return any_of(data->getInitializer()->operands(), [&](const Use &field) {
    auto *function = dyn_cast<Function>(field->stripPointerCasts());
    return function && mayAskThrough(*function);
  });
}

bool QueryReach::mayAsk(const CallBase &call) const {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm() || call.doesNotReturn())
    return false;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return true;
  if (!callee->isDeclaration() && !callee->isInterposable())
    return asking.contains(callee);
  if (callee->getName() == "__tactus_fork" && !isa<Constant>(call.getArgOperand(2)))
    return true;
  return !harmless.contains(callee) || any_of(call.args(), [&](const Use &operand) { return mayAskThrough(*operand); });
}

} // namespace tactus

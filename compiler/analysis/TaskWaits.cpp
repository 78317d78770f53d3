//===- TaskWaits.cpp - which calls may wait for their caller's tasks -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/TaskWaits.h"
#include "analysis/StrandRules.h"
#include "model/DependenceMarks.h"
#include "model/SpawnMarks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static StringRef nameOfCallee(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee ? callee->getName() : StringRef();
}

static bool isTask(const Function &function) { return function.getName().starts_with(".omp_task_entry"); }

/// A region or a task, whose children are nobody else's business.
static bool isRegion(const Function &function) {
  return function.getName().contains(".omp_outlined") || isTask(function);
}

Function *TaskWaits::knownCallee(const CallBase &call) {
  Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && !callee->isInterposable() ? callee : nullptr;
}

TaskWaits::TaskWaits(Module &module, const PromotionReach &promotionReach) : reach(promotionReach) {
  for (StringRef name : {"__kmpc_omp_task", "__kmpc_omp_task_with_deps", "__kmpc_taskloop", "__kmpc_taskloop_5"})
    if (Function *function = module.getFunction(name))
      moduleCreates |= !function->use_empty();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function &function : module)
      for (const Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallBase>(&instruction)) {
          if (mayMeetTeam(*call))
            changed |= meeting.insert(&function).second;
          if (mayWait(*call))
            changed |= waiting.insert(&function).second;
          if (mayCreateOnLibomp(*call))
            changed |= creating.insert(&function).second;
          if (mayCreateInGroup(*call))
            changed |= creatingInGroup.insert(&function).second;
          if (mayCreateChildrenOnLibomp(*call))
            changed |= creatingChildren.insert(&function).second;
        }
  }
}

bool TaskWaits::mayWait(const CallBase &call) const {
  if (isSpawnedCall(call) || isa<IntrinsicInst>(call) || call.isInlineAsm())
    return false;
  StringRef name = nameOfCallee(call);
  if (name == SyncName)
    return isSyncOfKind(call, SyncKind::All);
  // Tasks of the callee's may depend on those of its caller.
  if (name == WaitName || name == DependenceName)
    return true;
  // A taskloop waits for its own tasks only.
  if (name == SpawnName || name == JoinName || name == UnwindingName || name == "tactus_taskloop")
    return false;
  if (name.starts_with("__kmpc_"))
    return name.contains("taskwait") || name.contains("deps") || isTeamFunction(name);
  if (const Function *callee = knownCallee(call))
    return !isRegion(*callee) && waiting.contains(callee);
  return reach.mayReach(call);
}

bool TaskWaits::mayMeetTeam(const CallBase &call) const {
  const Function *callee = knownCallee(call);
  return callee ? !isRegion(*callee) && meeting.contains(callee) : isTeamFunction(nameOfCallee(call));
}

bool TaskWaits::mayCreateOnLibomp(const CallBase &call) const { return mayCreate(call, creating); }

bool TaskWaits::mayCreateInGroup(const CallBase &call) const {
  return mayCreate(call, creatingInGroup, /*throughTasks=*/true);
}

bool TaskWaits::mayCreateChildrenOnLibomp(const CallBase &call) const {
  return !isSpawnedCall(call) && mayCreate(call, creatingChildren);
}

bool TaskWaits::mayCreate(const CallBase &call, const Functions &known, bool throughTasks) const {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm())
    return false;
  StringRef name = nameOfCallee(call);
  if (name == SyncName || name == SpawnName || name == JoinName || name == UnwindingName || name == DependenceName)
    return false;
  if (name.starts_with("__kmpc_"))
    return name.contains("task");
  if (const Function *callee = knownCallee(call))
    return (!isRegion(*callee) || (throughTasks && isTask(*callee))) && known.contains(callee);
  return reach.mayReach(call);
}

} // namespace tactus

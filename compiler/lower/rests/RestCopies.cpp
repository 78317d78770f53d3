//===- RestCopies.cpp - functions that wait for their caller's tasks, for rests ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/RestCopies.h"
#include "ir/DebugScope.h"
#include "model/DependenceMarks.h"
#include "model/SpawnMarks.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

/// On calls that are calls of copies in rests. Marks of spawns are gone by then, and a spawned call must stay as it is.
static constexpr const char *CallMark = "tactus.in_rest";

static void mark(CallBase &call) { call.setMetadata(CallMark, MDNode::get(call.getContext(), {})); }

bool RestCopies::covers(const CallBase &call) { return call.hasMetadata(CallMark); }

static bool isSync(const CallBase &call) {
  return call.getCalledFunction() && call.getCalledFunction()->getName() == SyncName;
}

static bool isLibompWait(const CallBase &call) {
  return call.getCalledFunction() && call.getCalledFunction()->getName() == "__kmpc_omp_taskwait";
}

static void insertWait(Instruction *position) {
  Module &module = *position->getModule();
  IRBuilder<> builder(position);
  CallInst *wait = builder.CreateCall(module.getOrInsertFunction(TaskWaits::WaitName, builder.getVoidTy()));
  wait->setDoesNotThrow();
}

RestCopies::RestCopies(const TaskWaits &waits, ArrayRef<Function *> functions) : waits(waits) {
  // Children that libomp runs are known to the thread that has made them only. (Those of other files: task_wait.h.)
  if (waits.createsOnLibomp())
    return;
  SmallVector<Function *, 8> made;
  for (Function *function : functions)
    makeCopies(*function, made);
  for (size_t next = 0; next < made.size(); ++next)
    makeCopies(*made[next], made);
  for (Function *function : functions)
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && copyFor(*call))
        mark(*call);
  for (Function *copy : made) {
    SmallVector<CallBase *, 8> direct;
    bool isConverted = any_of(instructions(*copy), [](Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return call && isSync(*call);
    });
    // In a converted function, waits on libomp stand behind syncs.
    for (Instruction &instruction : instructions(*copy))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && waits.mayWait(*call) && !copyFor(*call) && !(isConverted && isLibompWait(*call)))
        direct.push_back(call);
    // Behind a sync the function's own tasks have been joined, by whoever runs what follows. A call that may wait
    // becomes a sync, too.
    for (CallBase *call : direct)
      insertWait(isSync(*call) ? call->getNextNode() : call);
    for (Instruction &instruction : instructions(*copy))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && copyFor(*call)) {
        mark(*call);
        call->setCalledFunction(copyFor(*call));
      }
  }
}

void RestCopies::makeCopies(Function &caller, SmallVectorImpl<Function *> &made) {
  for (Instruction &instruction : instructions(caller)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || !waits.mayWait(*call))
      continue;
    Function *callee = TaskWaits::knownCallee(*call);
    if (!callee || copies.contains(callee) || waits.mayCreateChildrenOnLibomp(*call) || waits.mayMeetTeam(*call) ||
        hasDependences(*callee) || callee->callsFunctionThatReturnsTwice())
      continue;
    ValueToValueMapTy values;
    Function *copy = CloneFunction(callee, values);
    copy->setName(callee->getName() + ".in_rest");
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setVisibility(GlobalValue::DefaultVisibility);
    copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
    copy->setDSOLocal(true);
    copy->setComdat(nullptr);
    nameClone(*copy);
    separateAssignments(*copy);
    copies[callee] = copy;
    made.push_back(copy);
  }
}

Function *RestCopies::copyFor(const CallBase &call) const {
  if (isSpawnedCall(call))
    return nullptr;
  auto found = copies.find(call.getCalledFunction());
  return found == copies.end() ? nullptr : found->second;
}

void RestCopies::redirect(Function &rest) const {
  for (Instruction &instruction : instructions(rest))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && covers(*call))
      if (Function *copy = copyFor(*call))
        call->setCalledFunction(copy);
}

SmallVector<Function *, 8> RestCopies::all() const {
  SmallVector<Function *, 8> functions;
  for (auto &[original, copy] : copies)
    functions.push_back(copy);
  return functions;
}

void RestCopies::eraseUnused() {
  for (bool changed = true; changed;) {
    changed = false;
    copies.remove_if([&](auto &entry) {
      if (!entry.second->use_empty())
        return false;
      entry.second->eraseFromParent();
      changed = true;
      return true;
    });
  }
}

} // namespace tactus

//===- LoopTasks.cpp - tasks that loops create ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/LoopTasks.h"
#include "lower/rests/Rest.h"
#include "model/DependenceMarks.h"
#include "model/RuntimeCalls.h"
#include "tactus/latent.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// Does the spawn's rest come to the spawn again?
static bool isInLoop(const Spawn &spawn, const Marks &marks) {
  SmallPtrSet<const Instruction *, 8> ends;
  for (const Sync &sync : marks.syncs)
    if (sync.waitsForAll || sync.group == spawn.group)
      ends.insert(sync.position);
  auto *decision = cast<BranchInst>(spawn.record->getParent()->getTerminator());
  return anyUntil(
      {decision->getSuccessor(1)}, [&](const Instruction &instruction) { return ends.contains(&instruction); },
      [&](const Instruction &instruction) { return &instruction == spawn.record; });
}

/// Does the call come back to the function, by way of code of this module? The tasks of a recursion are long near its
/// root, where they are promoted, and it should not pay for a scope at each step.
static bool isRecursion(const CallBase &call, const Function &function) {
  SmallPtrSet<const Function *, 16> seen;
  SmallVector<const Function *, 16> worklist{call.getCalledFunction()};
  while (!worklist.empty()) {
    const Function *callee = worklist.pop_back_val();
    if (callee == &function)
      return true;
    if (!callee || !seen.insert(callee).second)
      continue;
    for (const Instruction &instruction : instructions(callee))
      if (auto *inner = dyn_cast<CallBase>(&instruction))
        worklist.push_back(inner->getCalledFunction());
  }
  return false;
}

/// The memory that is given to the spawned call as its task's record, with what the record's first field points to; no
/// record if there is none.
static TaskMemory memoryOf(const CallBase &call, const SpawnMemory &memory) {
  auto bytesOf = [](const AllocaInst &variable) {
    auto *type = dyn_cast<ArrayType>(variable.getAllocatedType());
    return type ? type->getNumElements() : 0;
  };
  TaskMemory found;
  for (const Use &argument : call.args())
    if (auto *variable = dyn_cast<AllocaInst>(argument.get()); variable && memory.contains(variable)) {
      found.record = variable;
      found.recordBytes = bytesOf(*variable);
    }
  if (!found.record)
    return found;
  for (User *user : found.record->users())
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == found.record)
      if (auto *shareds = dyn_cast<AllocaInst>(store->getValueOperand()); shareds && memory.contains(shareds)) {
        found.shareds = shareds;
        found.sharedBytes = bytesOf(*shareds);
      }
  return found;
}

/// Is the call all that the task does? Then a copy of what it is given is all that a deferred task needs.
static DeferredForm formOf(const Spawn &spawn, const TaskMemory &memory) {
  bool isAll = isa<CallInst>(spawn.firstBranch) && spawn.firstBranch->getNextNode() == spawn.record;
  return isAll ? deferredFormOf(*spawn.firstBranch, memory) : DeferredForm::None;
}

/// A deferred task finds the copies of the reducing group that its scope began in. The function's own groups come
/// later.
static bool usesReductions(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return calleeName(instruction).starts_with("tactus_reduction_");
  });
}

uint64_t markLoopTasks(Function &function, const Marks &marks) {
  SmallVector<std::pair<DeferredForm, TaskMemory>, 8> forms;
  bool isAnyDeferred = false;
  for (const Spawn &spawn : marks.spawns) {
    // What a task only called may have become a latent loop, which stands there instead.
    bool isCall = spawn.firstBranch;
    TaskMemory memory = isCall ? memoryOf(*spawn.firstBranch, marks.memory) : TaskMemory();
    bool mayGain = isCall && isInLoop(spawn, marks) && !isRecursion(*spawn.firstBranch, function);
    DeferredForm form = mayGain ? formOf(spawn, memory) : DeferredForm::None;
    isAnyDeferred |= form != DeferredForm::None;
    forms.push_back({form, memory});
  }
  SmallVector<Instruction *, 4> groupEnds;
  for (Instruction &instruction : instructions(function))
    if (isSyncOfKind(instruction, SyncKind::GroupEnd))
      groupEnds.push_back(&instruction);
  // A strand that waits at the end of a group must hold no lock that deferred tasks from before the group may want.
  bool mayWaitWithLock = !groupEnds.empty() && any_of(instructions(function), takesLock);
  if (!isAnyDeferred || mayWaitWithLock || usesReductions(function))
    return 0;
  // All that is promoted in the function begins a scope, or belongs to one.
  AllocaInst *scope = createDependenceScope(function);
  for (auto [spawn, form] : zip(marks.spawns, forms))
    if (spawn.firstBranch)
      markDependences(spawn.firstBranch, *spawn.record, scope, {}, form.first, form.second);
  for (Instruction *end : groupEnds)
    markDependenceWait(end->getNextNode(), scope, {});
  return groupEnds.empty() ? TACTUS_FORK_NEVER_AWAITS : 0;
}

} // namespace tactus

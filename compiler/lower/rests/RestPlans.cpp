//===- RestPlans.cpp - which code is the rest behind each spawn ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A rest is the code from behind its spawn to the syncs that wait for it, and to where its exceptions leave it. What is
// alive where it begins and used in it is its environment; what it defines and what is alive where it ends, its
// results.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/RestPlans.h"
#include "abi/forks.h"
#include "lower/rests/RestExceptions.h"
#include "model/ThrowingCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

RestPlans::RestPlans(Function &function, ArrayRef<Spawn> spawns, ArrayRef<Sync> syncs, const SpawnMemory &spawnMemory,
                     SpawnExceptions &exceptions, uint64_t flags)
    : function(function), spawnMemory(spawnMemory), exceptions(exceptions), flags(flags) {
  for (const Spawn &spawn : spawns) {
    auto plan = std::make_unique<Rest>();
    plan->spawn = spawn;
    auto *decision = cast<BranchInst>(spawn.record->getParent()->getTerminator());
    plan->join = decision->getSuccessor(0);
    plan->rest = decision->getSuccessor(1);
    plans.push_back(std::move(plan));
  }
  for (const Sync &sync : syncs)
    splitAt(sync.position, sync);
  for (BasicBlock &block : make_early_inc_range(function))
    if (isa<ReturnInst>(block.getTerminator()))
      splitAt(block.getTerminator(), Sync());
}

std::vector<std::pair<Spawn, NoFork>> RestPlans::complete() {
  for (auto &plan : plans)
    findRegion(*plan);
  prepareExceptions();
  padsLike.clear(); // of blocks that may be gone
  for (auto &plan : plans)
    findRegion(*plan);
  completeExits();
  demoteExits();
  do
    for (auto &plan : plans)
      findValues(*plan);
  while (demoteUnsupported());
  std::vector<std::pair<Spawn, NoFork>> calls;
  SmallPtrSet<const Instruction *, 8> spawned;
  for (auto &plan : plans)
    spawned.insert(plan->spawn.firstBranch);
  for (auto plan = plans.begin(); plan != plans.end();) {
    auto reason = obstacleToFork(**plan, function, spawned);
    if (!reason && throwsBehindValue(**plan))
      reason = NoFork::ThrowsBehindValue;
    if (reason == NoFork::NothingToDo && endsBeforeCall(**plan))
      reason = NoFork::CallMayWait;
    if (reason) {
      calls.emplace_back((*plan)->spawn, *reason);
      makeCall(**plan);
    }
    plan = reason ? plans.erase(plan) : std::next(plan);
  }
  return calls;
}

void RestPlans::splitAt(Instruction *position, const Sync &sync) {
  BasicBlock *block = position->getParent();
  // A block of its own, without phis, whose only way in is the code before it.
  BasicBlock *rest = SplitBlock(block, position);
  syncBlocks[rest] = sync;
}

bool RestPlans::endsAt(const Rest &plan, BasicBlock *block) const {
  auto found = syncBlocks.find(block);
  return found != syncBlocks.end() && (found->second.waitsForAll || found->second.group == plan.spawn.group);
}

bool RestPlans::endsBeforeCall(const Rest &plan) const {
  return any_of(plan.exits, [&](BasicBlock *exit) {
    auto sync = syncBlocks.find(exit);
    return sync != syncBlocks.end() && sync->second.isBeforeCall;
  });
}

void RestPlans::findRegion(Rest &plan) {
  plan.region.clear();
  plan.exits.clear();
  plan.throwExits.clear();
  SmallVector<BasicBlock *, 16> worklist{plan.rest};
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    bool throws = exceptions.isPrepared() ? exceptions.endsByException(plan, block) : isThrowExit(*block);
    if (throws || endsAt(plan, block)) {
      addExit(plan, block, plan.pad ? plan.pad : exceptions.padOfHandler(block));
      continue;
    }
    // The ways to the join and from an exception of another spawn are no part of the code as it was written.
    bool isAdded = any_of(plans, [&](auto &other) { return other->join == block || other->unwound == block; });
    if (isAdded || !plan.region.insert(block).second)
      continue;
    append_range(worklist, successors(block));
  }
  // In the order of the function, so that rests that are the same code number them in the same way.
  SmallVector<BasicBlock *, 2> found = std::move(plan.exits);
  plan.exits.clear();
  for (BasicBlock &block : function)
    if (is_contained(found, &block))
      plan.exits.push_back(&block);
}

/// Rests end where they throw, and a landing pad says so of every call.
void RestPlans::prepareExceptions() {
  SmallPtrSet<BasicBlock *, 32> regions;
  SmallVector<CallInst *, 8> throwing;
  for (auto &plan : plans) {
    regions.insert(plan->region.begin(), plan->region.end());
    // No exception may leave a task of OpenMP's.
    auto *call = dyn_cast_or_null<CallInst>(plan->spawn.firstBranch);
    if (call && !(flags & TACTUS_FORK_OF_TASK) && mayThrowInFunction(*call))
      throwing.push_back(call);
  }
  restPad = makeInvokes(function, regions, throwing, [&](CallInst *call, InvokeInst *invoke) {
    for (auto &plan : plans)
      if (plan->spawn.firstBranch == call)
        plan->spawn.firstBranch = invoke;
  });
  if (!(flags & TACTUS_FORK_OF_TASK))
    exceptions.prepare(plans);
}

void RestPlans::makeCallsAgain(ArrayRef<Fork> forks) {
  if (!restPad)
    return;
  SmallVector<InvokeInst *, 8> invokes;
  for (BasicBlock *caller : predecessors(restPad))
    if (auto *invoke = dyn_cast<InvokeInst>(caller->getTerminator()))
      if (none_of(forks, [&](const Fork &fork) { return fork.firstBranch == invoke; }))
        invokes.push_back(invoke);
  for (InvokeInst *invoke : invokes)
    if (invoke->getFunction() == &function)
      changeToCall(invoke);
}

void RestPlans::addExit(Rest &plan, BasicBlock *exit, BasicBlock *pad) {
  if (is_contained(plan.exits, exit))
    return;
  plan.exits.push_back(exit);
  if (syncBlocks.contains(exit))
    return;
  plan.throwExits.insert(exit);
  padsLike.try_emplace(exit, pad);
}

/// A spawn inside another's rest: wherever its own rest ends, by an exception of either, the other must be able to.
void RestPlans::completeExits() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &outer : plans)
      for (auto &inner : plans) {
        if (!outer->region.contains(inner->spawn.record->getParent()))
          continue;
        size_t before = outer->exits.size();
        auto exits = inner->exits; // which may be those that get more
        for (BasicBlock *exit : exits) {
          if (!outer->region.contains(exit))
            addExit(*outer, exit, padsLike.lookup(exit));
          if (!inner->pad || !syncBlocks.contains(exit))
            continue;
          BasicBlock *pad = exceptions.padOfSync(exit);
          if (isThrowExit(*pad) && !outer->region.contains(pad) && !is_contained(outer->exits, pad))
            addExit(*outer, SpawnExceptions::handlerBehind(pad), pad);
        }
        changed |= outer->exits.size() != before;
      }
  }
}

/// What is entered from landing pads has no phis.
void RestPlans::demoteExits() {
  SmallSetVector<BasicBlock *, 8> entered;
  for (auto &plan : plans)
    entered.insert(plan->throwExits.begin(), plan->throwExits.end());
  for (BasicBlock &block : function)
    if (isThrowExit(block))
      entered.insert(&block);
  for (BasicBlock *block : entered)
    demotePhis(*block);
}

static bool isUsedIn(const Value *value, const Blocks &region) {
  return any_of(value->uses(), [&](const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    const auto *phi = dyn_cast<PHINode>(user);
    return region.contains(phi ? phi->getIncomingBlock(use) : user->getParent());
  });
}

void RestPlans::findValues(Rest &plan) {
  plan.environment.clear();
  plan.results.clear();
  auto classify = [&](Value *value) {
    auto *variable = dyn_cast<AllocaInst>(value);
    if (value->use_empty() || (variable && spawnMemory.contains(variable)))
      return;
    Blocks live = liveBlocks(value);
    auto *instruction = dyn_cast<Instruction>(value);
    bool isResult = instruction && plan.region.contains(instruction->getParent()) &&
                    any_of(plan.exits, [&](BasicBlock *exit) { return live.contains(exit); });
    if (isResult)
      plan.results.push_back(instruction);
    if (live.contains(plan.rest) && (isResult || isUsedIn(value, plan.region)))
      plan.environment.push_back(value);
  };
  for (Argument &argument : function.args())
    classify(&argument);
  for (Instruction &instruction : instructions(function))
    if (!instruction.getType()->isVoidTy())
      classify(&instruction);
}

/// Values that are no scalars of a word travel in memory.
bool RestPlans::demoteUnsupported() {
  SmallSetVector<Instruction *, 8> values;
  for (auto &plan : plans) {
    for (Value *value : plan->environment)
      if (auto *instruction = dyn_cast<Instruction>(value))
        if (!isWord(instruction->getType()) && !instruction->getType()->isTokenTy())
          values.insert(instruction);
    for (Instruction *value : plan->results)
      if (!isWord(value->getType()) && !value->getType()->isTokenTy())
        values.insert(value);
  }
  for (Instruction *value : values)
    if (auto *phi = dyn_cast<PHINode>(value))
      DemotePHIToStack(phi);
    else
      DemoteRegToStack(*value);
  return !values.empty();
}

static bool isMadeBetween(const Value *object, Instruction *begin, BasicBlock *end) {
  Blocks seen{end};
  SmallVector<BasicBlock *, 16> worklist{begin->getParent()};
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    for (Instruction &instruction : *block)
      if ((block != begin->getParent() || begin->comesBefore(&instruction)) && makes(instruction, object))
        return true;
    append_range(worklist, successors(block));
  }
  return false;
}

/// The end of the function, or of a scope that it is left from: an exception there would have to destroy the object
/// that is returned, which clang's code does not foresee.
bool RestPlans::throwsBehindValue(const Rest &plan) const {
  Argument *value = nullptr;
  for (Argument &argument : function.args())
    if (argument.hasStructRetAttr())
      value = &argument;
  if (!plan.pad || !value)
    return false;
  return any_of(plan.exits, [&](BasicBlock *exit) {
    auto found = syncBlocks.find(exit);
    if (found == syncBlocks.end())
      return false;
    if (!found->second.position)
      return true;
    return found->second.groupBegin && isMadeBetween(value, found->second.groupBegin, exit);
  });
}

void RestPlans::makeCall(Rest &plan) {
  auto *decision = cast<BranchInst>(plan.spawn.record->getParent()->getTerminator());
  auto *condition = cast<Instruction>(decision->getCondition());
  BranchInst::Create(plan.rest, decision->getIterator());
  decision->eraseFromParent();
  condition->eraseFromParent();
  plan.spawn.record->eraseFromParent();
  DeleteDeadBlock(plan.join);
  if (!plan.pad)
    return;
  // An exception always goes on from where the call stands.
  Instruction *unwound = unwoundRecord(plan.pad);
  unwound->replaceAllUsesWith(ConstantPointerNull::get(cast<PointerType>(unwound->getType())));
  unwound->eraseFromParent();
  auto *where = cast<BranchInst>(plan.decision->getTerminator());
  BranchInst::Create(where->getSuccessor(1), where->getIterator());
  where->eraseFromParent();
  DeleteDeadBlock(plan.unwound);
}

} // namespace tactus

//===- Rest.cpp - the rest of a function behind a spawn ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/Rest.h"
#include "analysis/AddressUses.h"
#include "lower/rests/RestExceptions.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

bool anyUntil(SmallVector<const BasicBlock *, 16> blocks, function_ref<bool(const Instruction &)> ends,
              function_ref<bool(const Instruction &)> holds) {
  SmallPtrSet<const BasicBlock *, 16> seen;
  while (!blocks.empty()) {
    const BasicBlock *block = blocks.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    bool ended = false;
    for (const Instruction &instruction : *block) {
      ended = ends(instruction);
      if (ended)
        break;
      if (holds(instruction))
        return true;
    }
    if (!ended)
      append_range(blocks, successors(block));
  }
  return false;
}

bool isWord(const Type *type) {
  return type->isPointerTy() || type->isFloatTy() || type->isDoubleTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

bool endsRest(const Rest &inner, const Rest &outer) {
  return inner.exits == outer.exits && inner.results == outer.results && inner.region.size() == outer.region.size() &&
         all_of(inner.region, [&](BasicBlock *block) { return outer.region.contains(block); });
}

static bool hasCycle(const Rest &rest) {
  // Each block of a region without cycles comes after its predecessors.
  DenseMap<BasicBlock *, unsigned> pending;
  for (BasicBlock *block : rest.region)
    for (BasicBlock *successor : successors(block))
      if (rest.region.contains(successor))
        ++pending[successor];
  SmallVector<BasicBlock *, 16> ready;
  size_t done = 0;
  for (BasicBlock *block : rest.region)
    if (pending.lookup(block) == 0)
      ready.push_back(block);
  while (!ready.empty()) {
    BasicBlock *block = ready.pop_back_val();
    ++done;
    for (BasicBlock *successor : successors(block))
      if (rest.region.contains(successor) && --pending[successor] == 0)
        ready.push_back(successor);
  }
  return done != rest.region.size();
}

/// Is there anything in the rest that a task could be worth? Loops and calls; where races are looked for, whatever may
/// take part in one.
static bool hasWork(const Rest &rest) {
  bool looksForRaces = rest.rest->getParent()->hasFnAttribute(Attribute::SanitizeThread);
  for (BasicBlock *block : rest.region) {
    for (Instruction &instruction : *block) {
      if (looksForRaces && isa<LoadInst, StoreInst>(instruction))
        return true;
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !calleeName(*call).starts_with("__kmpc_") &&
          !calleeName(*call).starts_with("tactus."))
        return true;
      if (call && calleeName(*call) == "__kmpc_fork_call")
        return true;
    }
  }
  return hasCycle(rest);
}

static bool hasLockBefore(const Rest &rest, const CallBase &unlock, StringRef name, const DominatorTree &dominators) {
  for (BasicBlock *block : rest.region)
    for (Instruction &instruction : *block)
      if (auto *call = dyn_cast<CallBase>(&instruction); call && calleeName(*call).starts_with(name) &&
                                                         dominators.dominates(call, &unlock) &&
                                                         dominators.dominates(rest.rest, block))
        return true;
  return false;
}

bool makes(const Instruction &instruction, const Value *object) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return getUnderlyingObject(store->getPointerOperand()) == object;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || call->arg_size() == 0 || getUnderlyingObject(call->getArgOperand(0)) != object)
    return false;
  if (isa<MemIntrinsic>(call) || call->paramHasAttr(0, Attribute::StructRet))
    return true;
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(calleeName(*call).str().c_str()) || !demangler.isCtorOrDtor())
    return false;
  char *name = demangler.getFunctionBaseName(nullptr, nullptr);
  bool isDestructor = name && *name == '~';
  std::free(name);
  return !isDestructor;
}

/// Does the rest leave a handler that it has not entered, or end inside of one? Exceptions that are being handled
/// belong to their thread.
static bool leavesHandler(const Rest &rest) {
  SmallVector<std::pair<BasicBlock *, unsigned>, 16> worklist{{rest.rest, 0}};
  DenseSet<std::pair<BasicBlock *, unsigned>> seen;
  while (!worklist.empty()) {
    auto [block, depth] = worklist.pop_back_val();
    if (!rest.region.contains(block)) {
      if (depth > 0 && is_contained(rest.exits, block))
        return true;
      continue;
    }
    if (!seen.insert({block, depth}).second)
      continue;
    for (Instruction &instruction : *block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      StringRef name = call ? calleeName(*call) : StringRef();
      if ((name == "__cxa_end_catch" || name == "__cxa_rethrow") && depth == 0)
        return true;
      if (name == "__cxa_begin_catch")
        ++depth;
      else if (name == "__cxa_end_catch")
        --depth;
    }
    for (BasicBlock *successor : successors(block))
      worklist.push_back({successor, depth});
  }
  return false;
}

/// Memory on the stack that the rest makes is gone when it ends, and not when the function does. So it has to be the
/// rest's alone: nobody has its address behind the rest, or in a call that may run for longer.
static bool keepsMemory(const Rest &rest, const AllocaInst &memory,
                        const SmallPtrSetImpl<const Instruction *> &spawned) {
  AddressUses uses(memory);
  return !uses.mayBeKept() && !uses.isHeld() && !uses.reachesSpawn() &&
         all_of(uses.accesses(), [&](const Instruction *use) {
           return rest.region.contains(const_cast<BasicBlock *>(use->getParent())) && !spawned.contains(use);
         });
}

/// An array of variable length in the rest alone: what is saved before it is restored behind it, there.
static bool keepsStack(const Rest &rest, const CallBase &call) {
  const Value *saved = call.getIntrinsicID() == Intrinsic::stacksave ? &call : call.getArgOperand(0);
  auto isThere = [&](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && rest.region.contains(const_cast<BasicBlock *>(instruction->getParent()));
  };
  return isThere(saved) && all_of(saved->users(), isThere) && !is_contained(rest.environment, saved);
}

static bool isStackMemory(const Instruction &instruction, const Rest &rest,
                          const SmallPtrSetImpl<const Instruction *> &spawned) {
  if (auto *variable = dyn_cast<AllocaInst>(&instruction))
    return !variable->isStaticAlloca() && !keepsMemory(rest, *variable, spawned);
  auto *call = dyn_cast<CallBase>(&instruction);
  bool isStack =
      call && (call->getIntrinsicID() == Intrinsic::stackrestore || call->getIntrinsicID() == Intrinsic::stacksave);
  return isStack && !keepsStack(rest, *call);
}

std::optional<NoFork> obstacleToFork(const Rest &rest, Function &function,
                                     const SmallPtrSetImpl<const Instruction *> &spawned) {
  if (!hasWork(rest))
    return NoFork::NothingToDo;
  // Nobody may rely on a lock that another thread holds.
  static const std::pair<StringRef, StringRef> locks[] = {{"__kmpc_end_critical", "__kmpc_critical"},
                                                          {"__kmpc_end_ordered", "__kmpc_ordered"},
                                                          {"omp_unset_lock", "omp_set_lock"},
                                                          {"omp_unset_nest_lock", "omp_set_nest_lock"},
                                                          {"pthread_mutex_unlock", "pthread_mutex_lock"},
                                                          {"pthread_spin_unlock", "pthread_spin_lock"}};
  if (leavesHandler(rest))
    return NoFork::InHandler;
  bool catches = hasHandlers(function);
  DominatorTree dominators(function);
  for (BasicBlock *block : rest.region)
    for (Instruction &instruction : *block) {
      if (isStackMemory(instruction, rest, spawned))
        return NoFork::StackMemory;
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call)
        continue;
      if (call->hasFnAttr(Attribute::ReturnsTwice))
        return NoFork::ReturnsTwice;
      bool isCaught = isa<InvokeInst>(call) && (catches || calleeName(*call) == SyncName);
      if (!isCaught && !call->doesNotThrow() && !function.doesNotThrow())
        return NoFork::MayThrow;
      for (auto &[unlock, lock] : locks)
        if (calleeName(*call) == unlock && !hasLockBefore(rest, *call, lock, dominators))
          return NoFork::LeavesCritical;
    }
  if (function.callsFunctionThatReturnsTwice())
    return NoFork::ReturnsTwice;
  // Where there is one thread, tasks need no order, and what follows may read what the task has written.
  auto isResult = [&](const Value *value) {
    return isa<Instruction>(value) && !dominators.dominates(cast<Instruction>(value), rest.spawn.firstBranch);
  };
  if (any_of(rest.environment, isResult))
    return NoFork::NeedsResult;
  auto unsupported = [](const Value *value) { return !isWord(value->getType()); };
  if (any_of(rest.environment, unsupported) || any_of(rest.results, unsupported))
    return NoFork::NoSupportedType;
  return std::nullopt;
}

Blocks liveBlocks(Value *value) {
  Blocks live;
  auto *definition = dyn_cast<Instruction>(value);
  SmallVector<BasicBlock *, 16> worklist;
  auto need = [&](BasicBlock *block) {
    if (!(definition && definition->getParent() == block) && live.insert(block).second)
      append_range(worklist, predecessors(block));
  };
  for (Use &use : value->uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *phi = dyn_cast<PHINode>(user))
      need(phi->getIncomingBlock(use));
    else
      need(user->getParent());
  }
  while (!worklist.empty())
    need(worklist.pop_back_val());
  // A phi in the block of its own definition is entered with the value alive.
  return live;
}

Instruction *unwoundRecord(BasicBlock *pad) {
  for (Instruction &instruction : *pad)
    if (auto *call = dyn_cast<CallInst>(&instruction))
      return call;
  return nullptr;
}

} // namespace tactus

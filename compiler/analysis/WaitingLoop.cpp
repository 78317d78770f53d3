//===- WaitingLoop.cpp - loops that only others can end ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/WaitingLoop.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace tactus {

static constexpr unsigned DeepestAddress = 8;

/// Calls whose only purpose is to let time pass.
static bool isYield(const Instruction &instruction) {
  static const StringRef names[] = {"sched_yield", "pthread_yield", "thrd_yield", "usleep", "nanosleep",
                                    "sleep",       "thrd_sleep",    "poll",       "select", "clock_nanosleep"};
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
    return StringRef(assembly->getAsmString()).contains("pause") ||
           StringRef(assembly->getAsmString()).contains("rep; nop");
  StringRef name = calleeName(instruction);
  return is_contained(names, name) || name.contains("sse2.pause") || name == "__kmpc_omp_taskyield";
}

bool isMeetingPoint(const Instruction &instruction) {
  static const StringRef names[] = {
      "__kmpc_flush",  "__kmpc_critical",    "__kmpc_critical_with_hint", "omp_set_lock", "omp_set_nest_lock",
      "omp_test_lock", "pthread_mutex_lock", "pthread_spin_lock",         "mtx_lock",     "pthread_rwlock_rdlock"};
  return isa<FenceInst>(instruction) || isYield(instruction) || is_contained(names, calleeName(instruction));
}

/// A library function that reads atomically, or tells whether others have come. Those that exchange are tried again,
/// and those that update get on.
static bool isAtomicCall(const CallBase &call) {
  static const StringRef names[] = {"sem_trywait", "sem_getvalue", "poll", "ppoll", "select", "pselect", "epoll_wait"};
  StringRef name = calleeName(call);
  return is_contained(names, name) || name.starts_with("__atomic_load") ||
         (name.starts_with("__kmpc_atomic_") && name.ends_with("_rd"));
}

bool mayObserveOthers(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return instruction.isAtomic() || instruction.isVolatile() || isMeetingPoint(instruction) ||
         (call && isAtomicCall(*call));
}

/// Do two addresses certainly name one place, as long as nobody changes the pointers in between?
static bool isSameAddress(const Value *one, const Value *other, unsigned depth = 0) {
  one = one->stripPointerCasts();
  other = other->stripPointerCasts();
  if (one == other)
    return true;
  const auto *left = dyn_cast<Instruction>(one), *right = dyn_cast<Instruction>(other);
  if (!left || !right || depth > DeepestAddress || left->getOpcode() != right->getOpcode() ||
      left->getNumOperands() != right->getNumOperands() ||
      !(isa<LoadInst>(left) || isa<GetElementPtrInst>(left) || isa<CastInst>(left) || isa<BinaryOperator>(left)))
    return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i)
    if (!isSameAddress(left->getOperand(i), right->getOperand(i), depth + 1))
      return false;
  return true;
}

/// Null for what is no access to one address.
static const Value *addressOf(const Instruction &access) {
  if (const auto *update = dyn_cast<AtomicRMWInst>(&access))
    return update->getPointerOperand();
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&access);
}

static bool isOnlyOurs(const Value *address) {
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  return variable && !PointerMayBeCaptured(variable, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

WaitingLoop::WaitingLoop(const Loop &loop, const DominatorTree &dominators, LockHolders holders)
    : loop(loop), dominators(dominators), holders(holders) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      meetsOthers |= isMeetingPoint(instruction);
      yields |= isYield(instruction);
    }
}

bool WaitingLoop::isInvariantAddress(const Value *address, unsigned depth) const {
  if (loop.isLoopInvariant(address))
    return true;
  const auto *instruction = dyn_cast<Instruction>(address);
  if (!instruction || depth > DeepestAddress || isa<PHINode>(instruction) || isa<CallBase>(instruction))
    return false;
  return all_of(instruction->operands(),
                [&](const Use &operand) { return isInvariantAddress(operand.get(), depth + 1); });
}

void WaitingLoop::followLoad(const LoadInst &load, Values &worklist, Condition &result) const {
  const Value *address = load.getPointerOperand();
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  // Where a library function leaves what it has read atomically.
  if (variable)
    for (const User *user : variable->users())
      if (const auto *call = dyn_cast<CallBase>(user); call && loop.contains(call) && isAtomicCall(*call))
        result.observed.insert(call);
  if (isOnlyOurs(address)) {
    result.makesProgress = true;
    return;
  }
  if (!isInvariantAddress(address))
    worklist.insert(address);
  else if (load.isAtomic() || load.isVolatile() || meetsOthers)
    result.observed.insert(&load);
}

void WaitingLoop::followCall(const CallBase &call, Values &worklist, Condition &result) const {
  StringRef name = calleeName(call);
  if (isa<IntrinsicInst>(call) || call.doesNotAccessMemory())
    worklist.insert(call.arg_begin(), call.arg_end());
  else if (isAtomicCall(call) ||
           (yields && !name.starts_with("__kmpc_") && !name.contains("trylock") && !name.starts_with("omp_test_")))
    result.observed.insert(&call);
  else
    result.makesProgress = true;
}

void WaitingLoop::follow(const Instruction &instruction, Values &worklist, Values &seen, Condition &result) const {
  if (const auto *phi = dyn_cast<PHINode>(&instruction)) {
    if (phi->getParent() == loop.getHeader()) {
      // What comes around is what was observed the last time, or it is the loop's own count.
      Condition around;
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (loop.contains(phi->getIncomingBlock(i)))
          around = dependences(phi->getIncomingValue(i), seen);
      result.observed.insert(around.observed.begin(), around.observed.end());
      result.makesProgress |= around.observed.empty() || around.makesProgress;
      return;
    }
    // Which value it is depends on where control comes from.
    worklist.insert(phi->op_begin(), phi->op_end());
    SmallVector<const BasicBlock *, 4> deciding(phi->blocks());
    if (const auto *node = dominators.getNode(phi->getParent()); node && node->getIDom())
      deciding.push_back(node->getIDom()->getBlock());
    for (const BasicBlock *block : deciding)
      if (const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
          branch && branch->isConditional() && loop.contains(block))
        worklist.insert(branch->getCondition());
  } else if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
    followLoad(*load, worklist, result);
  } else if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction)) {
    const Value *address = addressOf(instruction);
    if (isInvariantAddress(address))
      result.observed.insert(&instruction);
    else
      worklist.insert(address);
  } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
    followCall(*call, worklist, result);
  } else {
    worklist.insert(instruction.op_begin(), instruction.op_end());
  }
}

WaitingLoop::Condition WaitingLoop::dependences(const Value *value, Values &seen) const {
  Condition result;
  Values worklist;
  worklist.insert(value);
  for (unsigned i = 0; i < worklist.size(); ++i) {
    const auto *instruction = dyn_cast<Instruction>(worklist[i]);
    if (!instruction || !seen.insert(instruction))
      continue;
    if (loop.contains(instruction)) {
      follow(*instruction, worklist, seen, result);
      continue;
    }
    result.hasTicket |= isa<AtomicRMWInst>(instruction);
    if (isa<CastInst>(instruction) || isa<BinaryOperator>(instruction))
      worklist.insert(instruction->op_begin(), instruction->op_end());
  }
  return result;
}

/// Is it decided before the loop that this one does not come to the block? `if (i == 3) flag = 1;`
bool WaitingLoop::isLeftToOthers(const BasicBlock &block) const {
  for (const auto *node = dominators.getNode(&block)->getIDom(); node && loop.contains(node->getBlock());
       node = node->getIDom())
    if (const auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
        branch && branch->isConditional() && isDecidedBefore(branch->getCondition()))
      return true;
  return false;
}

bool WaitingLoop::isDecidedBefore(const Value *condition, unsigned depth) const {
  if (loop.isLoopInvariant(condition))
    return true;
  const auto *instruction = dyn_cast<Instruction>(condition);
  return instruction && depth < DeepestAddress && !instruction->mayReadOrWriteMemory() && !isa<PHINode>(instruction) &&
         all_of(instruction->operands(), [&](const Use &operand) { return isDecidedBefore(operand.get(), depth + 1); });
}

/// A counting update; adding nothing only reads.
static bool counts(const Instruction &instruction) {
  const auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  if (!update || (update->getOperation() != AtomicRMWInst::Add && update->getOperation() != AtomicRMWInst::Sub))
    return false;
  const auto *by = dyn_cast<ConstantInt>(update->getValOperand());
  return !by || !by->isZero();
}

/// The loop changes the place itself, so that what it looks at gets on without others.
bool WaitingLoop::getsOnAlone(const Instruction &access) const {
  if (isa<AtomicCmpXchgInst>(access))
    return alwaysTriesAgain(addressOf(access));
  const Value *address = addressOf(access);
  if (!address)
    return false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      bool changes = isa<StoreInst>(instruction) || counts(instruction);
      if (changes && isSameAddress(addressOf(instruction), address) && !isLeftToOthers(*block))
        return true;
    }
  return alwaysTriesAgain(address);
}

/// Does every way around the loop come by an exchange that expects what the loop has seen? It fails only where another
/// one has succeeded.
bool WaitingLoop::alwaysTriesAgain(const Value *address) const {
  auto triesAgain = [&](const Instruction &instruction) {
    const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
    return exchange && !isa<Constant>(exchange->getCompareOperand()) &&
           !loop.isLoopInvariant(exchange->getCompareOperand()) &&
           isSameAddress(exchange->getPointerOperand(), address);
  };
  SmallSetVector<const BasicBlock *, 16> without;
  without.insert(loop.getHeader());
  for (unsigned i = 0; i < without.size(); ++i) {
    if (any_of(*without[i], triesAgain))
      continue;
    for (const BasicBlock *next : successors(without[i])) {
      if (next == loop.getHeader())
        return false;
      if (loop.contains(next))
        without.insert(next);
    }
  }
  return true;
}

/// An exchange or a ticket on the way in, and afterwards a store to the place that was looked at.
bool WaitingLoop::acquiresLock(const Instruction &access, bool hasTicket) const {
  const Value *address = addressOf(access);
  if (!address || holders == LockHolders::MayBeLater)
    return false;
  bool isReleased = false;
  bool isTaken = hasTicket || !isa<LoadInst>(access);
  auto updates = [&](const Instruction &instruction) {
    return (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction)) &&
           isSameAddress(addressOf(instruction), address);
  };
  // Test, then test and set: the loop that only looks stands in the one that exchanges.
  const Loop *attempt = &loop;
  if (const Loop *around = loop.getParentLoop();
      around && isa<LoadInst>(access) && any_of(around->blocks(), [&](const BasicBlock *block) {
        return any_of(*block, [&](const Instruction &instruction) { return updates(instruction); });
      }))
    attempt = around;
  for (const Instruction &instruction : instructions(access.getFunction())) {
    if (updates(instruction))
      isTaken |= !instruction.use_empty() && attempt->contains(&instruction);
    else if (!isa<StoreInst>(instruction) || !isSameAddress(addressOf(instruction), address))
      continue;
    isReleased |=
        !attempt->contains(&instruction) && dominators.dominates(attempt->getHeader(), instruction.getParent());
  }
  return isTaken && isReleased;
}

bool WaitingLoop::waits() const {
  SmallVector<BasicBlock *, 4> exits;
  loop.getExitingBlocks(exits);
  SmallSetVector<const Instruction *, 4> observed;
  bool hasTicket = false;
  for (const BasicBlock *block : exits) {
    const Instruction *end = block->getTerminator();
    const Value *value = nullptr;
    if (const auto *branch = dyn_cast<BranchInst>(end); branch && branch->isConditional())
      value = branch->getCondition();
    else if (const auto *choice = dyn_cast<SwitchInst>(end))
      value = choice->getCondition();
    else if (isa<InvokeInst>(end))
      continue; // By an exception.
    if (!value)
      return false;
    Values seen;
    Condition condition = dependences(value, seen);
    if (condition.observed.empty() || condition.makesProgress)
      return false;
    observed.insert(condition.observed.begin(), condition.observed.end());
    hasTicket |= condition.hasTicket;
  }
  return none_of(observed,
                 [&](const Instruction *access) { return getsOnAlone(*access) || acquiresLock(*access, hasTicket); }) &&
         !observed.empty();
}

} // namespace tactus

//===- WaitingLoop.cpp - loops that may need others to end -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/WaitingLoop.h"
#include "analysis/Synchronisation.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

WaitingLoop::WaitingLoop(const Loop &loop, ScalarEvolution &evolution, const LoopSurroundings &surroundings)
    : loop(loop), surroundings(surroundings), progress(loop, evolution, surroundings),
      turn(loop, [&](const LoopTurn::Edge &edge) {
        return none_of(*edge.first, isTeamBarrier) && !progress.isRetry(*edge.first, *edge.second);
      }) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      bool isUnseen = !synchronises(instruction) && surroundings.synchronises(instruction);
      meetsOthers |= isUnseen || synchronises(instruction);
      seesPlainWrites |= isUnseen || showsWritesOfOthers(instruction);
    }
}

bool WaitingLoop::waits() {
  return meetsOthers && turn.goesRound() &&
         any_of(turn.decidingTheEnd(), [&](const Instruction *branch) { return staysForOthers(*branch); });
}

bool WaitingLoop::staysForOthers(const Instruction &end) {
  const auto *branch = dyn_cast<BranchInst>(&end);
  if (!branch)
    return dependsOnOthers(end.getOperand(0)); // of a switch or a computed goto
  bool first = loop.contains(branch->getSuccessor(0)), second = loop.contains(branch->getSuccessor(1));
  return first == second ? dependsOnOthers(branch->getCondition()) : staysForOthers(branch->getCondition(), first);
}

/// Of a condition with which the loop goes on where it is `stays`.
bool WaitingLoop::staysForOthers(const Value *condition, bool stays) {
  const Value *left = nullptr, *right = nullptr;
  if (match(condition, m_Not(m_Value(left))))
    return staysForOthers(left, !stays);
  if (match(condition, m_LogicalAnd(m_Value(left), m_Value(right))) ||
      match(condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return staysForOthers(left, stays) || staysForOthers(right, stays);
  const auto *comparison = dyn_cast<ICmpInst>(condition);
  auto isInEachTurn = [&](const BasicBlock &block) { return turn.isInEachTurn(block); };
  return !(comparison && progress.endsByItself(*comparison, stays, isInEachTurn)) && dependsOnOthers(condition);
}

bool WaitingLoop::dependsOnOthers(const Value *value) {
  Values worklist{value};
  while (!worklist.empty()) {
    const auto *instruction = dyn_cast<Instruction>(worklist.pop_back_val());
    if (instruction && loop.contains(instruction) && seen.insert(instruction).second && follow(*instruction, worklist))
      return true;
  }
  return false;
}

bool WaitingLoop::follow(const Instruction &instruction, Values &worklist) {
  if (const auto *phi = dyn_cast<PHINode>(&instruction)) {
    followPhi(*phi, worklist);
    return false;
  }
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return followCall(*call, worklist);
  worklist.append(instruction.op_begin(), instruction.op_end());
  const Value *address = addressOf(instruction);
  return address && followLoad(instruction, address, worklist);
}

void WaitingLoop::followPhi(const PHINode &phi, Values &worklist) {
  worklist.append(phi.op_begin(), phi.op_end());
  followDecisions(turn.decidingTheEntry(*phi.getParent()), worklist);
}

void WaitingLoop::followDecisions(const LoopTurn::Branches &branches, Values &worklist) {
  for (const Instruction *branch : branches)
    worklist.push_back(branch->getOperand(0));
}

/// May what is found at the address have been written by others since the turn before?
bool WaitingLoop::mayShowOthers(const Instruction &access, const Value *address) const {
  if (!access.isAtomic() && !access.isVolatile() && !seesPlainWrites)
    return false;
  return !isOnlyOurs(address) && !progress.isNeverWritten(address) && !progress.movesOn(address);
}

bool WaitingLoop::followLoad(const Instruction &access, const Value *address, Values &worklist) {
  return mayShowOthers(access, address) || followMemory(address, worklist);
}

/// What the loop itself leaves in memory.
bool WaitingLoop::followMemory(const Value *address, Values &worklist) {
  if (!followedMemory.insert(address->stripPointerCasts()).second)
    return false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (followWrite(instruction, address, worklist))
        return true;
  return false;
}

bool WaitingLoop::followWrite(const Instruction &writer, const Value *address, Values &worklist) {
  if (const auto *call = dyn_cast<CallBase>(&writer)) {
    bool isGiven = any_of(call->args(), [&](const Use &argument) {
      return argument->getType()->isPointerTy() &&
             isSameAddress(getUnderlyingObject(argument.get()), getUnderlyingObject(address));
    });
    if (!isGiven || call->onlyReadsMemory())
      return false;
    followDecisions(turn.decidingTheExecution(*writer.getParent()), worklist);
    if (const auto *copy = dyn_cast<MemTransferInst>(call))
      return followLoad(*copy, copy->getSource(), worklist);
    return readsAtomically(*call) || surroundings.isUnknown(*call);
  }
  const Value *written = isa<LoadInst>(writer) ? nullptr : addressOf(writer);
  if (!written || !mayBeSamePlace(written, address))
    return false;
  worklist.append(writer.op_begin(), writer.op_end());
  followDecisions(turn.decidingTheExecution(*writer.getParent()), worklist);
  return false;
}

bool WaitingLoop::followCall(const CallBase &call, Values &worklist) {
  if (call.isInlineAsm() ? synchronises(call) : readsAtomically(call))
    return true;
  // Whether a lock was free says nothing of others: its holder runs on. How long a sleep was says nothing, either.
  if (showsWritesOfOthers(call))
    return false;
  if (surroundings.isUnknown(call))
    return true;
  worklist.append(call.arg_begin(), call.arg_end());
  // Functions that only read what they are given: strcmp().
  StringRef name = calleeName(call);
  bool isReader = name.starts_with("str") || name == "memcmp" || name == "bcmp" || name == "memchr";
  return isReader && any_of(call.args(), [&](const Use &argument) {
           return argument->getType()->isPointerTy() && followLoad(call, argument.get(), worklist);
         });
}

} // namespace tactus

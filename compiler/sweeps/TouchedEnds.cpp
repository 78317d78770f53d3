//===- TouchedEnds.cpp - addresses that an access certainly touches ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/TouchedEnds.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

bool TouchedEnds::isAlwaysIn(const BasicBlock &block, const Loop &loop) const {
  const BasicBlock *latch = loop.getLoopLatch();
  return latch && dominators.dominates(&block, latch);
}

/// The guard asks whether there is an iteration, and nothing else.
bool TouchedEnds::onlyCounts(const BranchInst &guard, const Loop &loop) const {
  auto *question = dyn_cast<ICmpInst>(guard.getCondition());
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  if (!question || isa<SCEVCouldNotCompute>(count) || !evolution.isSCEVable(question->getOperand(0)->getType()))
    return false;
  const SCEV *one = evolution.getSCEV(question->getOperand(0)), *other = evolution.getSCEV(question->getOperand(1));
  auto isDistance = [&](const SCEV *from, const SCEV *to) {
    const SCEV *distance = evolution.getMinusSCEV(to, from);
    if (isa<SCEVCouldNotCompute>(distance) || !distance->getType()->isIntegerTy())
      return false;
    const SCEV *same = evolution.getTruncateOrZeroExtend(count, distance->getType());
    return same == distance || same == evolution.getMinusSCEV(distance, evolution.getOne(distance->getType()));
  };
  return isDistance(one, other) || isDistance(other, one);
}

/// Where it is decided that the loop has iterations; null if more than that is decided.
const BasicBlock *TouchedEnds::entryOf(const Loop &loop) const {
  const BasicBlock *preheader = loop.getLoopPreheader();
  const Loop *parent = loop.getParentLoop();
  if (!preheader || !parent || isAlwaysIn(*preheader, *parent))
    return preheader;
  const BranchInst *guard = loop.getLoopGuardBranch();
  return guard && guard->isConditional() && onlyCounts(*guard, loop) ? guard->getParent() : nullptr;
}

bool TouchedEnds::isCertain(const Instruction &access) const {
  const BasicBlock *block = access.getParent();
  for (const Loop *loop = loops.getLoopFor(block); loop; loop = loop->getParentLoop()) {
    if (!isAlwaysIn(*block, *loop))
      return false;
    if (loop == &around)
      return true;
    block = entryOf(*loop);
    if (!block)
      return false;
  }
  return false;
}

const SCEV *TouchedEnds::first(const SCEV *address) const {
  while (auto *recurrence = dyn_cast<SCEVAddRecExpr>(address)) {
    if (recurrence->getLoop() == &around)
      break;
    address = recurrence->getStart();
  }
  return address;
}

const SCEV *TouchedEnds::last(const SCEV *address) const {
  while (auto *recurrence = dyn_cast<SCEVAddRecExpr>(address)) {
    if (recurrence->getLoop() == &around)
      break;
    const SCEV *count = evolution.getBackedgeTakenCount(recurrence->getLoop());
    if (isa<SCEVCouldNotCompute>(count) || !recurrence->isAffine())
      return nullptr;
    address = recurrence->evaluateAtIteration(
        evolution.getTruncateOrZeroExtend(count, recurrence->getStepRecurrence(evolution)->getType()), evolution);
  }
  return address;
}

static const SCEVConstant *distance(const SCEV *from, const SCEV *to, ScalarEvolution &evolution) {
  return dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to, from));
}

bool TouchedEnds::isBefore(const SCEV *byte, const SCEV *begin) const {
  const SCEVConstant *known = distance(byte, begin, evolution);
  return known && known->getAPInt().isStrictlyPositive();
}

bool TouchedEnds::isAtOrBehind(const SCEV *byte, const SCEV *end) const {
  const SCEVConstant *known = distance(end, byte, evolution);
  return known && known->getAPInt().isNonNegative();
}

static const GlobalVariable *variableOf(const SCEV *address, ScalarEvolution &evolution) {
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
  auto *variable = base ? dyn_cast<GlobalVariable>(base->getValue()) : nullptr;
  return variable && !variable->isInterposable() ? variable : nullptr;
}

bool TouchedEnds::isElsewhere(const SCEV *byte, const SCEV *begin) const {
  const GlobalVariable *one = variableOf(byte, evolution), *other = variableOf(begin, evolution);
  return one && other && one != other;
}

} // namespace tactus

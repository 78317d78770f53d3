//===- LoopProgress.cpp - loops that get on by themselves ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/LoopProgress.h"
#include "ir/LLVMVersions.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

static constexpr unsigned DeepestValue = 12;

bool isSameAddress(const Value *one, const Value *other, unsigned depth) {
  one = one->stripPointerCasts();
  other = other->stripPointerCasts();
  if (one == other)
    return true;
  const auto *left = dyn_cast<Instruction>(one), *right = dyn_cast<Instruction>(other);
  if (!left || !right || depth > DeepestValue || left->getOpcode() != right->getOpcode() ||
      left->getNumOperands() != right->getNumOperands() ||
      !(isa<LoadInst>(left) || isa<GetElementPtrInst>(left) || isa<CastInst>(left) || isa<BinaryOperator>(left)))
    return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i)
    if (!isSameAddress(left->getOperand(i), right->getOperand(i), depth + 1))
      return false;
  return true;
}

namespace {

/// base + constant + a multiple of the stride, whatever the indices are. No stride: no index.
struct Position {
  const Value *base;
  APInt constant;
  uint64_t stride = 0;
};

/// Adds what one index of an element's address contributes.
void addIndex(Position &position, const gep_type_iterator &index, const DataLayout &layout) {
  const auto *constant = dyn_cast<ConstantInt>(index.getOperand());
  if (StructType *record = index.getStructTypeOrNull()) {
    position.constant += layout.getStructLayout(record)->getElementOffset(constant->getZExtValue()).getFixedValue();
    return;
  }
  uint64_t scale = index.getSequentialElementStride(layout).getKnownMinValue();
  if (constant)
    position.constant += constant->getValue().sextOrTrunc(position.constant.getBitWidth()) * scale;
  else
    position.stride = std::gcd(position.stride, scale);
}

Position positionOf(const Value *address, const DataLayout &layout) {
  Position result{address->stripPointerCasts(), APInt(layout.getIndexTypeSizeInBits(address->getType()), 0)};
  while (const auto *element = dyn_cast<GEPOperator>(result.base)) {
    if (element->getType()->isVectorTy() || element->getSourceElementType()->isScalableTy())
      break;
    for (auto index = gep_type_begin(element), end = gep_type_end(element); index != end; ++index)
      addIndex(result, index, layout);
    result.base = element->getPointerOperand()->stripPointerCasts();
  }
  return result;
}

} // namespace

bool mayBeSamePlace(const Value *one, const Value *other) {
  if (!isSameAddress(getUnderlyingObject(one), getUnderlyingObject(other)))
    return false;
  const DataLayout *layout = nullptr;
  for (const Value *value : {one, other})
    if (const auto *instruction = dyn_cast<Instruction>(value))
      layout = &instruction->getDataLayout();
  if (!layout)
    return true;
  Position first = positionOf(one, *layout), second = positionOf(other, *layout);
  if (!isSameAddress(first.base, second.base))
    return true;
  // Different fields of an array's elements are different places, whichever elements they are.
  APInt distance = (first.constant - second.constant).abs();
  uint64_t stride = std::gcd(first.stride, second.stride);
  return stride == 0 ? distance.isZero() : distance.urem(stride) == 0;
}

const Value *addressOf(const Instruction &access) {
  if (const auto *update = dyn_cast<AtomicRMWInst>(&access))
    return update->getPointerOperand();
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&access);
}

bool isOnlyOurs(const Value *address) {
  const Value *object = getUnderlyingObject(address);
  if (const auto *call = dyn_cast<CallBase>(object)) // threadlocal.address, __errno_location()
    return call->getIntrinsicID() == Intrinsic::threadlocal_address ||
           (call->arg_empty() && call->doesNotAccessMemory());
  const auto *variable = dyn_cast<AllocaInst>(object);
  return variable && !mayBeCaptured(*variable);
}

static bool writes(const Instruction &instruction) {
  return isa<StoreInst>(instruction) || isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction);
}

//===-- Exchanges that are tried again --===//

bool LoopProgress::isRetry(const BasicBlock &from, const BasicBlock &to) const {
  const auto *branch = dyn_cast<BranchInst>(from.getTerminator());
  return branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
         impliesFailure(branch->getCondition(), branch->getSuccessor(0) == &to);
}

/// Is a condition that has the value a sign of a failed exchange? `a || exchanged` is false only if it failed.
bool LoopProgress::impliesFailure(const Value *condition, bool value, unsigned depth) const {
  if (depth > DeepestValue)
    return false;
  auto implies = [&](const Value *part, bool partly) { return impliesFailure(part, partly, depth + 1); };
  const Value *left = nullptr, *right = nullptr;
  if (const auto *constant = dyn_cast<ConstantInt>(condition))
    return constant->isZero() == value;
  if (match(condition, m_Not(m_Value(left))) ||
      match(condition, m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(left), m_Zero())))
    if (left->getType()->isIntegerTy(1) || isa<ZExtInst>(left) || isa<CallBase>(left))
      return implies(left, !value);
  if (match(condition, m_SpecificICmp(ICmpInst::ICMP_NE, m_Value(left), m_Zero())) &&
      (isa<ZExtInst>(left) || isa<CallBase>(left)))
    return implies(left, value);
  if (match(condition, m_LogicalAnd(m_Value(left), m_Value(right))))
    return value ? implies(left, true) || implies(right, true) : implies(left, false) && implies(right, false);
  if (match(condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return value ? implies(left, true) && implies(right, true) : implies(left, false) || implies(right, false);
  if (match(condition, m_ZExt(m_Value(left))) || match(condition, m_Trunc(m_Value(left))) ||
      match(condition, m_Freeze(m_Value(left))))
    return implies(left, value);
  if (const auto *phi = dyn_cast<PHINode>(condition))
    return loop.contains(phi) && phi->getParent() != loop.getHeader() &&
           all_of(phi->incoming_values(), [&](const Use &incoming) { return implies(incoming.get(), value); });
  return isFailureOf(condition, value);
}

bool LoopProgress::isFailureOf(const Value *condition, bool value) const {
  if (const auto *part = dyn_cast<ExtractValueInst>(condition)) {
    const auto *exchange = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand());
    return exchange && *part->idx_begin() == 1 && !value && loop.contains(exchange) &&
           isFresh(exchange->getCompareOperand(), *exchange);
  }
  if (const auto *comparison = dyn_cast<ICmpInst>(condition); comparison && comparison->isEquality())
    for (unsigned i = 0; i < 2; ++i)
      if (const auto *part = dyn_cast<ExtractValueInst>(comparison->getOperand(i)))
        if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand()))
          return comparison->getOperand(1 - i) == exchange->getCompareOperand() &&
                 value == (comparison->getPredicate() == ICmpInst::ICMP_NE) && loop.contains(exchange) &&
                 isFresh(exchange->getCompareOperand(), *exchange);
  const auto *call = dyn_cast<CallBase>(condition);
  return call && calleeName(*call).starts_with("__atomic_compare_exchange") && !value && loop.contains(call) &&
         isLeftBehind(*call);
}

bool LoopProgress::isFresh(const Value *expected, const AtomicCmpXchgInst &exchange) const {
  Values seen;
  return isFresh(expected, exchange, seen);
}

/// Is the expected value always what has been seen in that place since the last attempt?
bool LoopProgress::isFresh(const Value *expected, const AtomicCmpXchgInst &exchange, Values &seen) const {
  const auto *instruction = dyn_cast<Instruction>(expected);
  if (!instruction || !loop.contains(instruction))
    return false;
  if (!seen.insert(instruction).second)
    return true;
  if (const auto *load = dyn_cast<LoadInst>(instruction))
    return isSameAddress(load->getPointerOperand(), exchange.getPointerOperand()) || isLeftBehind(*load, exchange);
  if (const auto *part = dyn_cast<ExtractValueInst>(instruction)) {
    const auto *other = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand());
    return other && *part->idx_begin() == 0 && isSameAddress(other->getPointerOperand(), exchange.getPointerOperand());
  }
  if (const auto *phi = dyn_cast<PHINode>(instruction)) {
    // The first attempt may expect anything.
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      if ((phi->getParent() != loop.getHeader() || loop.contains(phi->getIncomingBlock(i))) &&
          !isFresh(phi->getIncomingValue(i), exchange, seen))
        return false;
    return true;
  }
  if (const auto *choice = dyn_cast<SelectInst>(instruction))
    return isFresh(choice->getTrueValue(), exchange, seen) && isFresh(choice->getFalseValue(), exchange, seen);
  return (isa<CastInst>(instruction) || isa<FreezeInst>(instruction)) &&
         isFresh(instruction->getOperand(0), exchange, seen);
}

/// Does a failed exchange leave what it has seen where the load finds it: `exchange(node->next, node)`?
bool LoopProgress::isLeftBehind(const LoadInst &load, const AtomicCmpXchgInst &exchange) const {
  bool isLeft = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!writes(instruction) || !mayBeSamePlace(addressOf(instruction), load.getPointerOperand()))
        continue;
      const auto *store = dyn_cast<StoreInst>(&instruction);
      const BasicBlock *before = block->getSinglePredecessor();
      const auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
      if (!store || !branch || !branch->isConditional() || branch->getSuccessor(1) != block ||
          !match(branch->getCondition(), m_ExtractValue<1>(m_Specific(&exchange))) ||
          !match(store->getValueOperand(), m_ExtractValue<0>(m_Specific(&exchange))))
        return false;
      isLeft = true;
    }
  return isLeft;
}

/// The library's exchange leaves what it has seen by itself, unless somebody else stores there.
bool LoopProgress::isLeftBehind(const CallBase &exchange) const {
  // With the size in front, or in the name.
  const Value *expected = exchange.getArgOperand(exchange.getArgOperand(0)->getType()->isPointerTy() ? 1 : 2);
  return isa<AllocaInst>(getUnderlyingObject(expected)) && none_of(loop.blocks(), [&](const BasicBlock *block) {
           return any_of(*block, [&](const Instruction &instruction) {
             const auto *copy = dyn_cast<MemIntrinsic>(&instruction);
             const Value *written = copy ? copy->getDest() : writes(instruction) ? addressOf(instruction) : nullptr;
             return written && mayBeSamePlace(written, expected);
           });
         });
}

//===-- Positions that move on --===//

bool LoopProgress::isNeverWritten(const Value *address) const {
  const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(address));
  return variable && (variable->isConstant() || !surroundings.isWritten(*variable, /*byAny=*/true));
}

bool LoopProgress::isStoredTo(const Value *address) const {
  if (const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(address));
      variable && surroundings.isWritten(*variable, /*byAny=*/false))
    return true;
  // Nobody else executes the code around this loop on a variable of the thread's own.
  bool isOwn = isa<AllocaInst>(getUnderlyingObject(address));
  return any_of(instructions(*loop.getHeader()->getParent()), [&](const Instruction &instruction) {
    return writes(instruction) && (!isOwn || loop.contains(&instruction)) &&
           mayBeSamePlace(addressOf(instruction), address);
  });
}

/// Is the value the same in each turn, as far as the code that is seen says? What others may write at the same time is
/// read atomically, or found under a lock in code that writes it as well. What has a thread of its own, others may only
/// see if it tells them.
bool LoopProgress::isFixed(const Value *value, unsigned depth) const {
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return true;
  if (depth > DeepestValue || isa<PHINode>(instruction) || isa<SelectInst>(instruction))
    return false;
  if (const auto *load = dyn_cast<LoadInst>(instruction)) {
    const Value *address = load->getPointerOperand();
    bool isOwn = isa<AllocaInst>(getUnderlyingObject(address)) || (!load->isAtomic() && !load->isVolatile());
    return isFixed(address, depth + 1) && (isNeverWritten(address) || (isOwn && !isStoredTo(address)));
  }
  if (instruction->mayReadOrWriteMemory() && !isa<IntrinsicInst>(instruction))
    return false;
  return all_of(instruction->operands(), [&](const Use &operand) { return isFixed(operand.get(), depth + 1); });
}

/// Of a variable in a register.
LoopProgress::Direction LoopProgress::directionOfStep(const Value *position) const {
  if (!evolution.isSCEVable(position->getType()))
    return Direction::None;
  const auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(position)));
  if (!recurrence || recurrence->getLoop() != &loop)
    return Direction::None;
  const SCEV *step = recurrence->getStepRecurrence(evolution);
  return evolution.isKnownPositive(step)   ? Direction::Up
         : evolution.isKnownNegative(step) ? Direction::Down
                                           : Direction::None;
}

/// The value that `value` is a constant distance from, and the distance's direction.
static const Value *behindSteps(const Value *value, int64_t &distance) {
  for (;;) {
    const APInt *by = nullptr;
    const Value *from = nullptr;
    if (match(value, m_Add(m_Value(from), m_APInt(by))))
      distance += by->getSExtValue();
    else if (match(value, m_Sub(m_Value(from), m_APInt(by))))
      distance -= by->getSExtValue();
    else if (const auto *cast = dyn_cast<CastInst>(value))
      from = cast->getOperand(0);
    else
      return value;
    value = from;
  }
}

/// Of an update of a place by a constant.
LoopProgress::Direction LoopProgress::directionOfWrite(const Instruction &write) const {
  int64_t distance = 0;
  const Value *before = nullptr;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&write)) {
    const auto *by = dyn_cast<ConstantInt>(update->getValOperand());
    if (by && update->getOperation() == AtomicRMWInst::Add)
      distance = by->getSExtValue();
    else if (by && update->getOperation() == AtomicRMWInst::Sub)
      distance = -by->getSExtValue();
  } else if (const auto *store = dyn_cast<StoreInst>(&write)) {
    before = behindSteps(store->getValueOperand(), distance);
    if (const auto *load = dyn_cast<LoadInst>(before);
        !load || !isSameAddress(load->getPointerOperand(), store->getPointerOperand()))
      return Direction::None;
  } else if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&write)) {
    before = behindSteps(exchange->getNewValOperand(), distance);
    if (before != exchange->getCompareOperand() || !isFresh(before, *exchange))
      return Direction::None;
  }
  return distance > 0 ? Direction::Up : distance < 0 ? Direction::Down : Direction::None;
}

/// Of a place that the loop updates in each turn, and does nothing else to.
LoopProgress::Direction LoopProgress::directionInMemory(const Instruction &access, InEachTurn isInEachTurn) const {
  const Value *address = addressOf(access);
  if (!isFixed(address))
    return Direction::None;
  Direction direction = Direction::None;
  bool isSure = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!writes(instruction) || !mayBeSamePlace(addressOf(instruction), address))
        continue;
      Direction one = directionOfWrite(instruction);
      if (one == Direction::None || (direction != Direction::None && one != direction) ||
          !isSameAddress(addressOf(instruction), address))
        return Direction::None;
      direction = one;
      isSure |= isInEachTurn(*block);
    }
  return isSure ? direction : Direction::None;
}

LoopProgress::Direction LoopProgress::directionOf(const Value *position, InEachTurn isInEachTurn) const {
  if (Direction direction = directionOfStep(position); direction != Direction::None)
    return direction;
  int64_t distance = 0;
  position = behindSteps(position, distance);
  if (Direction direction = directionOfStep(position); direction != Direction::None)
    return direction;
  if (const auto *part = dyn_cast<ExtractValueInst>(position))
    position = part->getAggregateOperand();
  const auto *access = dyn_cast<Instruction>(position);
  return access && loop.contains(access) && addressOf(*access) ? directionInMemory(*access, isInEachTurn)
                                                               : Direction::None;
}

/// `p = p->next`
bool LoopProgress::followsList(const Value *position) const {
  const auto *phi = dyn_cast<PHINode>(position);
  if (const auto *load = dyn_cast<LoadInst>(position); load && loop.contains(load))
    phi = dyn_cast<PHINode>(getUnderlyingObject(load->getPointerOperand()));
  if (!phi || phi->getParent() != loop.getHeader() || !phi->getType()->isPointerTy())
    return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const auto *next = dyn_cast<LoadInst>(phi->getIncomingValue(i));
    if (loop.contains(phi->getIncomingBlock(i)) && !(next && !next->isAtomic() && !next->isVolatile() &&
                                                     next->getPointerOperand()->stripInBoundsConstantOffsets() == phi))
      return false;
  }
  return true;
}

bool LoopProgress::endsByItself(const ICmpInst &comparison, bool stays, InEachTurn isInEachTurn) const {
  ICmpInst::Predicate predicate = stays ? comparison.getPredicate() : comparison.getInversePredicate();
  for (bool isSwapped : {false, true}) {
    const Value *position = comparison.getOperand(isSwapped), *bound = comparison.getOperand(!isSwapped);
    if (!isFixed(bound))
      continue;
    if (predicate == ICmpInst::ICMP_NE && followsList(position))
      return true;
    Direction direction = directionOf(position, isInEachTurn);
    ICmpInst::Predicate seen = isSwapped ? ICmpInst::getSwappedPredicate(predicate) : predicate;
    if (direction != Direction::None &&
        (ICmpInst::isEquality(seen) || (direction == Direction::Up ? ICmpInst::isLT(seen) || ICmpInst::isLE(seen)
                                                                   : ICmpInst::isGT(seen) || ICmpInst::isGE(seen))))
      return true;
  }
  return false;
}

/// An element at an index that is stepped, of an array that stays.
bool LoopProgress::movesOn(const Value *address) const {
  if (directionOfStep(address) != Direction::None)
    return true;
  const auto *element = dyn_cast<GetElementPtrInst>(address);
  if (!element || !loop.contains(element))
    return false;
  unsigned moving = 0;
  for (const Use &operand : element->operands()) {
    const Value *value = operand.get();
    while (const auto *cast = dyn_cast<CastInst>(value))
      value = cast->getOperand(0);
    if (directionOfStep(value) != Direction::None || (operand.getOperandNo() == 0 && movesOn(value)))
      ++moving;
    else if (!isFixed(value))
      return false;
  }
  return moving == 1;
}

} // namespace tactus

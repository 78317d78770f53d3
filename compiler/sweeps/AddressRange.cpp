//===- AddressRange.cpp - what an expression may be in an iteration of a loop ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arithmetic is that of the program, modulo 2^64. The values at both ends of a loop bound those between, unless they
// wrap around: then the library sees a range that no array has, and the loop is left alone (splice/sweeps.cpp).
//
//===----------------------------------------------------------------------===//
#include "sweeps/AddressRange.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace tactus {

/// The same in each iteration.
bool AddressRanges::isFixed(const SCEV *value) const { return evolution.isLoopInvariant(value, &sweep); }

AddressRanges::Bounds AddressRanges::boundsOf(const SCEV *value) {
  if (isa<SCEVCouldNotCompute>(value))
    return {};
  if (isFixed(value))
    return {value, value};
  if (Bounds bounds = boundsOfShape(value))
    return bounds;
  return boundsOfFew(value);
}

/// Remainders, flags, small numbers from tables: each may be any of a few values.
AddressRanges::Bounds AddressRanges::boundsOfFew(const SCEV *value) {
  constexpr uint64_t Few = 1 << 16;
  if (!value->getType()->isIntegerTy())
    return {};
  ConstantRange values = evolution.getSignedRange(value);
  if (values.isEmptySet() || values.isSignWrappedSet() || values.isSizeLargerThan(Few))
    return {};
  return {evolution.getConstant(values.getSignedMin()), evolution.getConstant(values.getSignedMax())};
}

AddressRanges::Bounds AddressRanges::boundsOfShape(const SCEV *value) {
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(value))
    return boundsOfRecurrence(recurrence);
  if (auto *sum = dyn_cast<SCEVAddExpr>(value))
    return boundsOfSum(sum);
  if (auto *product = dyn_cast<SCEVMulExpr>(value))
    return boundsOfProduct(product);
  if (isa<SCEVMinMaxExpr>(value))
    return boundsOfChoice(cast<SCEVNAryExpr>(value));
  if (auto *quotient = dyn_cast<SCEVUDivExpr>(value); quotient && evolution.isKnownNonNegative(quotient->getLHS()))
    return boundsOfQuotient(quotient);
  if (auto *cast = dyn_cast<SCEVCastExpr>(value)) // may wrap around
    boundsOf(cast->getOperand());
  else if (auto *unknown = dyn_cast<SCEVUnknown>(value))
    culprit = unknown->getValue();
  return {};
}

/// How often an inner loop goes back. Where the number is negative, it does not run.
AddressRanges::Bounds AddressRanges::boundsOfCount(const Loop &loop) {
  const SCEV *count = evolution.getSymbolicMaxBackedgeTakenCount(&loop);
  auto *quotient = dyn_cast<SCEVUDivExpr>(count);
  return quotient && !isFixed(quotient) ? boundsOfQuotient(quotient) : boundsOf(count);
}

AddressRanges::Bounds AddressRanges::boundsOfRecurrence(const SCEVAddRecExpr *value) {
  const Loop *loop = value->getLoop();
  if (!value->isAffine())
    return {};
  const SCEV *step = value->getStepRecurrence(evolution);
  if (!isFixed(step))
    return {};
  if (loop == &sweep && !overAll)
    return {value, value};
  if (!sweep.contains(loop))
    return {};
  Bounds start = boundsOf(value->getStart()), count = boundsOfCount(*loop);
  if (!start || !count)
    return {};
  // A count that varies and is narrow might wrap around between its ends.
  if (!isFixed(count.greatest) && evolution.getTypeSizeInBits(count.greatest->getType()) < 64)
    return {};
  const SCEV *steps = evolution.getTruncateOrZeroExtend(count.greatest, step->getType());
  const SCEV *distance = evolution.getMulExpr(step, steps);
  if (evolution.isKnownNonNegative(step))
    return {start.least, evolution.getAddExpr(start.greatest, distance)};
  if (evolution.isKnownNonPositive(step))
    return {evolution.getAddExpr(start.least, distance), start.greatest};
  const SCEV *zero = evolution.getZero(step->getType());
  return {evolution.getAddExpr(start.least, evolution.getSMinExpr(zero, distance)),
          evolution.getAddExpr(start.greatest, evolution.getSMaxExpr(zero, distance))};
}

/// Of something that grows with each operand: `combine` makes it anew of their least, and of their greatest values.
AddressRanges::Bounds AddressRanges::boundsOfOperands(const SCEVNAryExpr *value, Combine combine) {
  SmallVector<const SCEV *, 4> least, greatest;
  for (const SCEV *operand : value->operands()) {
    Bounds bounds = boundsOf(operand);
    if (!bounds)
      return {};
    least.push_back(bounds.least);
    greatest.push_back(bounds.greatest);
  }
  return {combine(least), combine(greatest)};
}

AddressRanges::Bounds AddressRanges::boundsOfSum(const SCEVAddExpr *value) {
  return boundsOfOperands(value, [&](Operands &operands) { return evolution.getAddExpr(operands); });
}

/// One factor may vary.
AddressRanges::Bounds AddressRanges::boundsOfProduct(const SCEVMulExpr *value) {
  const SCEV *varying = nullptr, *factor = evolution.getOne(value->getType());
  for (const SCEV *operand : value->operands()) {
    if (isFixed(operand))
      factor = evolution.getMulExpr(factor, operand);
    else if (varying)
      return {};
    else
      varying = operand;
  }
  Bounds bounds = varying ? boundsOf(varying) : Bounds{value, value};
  if (!bounds || !varying)
    return bounds;
  Bounds scaled{evolution.getMulExpr(factor, bounds.least), evolution.getMulExpr(factor, bounds.greatest)};
  if (bounds.least == bounds.greatest || evolution.isKnownNonNegative(factor))
    return scaled;
  if (evolution.isKnownNonPositive(factor))
    return {scaled.greatest, scaled.least};
  return {};
}

/// It grows with what is divided, as long as that is not negative.
AddressRanges::Bounds AddressRanges::boundsOfQuotient(const SCEVUDivExpr *value) {
  if (!isFixed(value->getRHS()))
    return {};
  Bounds bounds = boundsOf(value->getLHS());
  if (!bounds)
    return {};
  return {evolution.getUDivExpr(bounds.least, value->getRHS()),
          evolution.getUDivExpr(bounds.greatest, value->getRHS())};
}

/// Minima and maxima grow with what they choose from.
AddressRanges::Bounds AddressRanges::boundsOfChoice(const SCEVNAryExpr *value) {
  return boundsOfOperands(value, [&](Operands &operands) {
    return isa<SCEVSequentialMinMaxExpr>(value) ? evolution.getSequentialMinMaxExpr(value->getSCEVType(), operands)
                                                : evolution.getMinMaxExpr(value->getSCEVType(), operands);
  });
}

AffineValue AddressRanges::affine(const SCEV *value) const {
  if (isFixed(value))
    return {value, evolution.getZero(value->getType())};
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(value);
  if (!recurrence || recurrence->getLoop() != &sweep || !recurrence->isAffine())
    return {};
  const SCEV *step = recurrence->getStepRecurrence(evolution);
  return isFixed(step) ? AffineValue{recurrence->getStart(), step} : AffineValue{};
}

/// What has no step can still have an end that holds for all iterations together.
AffineValue AddressRanges::affineOrOverAll(const SCEV *value, const SCEV *Bounds::*end, const SCEV *whole) {
  if (AffineValue result = affine(value))
    return result;
  overAll = true;
  Bounds bounds = boundsOf(whole);
  overAll = false;
  return bounds ? affine(bounds.*end) : AffineValue{};
}

AffineRange AddressRanges::of(const SCEV *value) {
  culprit = nullptr;
  if (value->getType()->isPointerTy())
    value = evolution.getLosslessPtrToIntExpr(value);
  if (isa<SCEVCouldNotCompute>(value) || evolution.getTypeSizeInBits(value->getType()) != 64)
    return {};
  Bounds bounds = boundsOf(value);
  if (!bounds)
    return {};
  return {affineOrOverAll(bounds.least, &Bounds::least, value),
          affineOrOverAll(bounds.greatest, &Bounds::greatest, value)};
}

} // namespace tactus

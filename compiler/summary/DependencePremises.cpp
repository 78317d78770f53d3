//===- DependencePremises.cpp - what DependenceInfo takes for granted -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM 19's DependenceInfo compares subscripts. Of the addresses that they stand for it does not ask:
//
//   * does an iteration's address overlap another's that differs? memcpy(p + i, &word, 8) writes to p + i + 1, too
//   * does it move at all? x[i * k] does not if k is 0
//   * is it computed in the width of pointers? t[(unsigned char)i] comes round again
//   * is the object the same one in each iteration? rows[i] is not
//
//===----------------------------------------------------------------------===//
#include "summary/DependencePremises.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

namespace {

/// start + a step for each loop around the access.
struct Address {
  const SCEV *whole = nullptr;
  SmallVector<const SCEV *, 4> steps = {};
  bool isOfInnerLoop = false;
  /// That of the loop in question; null if its iterations all have the same addresses.
  const SCEV *own = nullptr;
};

} // namespace

static std::optional<Address> addressOf(Instruction &access, Loop &loop, ScalarEvolution &evolution) {
  Address address{.whole = evolution.getSCEV(getLoadStorePointerOperand(&access))};
  const SCEV *rest = address.whole;
  while (auto *sum = dyn_cast<SCEVAddRecExpr>(rest)) {
    const SCEV *step = sum->getStepRecurrence(evolution);
    if (!evolution.isLoopInvariant(step, &loop))
      return std::nullopt;
    address.steps.push_back(step);
    if (sum->getLoop() == &loop)
      address.own = step;
    else if (loop.contains(sum->getLoop()))
      address.isOfInnerLoop = true;
    rest = sum->getStart();
  }
  return evolution.isLoopInvariant(rest, &loop) ? std::optional(address) : std::nullopt;
}

/// By what is known where the access is executed. Products are taken not to overflow, as subscripts are.
static bool isKnownNotZero(const SCEV *value, const Instruction &access, ScalarEvolution &evolution) {
  if (auto *product = dyn_cast<SCEVMulExpr>(value))
    return all_of(product->operands(), [&](const SCEV *factor) { return isKnownNotZero(factor, access, evolution); });
  if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(value))
    return isKnownNotZero(cast<SCEVCastExpr>(value)->getOperand(), access, evolution);
  const SCEV *zero = evolution.getZero(value->getType());
  return evolution.isKnownNonZero(value) ||
         any_of(ArrayRef{CmpInst::ICMP_NE, CmpInst::ICMP_SGT, CmpInst::ICMP_UGT}, [&](CmpInst::Predicate predicate) {
           return evolution.isBasicBlockEntryGuardedByCond(access.getParent(), predicate, value, zero);
         });
}

static APInt multipleOf(const SCEV *value, ScalarEvolution &evolution) {
  return evolution.getConstantMultiple(value).sextOrTrunc(64).abs();
}

/// All addresses move by multiples of this; 0 if none moves.
static APInt strideOf(const Address &first, const Address &second, ScalarEvolution &evolution) {
  APInt stride(64, 0);
  for (const Address *address : {&first, &second})
    for (const SCEV *step : address->steps)
      stride = APIntOps::GreatestCommonDivisor(stride, multipleOf(step, evolution));
  return stride;
}

/// Some bytes are touched at multiples of the stride, and others `between` after such.
static bool areApart(const SCEV *between, const APInt &stride, uint64_t firstBytes, uint64_t secondBytes) {
  auto *constant = dyn_cast<SCEVConstant>(between);
  if (!constant || stride.isZero())
    return false;
  APInt place = constant->getAPInt().sextOrTrunc(64).srem(stride);
  if (place.isNegative())
    place += stride;
  return place.uge(secondBytes) && (place + firstBytes).ule(stride);
}

Premises premisesOf(Instruction &first, Instruction &second, Loop &loop, ScalarEvolution &evolution) {
  const DataLayout &layout = first.getDataLayout();
  TypeSize firstSize = layout.getTypeStoreSize(getLoadStoreType(&first));
  TypeSize secondSize = layout.getTypeStoreSize(getLoadStoreType(&second));
  std::optional<Address> one = addressOf(first, loop, evolution), other = addressOf(second, loop, evolution);
  if (firstSize.isScalable() || secondSize.isScalable() || !one || !other)
    return Premises::Fail;
  const SCEV *between = evolution.getMinusSCEV(one->whole, other->whole);
  if (isa<SCEVCouldNotCompute>(between))
    return Premises::Fail;
  APInt stride = strideOf(*one, *other, evolution);
  uint64_t firstBytes = firstSize.getFixedValue(), secondBytes = secondSize.getFixedValue();
  if (areApart(between, stride, firstBytes, secondBytes))
    return Premises::Apart;
  // Addresses that differ, differ by at least this.
  APInt least = APIntOps::GreatestCommonDivisor(stride, multipleOf(between, evolution));
  if (least.isZero() ? firstBytes != secondBytes : least.ult(std::max(firstBytes, secondBytes)))
    return Premises::Fail;
  bool isMoving = (!one->own || isKnownNotZero(one->own, first, evolution)) &&
                  (!other->own || isKnownNotZero(other->own, second, evolution));
  // The same place in one iteration, another in each: DependenceInfo would mix in what outer loops do.
  if (isMoving && between->isZero() && one->own && !one->isOfInnerLoop)
    return Premises::Apart;
  return isMoving ? Premises::Hold : Premises::HoldIfMoving;
}

WithoutScopesOfIterations::WithoutScopesOfIterations(Loop &loop) {
  SmallPtrSet<const Metadata *, 8> own;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (auto *declaration = dyn_cast<NoAliasScopeDeclInst>(&instruction))
        for (const MDOperand &scope : declaration->getScopeList()->operands())
          own.insert(scope.get());
  if (own.empty())
    return;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (MDNode *scopes = instruction.getMetadata(LLVMContext::MD_alias_scope);
          scopes && any_of(scopes->operands(), [&](const MDOperand &scope) { return own.contains(scope.get()); })) {
        taken.push_back({&instruction, scopes});
        instruction.setMetadata(LLVMContext::MD_alias_scope, nullptr);
      }
}

WithoutScopesOfIterations::~WithoutScopesOfIterations() {
  for (auto [instruction, scopes] : taken)
    instruction->setMetadata(LLVMContext::MD_alias_scope, scopes);
}

} // namespace tactus

//===- SerialReduction.cpp - reductions of loops that stay sequential -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/SerialReduction.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

namespace {

/// A private copy, and what is done with it.
class Accumulation {
public:
  Accumulation(AllocaInst *copy, const Slice &slice) : copy(copy), type(copy->getAllocatedType()), slice(slice) {}

  /// Whether the copy is, all the time, the neutral element combined with operands that do not depend on it. Then, if
  /// it begins with the original's value, it is that combined with the same operands.
  bool isUnderstood() {
    return collectAccesses() && findCombination() && beginsNeutral() &&
           all_of(loads, [&](LoadInst *load) { return accumulates(*load); });
  }

  void beginWithOriginal() {
    Instruction *place = initial;
    // A task has no original.
    if (slice.run) {
      Instruction *next = initial->getNextNode();
      Value *isSerial = IRBuilder<>(next).CreateIsNull(slice.result());
      place = SplitBlockAndInsertIfThen(isSerial, next->getIterator(), /*Unreachable=*/false);
    }
    LoadInst *value = IRBuilder<>(place).CreateLoad(type, originalsValue->getPointerOperand());
    value->copyMetadata(*originalsValue);
    if (slice.run)
      IRBuilder<>(place).CreateStore(value, copy);
    else
      initial->setOperand(0, value);
    combination->replaceAllUsesWith(result);
    combination->eraseFromParent();
    originalsValue->eraseFromParent();
  }

private:
  AllocaInst *copy;
  Type *type;
  const Slice &slice;

  SmallVector<LoadInst *, 4> loads; // in the loop
  StoreInst *initial = nullptr;
  LoadInst *result = nullptr;
  BinaryOperator *combination = nullptr;
  LoadInst *originalsValue = nullptr;

  bool isInLoop(const Instruction &instruction) const { return slice.body.contains(instruction.getParent()); }

  /// Sorts the accesses. False if there are others.
  bool collectAccesses() {
    if (!copy->isStaticAlloca() || copy->isArrayAllocation() || !(type->isIntegerTy() || type->isFloatingPointTy()))
      return false;
    for (User *user : copy->users()) {
      auto *access = cast<Instruction>(user);
      if (access->isLifetimeStartOrEnd())
        continue;
      auto *load = dyn_cast<LoadInst>(access);
      auto *store = dyn_cast<StoreInst>(access);
      if (load && load->isSimple() && load->getType() == type) {
        if (isInLoop(*load))
          loads.push_back(load);
        else if (std::exchange(result, load))
          return false;
      } else if (store && store->isSimple() && store->getPointerOperand() == copy &&
                 store->getValueOperand()->getType() == type) {
        // Those in the loop are found again from the loads: what they store is an accumulation.
        if (isInLoop(*store) ? !isAccumulation(store->getValueOperand()) : std::exchange(initial, store) != nullptr)
          return false;
      } else if (auto *move = dyn_cast<MemCpyInst>(access);
                 !move || isInLoop(*move) || (move->getRawSource() != copy && !slice.run)) {
        return false; // A task's result is moved, and the results of tasks are taken in.
      }
    }
    return initial && result;
  }

  bool isLoadOfCopy(const Value *value) const {
    auto *load = dyn_cast<LoadInst>(value);
    return load && load->getPointerOperand() == copy;
  }

  /// `copy op x`, where op is not looked at yet. That x does not depend on the copy follows from each load's only use.
  bool isAccumulation(const Value *value) const {
    return isa<BinaryOperator, IntrinsicInst>(value) &&
           any_of(cast<User>(value)->operands(), [&](const Use &operand) { return isLoadOfCopy(operand); });
  }

  static Instruction *onlyUser(const Instruction &value) {
    return value.hasOneUse() ? cast<Instruction>(const_cast<User *>(*value.user_begin())) : nullptr;
  }

  /// `original = original op copy`, in either order.
  bool findCombination() {
    combination = dyn_cast_or_null<BinaryOperator>(onlyUser(*result));
    if (!combination || !combination->isCommutative())
      return false;
    originalsValue = dyn_cast<LoadInst>(combination->getOperand(combination->getOperand(0) == result ? 1 : 0));
    if (!originalsValue || !originalsValue->isSimple() || !originalsValue->hasOneUse())
      return false;
    auto *store = dyn_cast_or_null<StoreInst>(onlyUser(*combination));
    return store && store->isSimple() && store->getPointerOperand() == originalsValue->getPointerOperand() &&
           isOnlyCombined(originalsValue->getPointerOperand());
  }

  bool isOnlyCombined(const Value *original) const {
    for (unsigned i = 0; i < slice.loop->captures.size(); ++i)
      if (slice.capture(i) == original)
        return slice.loop->captures[i].kind == CaptureKind::ReductionOriginal;
    return false;
  }

  bool beginsNeutral() const {
    Value *begin = initial->getValueOperand();
    // Neutral is -0.0, but clang begins with 0.0. The sequential sum, which may be -0.0, is as good.
    if (combination->getOpcode() == Instruction::FAdd)
      return isa<ConstantFP>(begin) && cast<ConstantFP>(begin)->isZero();
    return begin == ConstantExpr::getBinOpIdentity(combination->getOpcode(), type);
  }

  /// `copy = copy op x`, with the operator of the combination; a difference is a sum.
  bool accumulates(const LoadInst &load) const {
    Instruction *update = onlyUser(load);
    auto *store = update ? dyn_cast_or_null<StoreInst>(onlyUser(*update)) : nullptr;
    if (!store || store->getPointerOperand() != copy)
      return false;
    unsigned operation = combination->getOpcode();
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(update))
      return operation == Instruction::FAdd && intrinsic->getIntrinsicID() == Intrinsic::fmuladd &&
             intrinsic->getArgOperand(2) == &load;
    bool isDifference = (operation == Instruction::FAdd && update->getOpcode() == Instruction::FSub) ||
                        (operation == Instruction::Add && update->getOpcode() == Instruction::Sub);
    return update->getOpcode() == operation || (isDifference && update->getOperand(0) == &load);
  }
};

} // namespace

void accumulateInOriginals(const Slice &slice, const Slice *polled) {
  for (unsigned i = 0; i < slice.loop->reductions.size(); ++i) {
    AllocaInst *copy = slice.loop->reductions[i].privateCopy;
    if (!copy)
      continue;
    Accumulation accumulation(copy, slice);
    if (!accumulation.isUnderstood())
      continue;
    if (polled && copy->getAllocatedType()->isFloatingPointTy()) {
      Accumulation polledOnes(polled->loop->reductions[i].privateCopy, *polled);
      if (!polledOnes.isUnderstood())
        continue;
      polledOnes.beginWithOriginal();
    }
    accumulation.beginWithOriginal();
  }
}

} // namespace tactus

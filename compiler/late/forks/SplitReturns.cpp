//===- SplitReturns.cpp - recursion behind a fork becomes a loop ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/SplitReturns.h"
#include "lower/forks/ForkLowering.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

static constexpr unsigned MaximalSplitReturn = 8;

/// A block of a few instructions that returns, or goes on to one that does, and may be copied: nobody else uses its
/// values.
static bool isShortReturn(const BasicBlock &block) {
  const BasicBlock *next = block.getSingleSuccessor();
  if (block.isEHPad() || block.sizeWithoutDebug() > MaximalSplitReturn ||
      !(next ? isa<ReturnInst>(next->getTerminator()) && isShortReturn(*next) : isa<ReturnInst>(block.getTerminator())))
    return false;
  return none_of(block, [&](const Instruction &instruction) {
    if (isa<CallBase>(instruction) && !isa<DbgInfoIntrinsic>(instruction) && !instruction.isLifetimeStartOrEnd())
      return true;
    return any_of(instruction.users(), [&](const User *user) {
      auto *other = cast<Instruction>(user);
      return other->getParent() != &block && !(isa<PHINode>(other) && other->getParent() == next);
    });
  });
}

/// The call of its own function that the block ends with, or null.
static CallInst *lastRecursion(BasicBlock &block) {
  for (Instruction &instruction : reverse(block)) {
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction() == block.getParent())
      return call;
    if (instruction.mayWriteToMemory() && !isa<IntrinsicInst>(instruction))
      return nullptr;
  }
  return nullptr;
}

/// Copies the block that `block` goes on to to its end, if that leads to a return.
static bool copyReturn(BasicBlock &block) {
  Instruction *branch = block.getTerminator();
  BasicBlock *target = isa<BranchInst>(branch) ? block.getSingleSuccessor() : nullptr;
  if (!target || target->getSinglePredecessor() || !isShortReturn(*target))
    return false;
  ValueToValueMapTy map;
  for (Instruction &instruction : *target) {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      map[phi] = phi->getIncomingValueForBlock(&block);
      continue;
    }
    Instruction *copy = instruction.clone();
    copy->insertBefore(branch->getIterator());
    RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    map[&instruction] = copy;
  }
  for (BasicBlock *next : successors(target))
    for (PHINode &phi : next->phis()) {
      Value *value = phi.getIncomingValueForBlock(target);
      auto mapped = map.find(value);
      phi.addIncoming(mapped == map.end() ? value : static_cast<Value *>(mapped->second), &block);
    }
  target->removePredecessor(&block);
  branch->eraseFromParent();
  return true;
}

/// The one operation that uses a value, if its operands may be taken in any order.
static BinaryOperator *onlyOperation(Value &value, const BasicBlock &block) {
  auto *operation = value.hasOneUse() ? dyn_cast<BinaryOperator>(*value.user_begin()) : nullptr;
  return operation && operation->getParent() == &block && operation->isAssociative() && operation->isCommutative()
             ? operation
             : nullptr;
}

/// (call + b) + c → (b + c) + call: what LLVM makes a loop of has one operation with the call's result.
static bool combineLast(CallInst &call) {
  bool changed = false;
  for (BinaryOperator *inner, *outer;
       (inner = onlyOperation(call, *call.getParent())) && (outer = onlyOperation(*inner, *call.getParent())) &&
       inner->getOpcode() == outer->getOpcode();
       changed = true) {
    Value *first = inner->getOperand(inner->getOperand(0) == &call ? 1 : 0);
    Value *second = outer->getOperand(outer->getOperand(0) == inner ? 1 : 0);
    IRBuilder<> builder(outer);
    Value *rest = builder.CreateBinOp(inner->getOpcode(), first, second);
    outer->replaceAllUsesWith(builder.CreateBinOp(inner->getOpcode(), rest, &call));
    outer->eraseFromParent();
    inner->eraseFromParent();
  }
  return changed;
}

PreservedAnalyses SplitReturnsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasGC() || !hasFork(function))
    return PreservedAnalyses::all();
  bool changed = false;
  for (BasicBlock &candidate : function)
    if (CallInst *call = lastRecursion(candidate)) {
      while (copyReturn(candidate))
        changed = true;
      if (isa<ReturnInst>(candidate.getTerminator()))
        changed |= combineLast(*call);
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

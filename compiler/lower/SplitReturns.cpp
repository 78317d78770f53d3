//===- SplitReturns.cpp - recursion behind a fork becomes a loop ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/SplitReturns.h"
#include "lower/ForkLowering.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

static constexpr unsigned MaximalReturn = 8;

/// A block of a few instructions that returns, or goes on to one that does, and may be copied: nobody else uses its
/// values.
static bool isShortReturn(const BasicBlock &block) {
  const BasicBlock *next = block.getSingleSuccessor();
  if (block.isEHPad() || block.sizeWithoutDebug() > MaximalReturn ||
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

/// Does the block end with a call of its own function?
static bool endsWithRecursion(const BasicBlock &block) {
  for (const Instruction &instruction : reverse(block)) {
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction() == block.getParent())
      return true;
    if (!instruction.isTerminator() && !isa<IntrinsicInst>(instruction) && !isa<BinaryOperator>(instruction))
      return false;
  }
  return false;
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
    copy->insertBefore(branch);
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

PreservedAnalyses SplitReturnsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasGC() || !hasFork(function))
    return PreservedAnalyses::all();
  bool changed = false;
  for (BasicBlock &candidate : function) {
    if (endsWithRecursion(candidate))
      while (copyReturn(candidate))
        changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

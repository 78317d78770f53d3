//===- FreeForks.cpp - forks that pay nothing ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/FreeForks.h"
#include "ir/ForkCharge.h"
#include "ir/LLVMVersions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

namespace {

/// A fork's charge with the question behind it:
///
///   before:  ...; used up = charge; br used up, poll, question
///   poll:    ...; br promoted, cold, question
///   question: ...; br early, returns, fork
class ChargedQuestion {
public:
  /// False if the code around the charge does not look like that.
  bool find(CallInst &candidate);
  /// Is nothing to be paid where the answer is yes?
  bool isFree();
  /// Asks before the charge. After find() and isFree().
  void askFirst();

private:
  /// What may be behind a question, in blocks.
  static constexpr unsigned MaximalBlocks = 16;

  CallInst *charge = nullptr;
  BasicBlock *before = nullptr, *question = nullptr, *returns = nullptr, *fork = nullptr;
  SmallPtrSet<const BasicBlock *, MaximalBlocks> visited;

  bool reachesReturn(const BasicBlock &block);
};

bool ChargedQuestion::find(CallInst &candidate) {
  charge = &candidate;
  before = charge->getParent();
  auto *branch = dyn_cast<BranchInst>(before->getTerminator());
  // LLVM may have drawn the charges of two forks together, in front of a branch that asks something else.
  auto *isUsedUp = charge->hasOneUse() ? dyn_cast<TruncInst>(charge->user_back()) : nullptr;
  if (!branch || !branch->isConditional() || branch->getCondition() != isUsedUp || !isUsedUp->hasOneUse())
    return false;
  question = branch->getSuccessor(1);
  auto *answer = dyn_cast<BranchInst>(question->getTerminator());
  if (!answer || !answer->isConditional() || answer->getSuccessor(0) == answer->getSuccessor(1) ||
      isa<PHINode>(question->front()))
    return false;
  // Who comes to the question has come by the charge, and will not be asked again.
  BasicBlock *poll = branch->getSuccessor(0);
  if (poll->getSinglePredecessor() != before ||
      any_of(predecessors(question), [&](BasicBlock *from) { return from != before && from != poll; }))
    return false;
  // All that belongs to the charge stays with it, and all of the question goes before it.
  for (const Instruction *next = charge->getNextNode(); next != branch; next = next->getNextNode())
    if (!isa<TruncInst>(next) && !isa<DbgInfoIntrinsic>(next))
      return false;
  return none_of(*question, [&](const Instruction &instruction) {
    return !isa<DbgInfoIntrinsic>(instruction) && &instruction != answer &&
           (isa<CallBase>(instruction) || instruction.mayReadOrWriteMemory());
  });
}

bool ChargedQuestion::isFree() {
  for (unsigned side : {0, 1}) {
    auto *answer = cast<BranchInst>(question->getTerminator());
    returns = answer->getSuccessor(side);
    fork = answer->getSuccessor(1 - side);
    visited.clear();
    if (reachesReturn(*returns))
      return true;
  }
  return false;
}

/// Do all ways from the block lead to the function's end or to another charge, without a call or a loop? Ways that meet
/// are taken for loops: behind an early return that is rare. So is this fork itself, whose charge comes second then.
bool ChargedQuestion::reachesReturn(const BasicBlock &block) {
  if (&block == before || !visited.insert(&block).second || visited.size() > MaximalBlocks)
    return false;
  for (const Instruction &instruction : block) {
    if (isForkCharge(instruction))
      return true;
    if (isa<CallBase>(instruction) && (!isa<IntrinsicInst>(instruction) || isa<MemIntrinsic>(instruction)))
      return false;
  }
  return all_of(successors(&block), [&](const BasicBlock *next) { return reachesReturn(*next); });
}

void ChargedQuestion::askFirst() {
  auto *answer = cast<BranchInst>(question->getTerminator());
  Instruction *first = charge;
  if (auto *price = dyn_cast<LoadInst>(charge->getArgOperand(0));
      price && price->hasOneUse() && price->getParent() == before) {
    moveBefore(*price, *charge);
    first = price;
  }
  BasicBlock *charged = before->splitBasicBlock(first, "fork.charge");
  before->getTerminator()->eraseFromParent();
  for (BasicBlock *predecessor : SmallVector<BasicBlock *, 4>(predecessors(question))) {
    predecessor->getTerminator()->replaceSuccessorWith(question, fork);
    for (PHINode &phi : fork->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(question), predecessor);
  }
  for (PHINode &phi : fork->phis())
    phi.removeIncomingValue(question, /*DeletePHIIfEmpty=*/false);
  answer->replaceSuccessorWith(fork, charged);
  returns->replacePhiUsesWith(question, before);
  before->splice(before->end(), question);
  question->eraseFromParent();
}

} // namespace

PreservedAnalyses FreeForksPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<CallInst *, 4> charges;
  for (Instruction &instruction : instructions(function))
    if (isForkCharge(instruction))
      charges.push_back(cast<CallInst>(&instruction));
  bool changed = false;
  for (CallInst *charge : charges)
    if (ChargedQuestion question; question.find(*charge) && question.isFree()) {
      question.askFirst();
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

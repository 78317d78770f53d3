//===- BranchPlaces.cpp - first branches that are not called -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/forks/BranchPlaces.h"
#include "ir/CallBundles.h"
#include "lower/loops/Beats.h"
#include "model/ThrowingCalls.h"
#include "raise/header/ForkPeeling.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// A body of more is worth its call; it would be copied to each rest.
static constexpr unsigned MostInstructionsInPlace = 200;

CallBase *reachingCall(const Function &branch) {
  for (const Instruction &instruction : instructions(branch))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getOperandBundle(LLVMContext::OB_deopt))
      return const_cast<CallBase *>(call);
  return nullptr;
}

/// Does it note something of its frame with libtactus, such as which task runs in it (RegionRecords.h)? The frame of
/// its creator would be taken for one of those, and the rest that is promoted from there for a part of the task.
static bool notesItsFrame(const Function &branch) {
  return any_of(instructions(branch), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with("tactus_");
  });
}

/// Is there at most one call in it that may reach a promotion point, which can carry the fork, is executed once, and
/// has no handler here?
static bool hasOneReachingCall(const Function &branch, const PromotionReach &reach) {
  const CallBase *only = nullptr;
  for (const Instruction &instruction : instructions(branch)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || (!call->getOperandBundle(LLVMContext::OB_deopt) && !isBundleDelayed(*call) && !reach.mayReach(*call)))
      continue;
    if (only || !call->getOperandBundle(LLVMContext::OB_deopt) || call->isMustTailCall() || isCaughtInFunction(*call))
      return false;
    only = call;
  }
  if (!only)
    return true;
  return none_of(successors(only->getParent()),
                 [&](const BasicBlock *block) { return isPotentiallyReachable(block, only->getParent()); });
}

BranchPlace placeOfBranch(const CallBase &firstBranch, const PromotionReach &reach, bool isTask) {
  Function *callee = firstBranch.getCalledFunction();
  // What is not optimised is easier to follow if all forks are alike.
  if (!callee || !isa<CallInst>(firstBranch) || firstBranch.getFunction()->hasOptNone())
    return BranchPlace::Called;
  // What waits for interrupts is promoted while its first branch runs, so that has to be a call, whatever it does.
  if (!reach.mayReach(firstBranch))
    return beats().promotesInLeafBranches() ? BranchPlace::Called : BranchPlace::Leaf;
  bool mayBeCopied = callee->getInstructionCount() <= MostInstructionsInPlace && canInline(firstBranch) &&
                     isInlineViable(*callee).isSuccess() && !callee->callsFunctionThatReturnsTwice();
  if (isTask && mayBeCopied && !reach.forks(*callee) && !notesItsFrame(*callee) && hasOneReachingCall(*callee, reach))
    return BranchPlace::InPlace;
  return BranchPlace::Called;
}

} // namespace tactus

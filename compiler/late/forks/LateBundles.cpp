//===- LateBundles.cpp - bundles for calls that were recursion at an end ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/LateBundles.h"
#include "ir/CallBundles.h"
#include "ir/ForkCall.h"
#include "ir/StackMapPrinter.h"
#include "late/forks/EarlyReturn.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// A fork whose first branch LLVM has found to throw nothing is a call without a landing pad by now. Nothing could
/// return there from a stub. Worse, the tables of exceptions may cover the call by its neighbours' landing pad.
static bool forgetForksWithoutPads(Function &function) {
  SmallVector<CallInst *, 4> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isForkCall(*call))
      calls.push_back(call);
  for (CallInst *call : calls)
    forgetFork(*call);
  return !calls.empty();
}

PreservedAnalyses LateBundlesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = declineEarlyReturns(function);
  changed |= forgetForksWithoutPads(function);
  SmallVector<CallBase *, 4> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && isBundleDelayed(*call))
      calls.push_back(call);
  if (calls.empty())
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  for (CallBase *call : calls) {
    forgetDelay(*call);
    if (canCarryBundle(*call))
      addBundle(call, {});
  }
  if (!function.hasGC())
    function.setGC(StackMapStrategyName);
  return PreservedAnalyses::none();
}

} // namespace tactus

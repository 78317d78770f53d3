//===- LateBundles.cpp - bundles for calls that were recursion at an end ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/LateBundles.h"
#include "ir/CallBundles.h"
#include "ir/StackMapPrinter.h"
#include "late/EarlyReturn.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

PreservedAnalyses LateBundlesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = declineEarlyReturns(function);
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

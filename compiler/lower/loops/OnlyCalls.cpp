//===- OnlyCalls.cpp - functions that an iteration alone calls are part of it ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/OnlyCalls.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace tactus {

/// Instructions as clang writes them, of which the optimiser leaves a third or so. There are several versions of the
/// loop, so the code grows by a multiple of this at most.
static constexpr unsigned LargestInlined = 1000;

/// What is compiled for other processors, or with other checks, stays apart.
static bool isOfOneKind(const Function &caller, const Function &callee, FunctionAnalysisManager &analyses) {
  return AttributeFuncs::areInlineCompatible(caller, callee) &&
         analyses.getResult<TargetIRAnalysis>(const_cast<Function &>(caller)).areInlineCompatible(&caller, &callee);
}

static bool isOnlyCall(const CallBase &call, const Function &callee) {
  return callee.hasLocalLinkage() && callee.hasOneUse() && call.getFunction() != &callee && !call.isNoInline() &&
         !call.getFunction()->hasOptNone() && !callee.hasFnAttribute(Attribute::NoInline) &&
         !callee.hasFnAttribute(Attribute::MinSize) && callee.getInstructionCount() <= LargestInlined;
}

void inlineOnlyCalls(SmallSetVector<const Function *, 16> iterations, const PromotionReach &reach,
                     FunctionAnalysisManager &analyses) {
  for (unsigned i = 0; i < iterations.size(); ++i) // NOLINT(modernize-loop-convert): it grows
    for (const Instruction &instruction : instructions(*iterations[i])) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration())
        continue;
      if (isOnlyCall(*call, *callee) && !reach.mayReach(*callee) && isOfOneKind(*iterations[i], *callee, analyses))
        const_cast<CallBase *>(call)->addFnAttr(Attribute::AlwaysInline);
      iterations.insert(callee);
    }
}

} // namespace tactus

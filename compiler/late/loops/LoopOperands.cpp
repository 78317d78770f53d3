//===- LoopOperands.cpp - what loops compute with, ready for the vectoriser -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/LoopOperands.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SCCP.h"

using namespace llvm;

namespace tactus {

static bool convertSigned(Function &function) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *conversion = dyn_cast<UIToFPInst>(&instruction);
    if (!conversion || !conversion->hasNonNeg())
      continue;
    IRBuilder<> builder(conversion);
    Value *converted = builder.CreateSIToFP(conversion->getOperand(0), conversion->getType());
    converted->takeName(conversion);
    conversion->replaceAllUsesWith(converted);
    conversion->eraseFromParent();
    changed = true;
  }
  return changed;
}

PreservedAnalyses LoopOperandsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasGC() || function.hasOptNone())
    return PreservedAnalyses::all();
  FunctionPassManager values;
  values.addPass(SCCPPass());
  values.addPass(EarlyCSEPass());
  PreservedAnalyses preserved = values.run(function, analyses);
  if (convertSigned(function)) {
    PreservedAnalyses flow;
    flow.preserveSet<CFGAnalyses>();
    preserved.intersect(flow);
  }
  return preserved;
}

} // namespace tactus

//===- StripOperands.cpp - what unrolling leaves in strips is simplified --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/StripOperands.h"
#include "model/StripFunction.h"
#include "llvm/Transforms/Scalar/Reassociate.h"

using namespace llvm;

namespace tactus {

PreservedAnalyses StripOperandsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  return runsStrips(function) ? ReassociatePass().run(function, analyses) : PreservedAnalyses::all();
}

} // namespace tactus

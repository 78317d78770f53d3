//===- StripOperands.h - what unrolling leaves in strips is simplified ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM regroups operands (Reassociate) once for each function that it optimises, before it unrolls short loops. Of code
// that is inlined it does both again in each caller; the serial loop, which is, has its unrolled copies regrouped. A
// function that runs a loop in strips is not inlined anywhere. So it is done here, where unrolling is over:
//
//   before   s = -x; s = s + above; s = s + x; s = s + below        the loop over three rows, unrolled
//   after    s = above + below
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_STRIPOPERANDS_H
#define TACTUS_COMPILER_LATE_LOOPS_STRIPOPERANDS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct StripOperandsPass : llvm::PassInfoMixin<StripOperandsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_STRIPOPERANDS_H

//===- FloatingVariables.h - loop variables that are only computed with as numbers --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM's code generator gives a loop a second variable in floating point where the first is only ever converted, but
// only if the loop starts at a constant. A strip starts anywhere:
//
//   before   loop: i = phi [first], [i + 2];  x = sitofp i;  y = sitofp (i + 1); ...
//   after    start = sitofp first
//            loop: x = phi [start], [x + 2.0];  y = x + 1.0; ...
//
// Each sum is a whole number that the type represents, so it is the same for every rounding. As LLVM does, this takes
// for granted that the variable does not wrap (nsw), and that 0 - 0 is +0.
//
// Only in loops without calls: around one, the integer is in a register that the callee saves.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_FLOATINGVARIABLES_H
#define TACTUS_COMPILER_LATE_LOOPS_FLOATINGVARIABLES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct FloatingVariablesPass : llvm::PassInfoMixin<FloatingVariablesPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_FLOATINGVARIABLES_H

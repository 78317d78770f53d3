//===- DeclaredEffects.h - written effects are compared with derived ones --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #pragma splice step Writes(tactus_range(y, y + n))
//     for (long i = 0; i < n; i++)
//       y[i + 1] = x[i];              warning: the last of these writes is outside of what Writes names
//
// Scalar evolution knows the first address and the last one of an access in a loop, and both ends of an effect. Where
// their distance is a number, it is certain which one is greater. All else is left to -ftactus-check-effects, which
// compares addresses while the program runs. A write has to be outside of all effects, which may be of any array: then
// it is a mistake. A read is compared with those of its own array alone, and is a mistake if somebody writes there.
//
// All of this happens in a copy of the function, which goes again.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CHECKS_DECLAREDEFFECTS_H
#define TACTUS_COMPILER_CHECKS_DECLAREDEFFECTS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct DeclaredEffectsPass : llvm::PassInfoMixin<DeclaredEffectsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &modules);
};

} // namespace tactus

#endif // TACTUS_COMPILER_CHECKS_DECLAREDEFFECTS_H

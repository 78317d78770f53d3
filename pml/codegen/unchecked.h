//===- unchecked.h - copies of loops without checks ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_UNCHECKED_H
#define TACTUS_PML_CODEGEN_UNCHECKED_H

#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

/// Runs an innermost loop without those checks of subscripts and overflow that are known to hold before it begins. The
/// loop has to be in the forms that LoopSimplify and LCSSA make.
struct UncheckedLoopsPass : llvm::PassInfoMixin<UncheckedLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_UNCHECKED_H

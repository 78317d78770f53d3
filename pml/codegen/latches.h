//===- latches.h - one way back for loops that count -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_LATCHES_H
#define TACTUS_PML_CODEGEN_LATCHES_H

#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

/// Joins the ways back of a loop that counts alike on all of them. Before other passes.
struct JoinLatchesPass : llvm::PassInfoMixin<JoinLatchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Later, LLVM computes i + 1 on each way apart if one of them needs it for something else. Then it no longer sees that
/// i counts. It is computed once, where the ways meet.
class JoinStepsPass : public llvm::PassInfoMixin<JoinStepsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_LATCHES_H

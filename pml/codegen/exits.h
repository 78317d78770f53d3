//===- exits.h - exits of loops that are decided before the loop --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_EXITS_H
#define TACTUS_PML_CODEGEN_EXITS_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace tactus::pml::codegen {

/// Moves a loop's first test behind its body where the body has an exit that the loop does not change, so that
/// SimpleLoopUnswitch takes that out, and LICM what is computed behind it.
struct ShowExitsPass : llvm::PassInfoMixin<ShowExitsPass> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                              llvm::LoopStandardAnalysisResults &results, llvm::LPMUpdater &updater);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_EXITS_H

//===- ParallelLoopsPass.h - the whole conversion of a module's loops ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_PARALLELLOOPSPASS_H
#define TACTUS_COMPILER_PARALLELLOOPSPASS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Converts OpenMP loops. Runs first in the pipeline, on clang's own output: slices must be cut before any pass has
/// used what it knows of the first iteration (design §6).
struct ParallelLoopsPass : llvm::PassInfoMixin<ParallelLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; } // At -O0 as well.
};

} // namespace tactus

#endif // TACTUS_COMPILER_PARALLELLOOPSPASS_H

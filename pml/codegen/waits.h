//===- waits.h - loops that wait for other threads ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_WAITS_H
#define TACTUS_PML_CODEGEN_WAITS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

/// Functions of programs that fork, or have coroutines, have this attribute: elsewhere nobody can be waited for.
inline constexpr const char *MayWaitAttribute = "pml-may-wait";
/// Those of programs that handle signals or collections have this one as well (pml/runtime/interrupts.h).
inline constexpr const char *InterruptsAttribute = "pml-interrupts";

/// A loop that may wait until others have written something reads it each time. In front of passes that move reads,
/// also after calls have become part of the loop.
struct ReadAgainPass : llvm::PassInfoMixin<ReadAgainPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Loops that may wait for others let the world stop. After the optimiser, before statepoints are made.
struct PauseLoopsPass : llvm::PassInfoMixin<PauseLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_WAITS_H

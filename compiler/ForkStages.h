//===- ForkStages.h - the stages that convert forks and tasks --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops have been lowered, and calls have their bundles.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_FORKSTAGES_H
#define TACTUS_COMPILER_FORKSTAGES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

// Each returns false if the module is as it was.

/// Finds the forks of the header, and marks them.
bool raiseForks(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);
bool lowerForks(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// Makes forks of spawns, and lowers them.
bool lowerSpawns(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// When no call is made any more that something is latent around.
bool registerPoints(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_FORKSTAGES_H

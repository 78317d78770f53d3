//===- LateBundles.h - bundles for calls that were recursion at an end -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_LATEBUNDLES_H
#define TACTUS_COMPILER_LATE_FORKS_LATEBUNDLES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Runs last: gives their bundles to calls that an early one would have kept from becoming loops (recursion at the end
/// of a function). They are outermost in their function, so an empty one is all that they need.
struct LateBundlesPass : llvm::PassInfoMixin<LateBundlesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_LATEBUNDLES_H

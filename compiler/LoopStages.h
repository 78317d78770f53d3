//===- LoopStages.h - the stages that convert loops ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What one stage hands on to the next are marks in the code (model/RegionMarks.h), which the next one reads when it
// recognises the loops again.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOOPSTAGES_H
#define TACTUS_COMPILER_LOOPSTAGES_H

#include "analysis/PromotionReach.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Is no promotion point reached from inside the loop's body?
bool isLeaf(const ParallelLoop &loop, const PromotionReach &reach);

/// Erases thread numbers that clang asked for on behalf of constructs that are gone.
void eraseUnusedThreadNumbers(llvm::Module &module);

// The stages. Each returns false if the module is as it was.

/// Gives each loop a microtask of its own, and versions where it needs them; notes why a loop is not converted. Puts
/// into loops of the header what they consist of.
bool raiseLoops(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// Notes of each loop that is converted what its lowering depends on, and of each other region how it is to run;
/// reports both.
bool judgeLoops(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// Makes slices of the loops that are converted, with their promotion points, and gives the calls between promotion
/// points their bundles.
bool lowerLoops(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_LOOPSTAGES_H

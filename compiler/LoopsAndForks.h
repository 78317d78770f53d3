//===- LoopsAndForks.h - the conversion of a module's loops and forks -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOOPSANDFORKS_H
#define TACTUS_COMPILER_LOOPSANDFORKS_H

#include "analysis/PromotionReach.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace tactus {

/// Refuses the loops that depend on their thread, whose iterations wait for each other, or that carry state from one to
/// the next.
void refuseDependentLoops(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops, llvm::FunctionAnalysisManager &analyses);

/// Is no promotion point reached from inside the loop's body?
bool isLeaf(const ParallelLoop &loop, const PromotionReach &reach);

/// Erases thread numbers that clang asked for on behalf of constructs that are gone.
void eraseUnusedThreadNumbers(llvm::Module &module);

/// Converts the loops, tasks and forks that the stages before it have raised. False if the module is as it was.
bool convertLoopsAndForks(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_LOOPSANDFORKS_H

//===- DependentLoops.h - loops whose iterations are not independent ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_DEPENDENTLOOPS_H
#define TACTUS_COMPILER_RAISE_OPENMP_DEPENDENTLOOPS_H

#include "model/ParallelLoop.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace tactus {

/// Refuses the loops that depend on their thread, whose iterations wait for each other, or that carry state from one to
/// the next.
void refuseDependentLoops(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_DEPENDENTLOOPS_H

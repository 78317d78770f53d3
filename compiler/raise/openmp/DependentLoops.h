//===- DependentLoops.h - loops whose iterations are not independent ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_DEPENDENTLOOPS_H
#define TACTUS_COMPILER_RAISE_OPENMP_DEPENDENTLOOPS_H

#include "model/ParallelLoop.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace tactus {

/// By microtask, what is against running its loop's iterations independently, perhaps nothing.
using DependenceReasons = llvm::DenseMap<const llvm::Function *, Reasons>;

/// Refuses the loops that depend on their thread, whose iterations wait for each other, or that carry state from one to
/// the next. Microtasks that are in `known` are not looked at again.
void refuseDependentLoops(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops, DependenceReasons &known,
                          llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_DEPENDENTLOOPS_H

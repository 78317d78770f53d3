//===- OrphanInlining.h - functions with constructs of the region that calls them ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   void smooth(double *x) {          #pragma omp parallel
//   #pragma omp for                   for (int step = 0; step < steps; step++)
//     for (...) ...                     smooth(x);
//   }
//
// Whose loop that is depends on who calls: in a region of libomp's its threads share it, outside of all it is serial,
// and in a converted region it is latent. So a converted region has a copy of what it calls in this way. The function
// itself stays as it is, for everybody else.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_REGIONS_ORPHANINLINING_H
#define TACTUS_COMPILER_RAISE_REGIONS_ORPHANINLINING_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Inlines the direct calls of functions of this module that hold worksharing constructs, roles or barriers, or call
/// such functions; not those that call themselves.
void inlineOrphans(llvm::Function &region);

/// The same in a region that is not latent, if it can run in phases then: only barriers that are seen can be cut at.
/// Returns whether anything changed.
bool inlineOrphansOfPhases(llvm::CallInst &fork, llvm::FunctionAnalysisManager &analyses);

/// Does the region, or what it calls directly, hold a worksharing loop?
bool reachesWorksharingLoop(const llvm::Function &region);

/// Does the function hold constructs that bind to the region of its caller?
bool hasOrphans(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_REGIONS_ORPHANINLINING_H

//===- IndependentLoops.h - loops of the header whose iterations share nothing --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop of <tactus/tactus.hpp> without results, whose iterations are plain code, says so to the optimiser:
//
//   before   br i1 __tactus_is_independent(@iterateOnce<Kind>), %version with the marker, %version without
//   after    br %version with the marker         iterateOnce and all that it calls are plain (analysis/PlainCode.h)
//
//   before   body: call __tactus_independent(); ...; br %body or %exit
//   after    body: ...; br %body or %exit, !llvm.loop {"tactus.independent"}
//
// late/loops/IndependentLoads reads it. Before anything is inlined: what belongs to the iteration can be told apart
// only then.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_INDEPENDENTLOOPS_H
#define TACTUS_COMPILER_RAISE_HEADER_INDEPENDENTLOOPS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Answers the question wherever it is asked, and marks the loops. False if the module is as it was.
bool markIndependentLoops(llvm::Module &module,
                          llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_INDEPENDENTLOOPS_H

//===- WaitingVersions.h - loops whose iterations may wait elsewhere ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// With a thread for each of its iterations, a loop may have them wait for each other, in code that the compiler does
// not see. How many iterations and threads there are is known at run time, so such a loop exists in two versions:
//
//   if (tactus_has_thread_for_each(iterations, threads))     a function of the runtime
//     __kmpc_fork_call(@region.strands, captures)            runs as a team of strands
//   else
//     __kmpc_fork_call(@region, captures)                    latent
//
// The question only chooses: each version is right wherever iterations do not wait. docs/decisions/0060 says more.
//
// Not handled: trip counts that are computed with branches, by functions of other files, or by a division whose divisor
// is no constant; and loops of regions that have more in them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_WAITINGVERSIONS_H
#define TACTUS_COMPILER_RAISE_OPENMP_WAITINGVERSIONS_H

#include "model/ParallelLoop.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include <memory>

namespace tactus {

/// Gives the latent loops among `loops` that need one a version for strands. Returns whether there is any: then the
/// module's loops are to be recognised anew.
bool separateWaitingVersions(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops,
                             llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_WAITINGVERSIONS_H

//===- StrandRegions.h - regions that run as teams of strands ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   __kmpc_push_num_threads(4)              after   environment = { a, b }
//            __kmpc_fork_call(@region, a, b)                 if (!tactus_team_fork(@region.strand, &environment, 4))
//                                                              __kmpc_push_num_threads(4)
//                                                              __kmpc_fork_call(@region, a, b)
//
//   region.strand(environment, number):  region(&number, &zero, environment.a, environment.b)
//
// The region's code stays as it is: what it asks of libomp, it asks of the team that it runs in (ir/TeamFunctions.h).
// docs/decisions/0036 and 0037 say more.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_STRANDREGIONS_H
#define TACTUS_COMPILER_LOWER_REGIONS_STRANDREGIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Lowers the forks that are marked as those of strands. `libraryInfo` knows functions of the C library.
void lowerStrandRegions(llvm::Module &module,
                        llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_STRANDREGIONS_H

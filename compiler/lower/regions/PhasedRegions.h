//===- PhasedRegions.h - regions whose threads are executed one after the other ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   region(gtid*, btid*, captures...)           i32 region.phases(frame*, environment*, number, phase)
//     a()                                         switch (phase)
//     __kmpc_barrier()                              0: a(); return 1
//     b()                                           1: b(); return 0
//
// The runtime calls it for each member and each phase (runtime/teams/phased_team.h). What the code asks of the team it
// asks as a member of strands does (ir/TeamFunctions.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_PHASEDREGIONS_H
#define TACTUS_COMPILER_LOWER_REGIONS_PHASEDREGIONS_H

#include "llvm/IR/Instructions.h"

namespace tactus {

/// The static data (abi::PhasedRegion) of the region, with its code. `environment` is the structure of its captures.
llvm::Constant *createPhasedRegion(const llvm::CallInst &fork, llvm::Function &microtask,
                                   llvm::StructType *environment);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_PHASEDREGIONS_H

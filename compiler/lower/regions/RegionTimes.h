//===- RegionTimes.h - how long regions of threads take --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region that runs as strands, in phases or on libomp is never seen at a beat, so the program tells libtactus where
// it begins and ends, for `tactus report` (docs/decisions/0092). Who runs it, the run decides:
//
//     __kmpc_fork_call(ident, n, @f, ...)   ►   tactus_time_begin(ident)
//                                               __kmpc_fork_call(ident, n, @f, ...)
//                                               tactus_time_end()
//
// Two calls, each a test where nothing is traced. Latent loops and forks have none: they are what beats find.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_REGIONTIMES_H
#define TACTUS_COMPILER_LOWER_REGIONS_REGIONTIMES_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Around what the region is now, whoever it will be that runs it.
void timeRegion(llvm::CallInst &fork);

/// All that is libomp's from the start; true if there is any.
bool timeLibompRegions(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_REGIONTIMES_H

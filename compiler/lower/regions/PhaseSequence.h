//===- PhaseSequence.h - a thread that executes its phases itself --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region in phases may find no place for them when the program runs: a thread of libomp's, or a strand, then executes
// its part from the beginning to the end. The code is the same but for what happens between two phases. So the
// microtask calls the phases instead of being a second copy of them, which would be optimised and emitted once more:
//
//   region(gtid*, btid*, captures...):   frame = alloca; environment = { captures }; phase = 0
//                                        while ((phase = region.phases(&frame, &environment, *gtid, phase)))
//                                          __kmpc_barrier(ident of that cut, *gtid)
//
// A reduction that waits has become one that does not, and a barrier. Where the phases have a cut without a barrier in
// the program (PhaseCutting.h), threads wait there as well.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_PHASESEQUENCE_H
#define TACTUS_COMPILER_LOWER_REGIONS_PHASESEQUENCE_H

#include "lower/regions/PhaseCutting.h"

namespace tactus {

/// What `phases` was made with, beside the microtask.
struct PhaseFunction {
  llvm::Function *function;
  llvm::StructType *environment;
  uint64_t frameBytes;
};

/// Is each cut a barrier, for which a call can stand? Where threads do not wait for each other, the first part of the
/// region may wait for what another one does in the next.
bool canRunInSequence(llvm::ArrayRef<PhaseCut> cuts);

/// Replaces the microtask's body.
void runInSequence(llvm::Function &microtask, const PhaseFunction &phases, llvm::ArrayRef<PhaseCut> cuts);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_PHASESEQUENCE_H

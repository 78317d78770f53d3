//===- LoopReduction.h - an outlined loop reduces into the region's variables --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Writes into the microtask of an outlined loop what clang writes for a reduction clause:
//
//   copy = neutral
//   the loop
//   list = {&copy}
//   if (__kmpc_reduce_nowait(list, combiner) == 1) { original = original op copy; __kmpc_end_reduce_nowait() }
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_REGIONS_LOOPREDUCTION_H
#define TACTUS_COMPILER_RAISE_REGIONS_LOOPREDUCTION_H

#include "analysis/Accumulators.h"
#include "raise/regions/LoopOutlining.h"

namespace tactus {

/// Of the group, `loop.reduced` are all variables, in their order. `call` is the region's call for the loop's bounds.
void addReduction(const OutlinedLoop &loop, const AccumulatorGroup &group, const llvm::CallInst &call);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_REGIONS_LOOPREDUCTION_H

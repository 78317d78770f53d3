//===- LoopLowering.h - bounds, chunks, polls and joins ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_LOOPLOWERING_H
#define TACTUS_COMPILER_LOWER_LOOPS_LOOPLOWERING_H

#include "analysis/PromotionReach.h"
#include "lower/loops/Slice.h"

namespace tactus {

/// Makes the loop in `slice` run the range that the slice is given, poll, and join what was promoted. Accesses to the
/// runtime's variables get `runtimeMemory` (RuntimeMemory.h), which may be null.
void lowerLoop(Slice &slice, const PromotionReach &reach, llvm::MDNode *runtimeMemory);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_LOOPLOWERING_H

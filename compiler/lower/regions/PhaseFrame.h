//===- PhaseFrame.h - what a thread keeps from one phase to the next -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   x = alloca        after   x = alloca                             a scalar: stays in a register
//            ...                       switch (phase) { case 1: x = frame.x; goto behind; ... }
//            return 1                  frame.x = x; return 1
//   behind:  use(x)            behind: use(x)
//
//            y = alloca [64]           y = frame + 8                          whatever has an address
//
// Only what is used on both sides of a cut is in the frame. LLVM's coroutines do the same, but read a value anew in
// each block that uses it, which keeps loops from being vectorised.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_PHASEFRAME_H
#define TACTUS_COMPILER_LOWER_REGIONS_PHASEFRAME_H

#include "lower/regions/PhaseCutting.h"

namespace tactus {

/// Connects what is behind the cuts: `start`, the function's entry without a terminator, goes on at the place that
/// `phase` says, the first of which is `first`. Variables are kept in the memory at `frame`, an argument. Returns the
/// frame's size in bytes.
uint64_t buildPhaseFrame(llvm::BasicBlock &start, llvm::BasicBlock &first, llvm::ArrayRef<PhaseCut> cuts,
                         llvm::Argument &frame, llvm::Value &phase);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_PHASEFRAME_H

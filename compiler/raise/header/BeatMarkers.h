//===- BeatMarkers.h - the points of loops of the header -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops of <tactus/tactus.hpp> that wait for interrupts (tactus/detail/interrupted_loop.hpp) say where a beat may come:
//
//   before   call __tactus_beat_point(weight, next, slot)
//   after    point:  callbr (ir/BeatPoint.h) to %hot or %cold
//            cold:   credit = call tactus_beat(weight) ["deopt"(NextIteration, next, slot)]; br %hot
//
//   before   call __tactus_take_beat(weight, next, slot)      the cold block alone
//
//   before   call __tactus_strip_of(@iterateOnce<Kind>)       a number
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_BEATMARKERS_H
#define TACTUS_COMPILER_RAISE_HEADER_BEATMARKERS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Are there loops with points?
bool hasBeatMarkers(const llvm::Module &module);

/// Makes points of them. Before other calls get their bundles.
void createPointsOfHeader(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_BEATMARKERS_H

//===- SerialReduction.h - reductions of loops that stay sequential -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A microtask accumulates in a private copy that begins with the operator's neutral element, and is combined with the
// original at the end. Where nothing of the loop is promoted (a serial copy; a loop too short for that), the copy may
// as well begin with the original's value:
//
//   before   copy = 0                      after   copy = original
//            loop:  copy += x                      loop:  copy += x
//            original = original + copy            original = copy
//
// That is the sequential program: one operation less for each short row, and the same rounding.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_SERIALREDUCTION_H
#define TACTUS_COMPILER_LOWER_LOOPS_SERIALREDUCTION_H

#include "lower/loops/Slice.h"

namespace tactus {

/// Lets private copies begin with the originals' values, where the loop does nothing with them but accumulate.
/// `slice` never runs as a task. It has been lowered, and its unreachable blocks (clang's atomic way to combine) are
/// gone. The same holds for `polled`: the slice that a serial copy calls when its credit is used up, or null. That one
/// then begins in the same way where it is no task, because the credit must not decide how floating point is rounded.
void accumulateInOriginals(const Slice &slice, const Slice *polled = nullptr);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_SERIALREDUCTION_H

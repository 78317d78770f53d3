//===- Odometer.h - a loop's variables go up like the digits of an odometer ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang computes the program's variables anew in each iteration, from its number (raise/openmp/Counters.h). In the
// sequential program they are stepped, which the vectoriser depends on: it has to know that they do not overflow, and
// wants no division. So they are in leaf loops. One loop:
//
//   before   strip: do { i = start + iv * step; body } while (++iv != stripEnd)
//
//   after    strip: i = start + iv * step
//                   do { body; i += step } while (++iv != stripEnd)
//
// A collapsed nest becomes rows again. The slice may begin and end in the middle of one:
//
//   strip:   i, j = clang's divisions; column = j's index
//   row:     rowEnd = iv + min(row's length - column, stripEnd - iv)
//            do { body; j += step2 } while (++iv != rowEnd)
//            if (iv == stripEnd) goto exit
//            column = 0; j = start2; i += step1; goto row
//
// Where the row's length and its first value are constants, whole rows, of which LLVM then knows both, run in a copy of
// the row's loop:
//
//   next:    i += step1; if (stripEnd - iv >= length) goto whole; column = 0; j = start2; goto row
//   whole:   rowEnd = iv + length; j = start2; do { body; j += step2 } while (++iv != rowEnd); ...
//
// Where more than two loops are collapsed, those in the middle have a position and a length as well; at the end of a
// row each begins anew if it has come to its length, and lets the next one out go on.
//
// `iv` itself goes on from iteration to iteration as before, and so does the credit that is paid for a strip: a slice
// of a collapsed nest is split at any iteration.
//
// A variable of a loop that is not collapsed and goes up by one is what it is already after InductionStart, unless it
// is narrower than an address and its steps are known not to wrap. Loops with other loops inside compute their
// variables as clang does.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_ODOMETER_H
#define TACTUS_COMPILER_LOWER_LOOPS_ODOMETER_H

#include "model/ParallelLoop.h"

namespace tactus {

/// Gives the variables of a leaf loop their steps. The loop must have its check at its end: `strip` enters it at its
/// first iteration, and its header leaves it where the iteration variable is `stripEnd`. With `copiesRows`, whole rows
/// of a constant length get a loop of their own.
void stepCounters(const ParallelLoop &loop, llvm::BasicBlock *strip, llvm::AllocaInst *stripEnd, bool copiesRows);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_ODOMETER_H

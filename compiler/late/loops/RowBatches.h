//===- RowBatches.h - many short rows under one charge -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop over rows whose inner loop is short charges for each row: six instructions beside the twenty that a row of a
// sparse matrix may have. But where the bounds of the rows stand in an array, the rows from i to i + n have
// start[i + n] - start[i] iterations together, and the credit can be asked once for all of them:
//
//   before   rows:  credit -= (start[i + 1] - start[i]) * weight; if (credit < 0) cold()
//                   row i
//                   if (++i < slot.end) goto rows
//
//   after    rows:  if (slot.end - i < 4) as before                  ; if there is a loop around this one
//                   n = min(64, slot.end - i)
//                   rest = credit - max(|start[i + n] - start[i]|, n) * weight
//                   if (rest >= 0) { credit = rest; rows i to i + n; i += n; if (i < slot.end) goto rows; goto exit }
//                   as before
//
// A loop that waits for interrupts charges nothing, but asks for each row whether it is longer than a strip, and has a
// point behind each row. Behind a batch it has a row by itself, so that the batch needs no point:
//
//   after    rows:  n = min(256, slot.end - i - 1)
//                   if (n > 0 && max(|start[i + n] - start[i]|, n) <= strip) { rows i to i + n; i += n }
//                   as before
//
// So the rows that are paid for are the sequential program. Rows of the same length have no array to ask; n times that
// length is their price. The price is for the heartbeat only: if the starts do not ascend, the sum says less than what
// there is to do, beats are seen late, and the weight learned from that is higher, up to rows that are charged singly.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_ROWBATCHES_H
#define TACTUS_COMPILER_LATE_LOOPS_ROWBATCHES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For code that has been optimised: the paid rows are a copy of what has become of the loop. The credit, or the length
/// of a strip, is in a register (CreditRegister.h).
struct RowBatchesPass : llvm::PassInfoMixin<RowBatchesPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_ROWBATCHES_H

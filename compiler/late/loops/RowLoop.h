//===- RowLoop.h - what is to be known of a loop over short rows ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop over rows as it is when everything has been optimised, if its rows can be paid for several at once
// (RowBatches.h): where it is charged, from which variable, and out of which arrays the lengths of the rows are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_ROWLOOP_H
#define TACTUS_COMPILER_LATE_LOOPS_ROWLOOP_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm {
class ScalarEvolution;
}

namespace tactus {

/// Where a row is charged: what it costs is taken from the credit, and if that is used up, `cold` is next. In a loop
/// that waits for interrupts, where `cold` is next if the row's length is more than the weight, which is that of a
/// strip.
struct RowCharge {
  llvm::BranchInst *branch;
  llvm::BasicBlock *cold;
  /// Null in a loop that waits for interrupts.
  llvm::Value *credit;
  llvm::Value *weight;
  /// How many iterations of the inner loop are charged, or how many with the sign changed; null for one.
  llvm::Value *length = nullptr;
  bool isNegative = false;
  /// If the length is the difference of two values in memory that the next row has a step further on, in bytes.
  llvm::LoadInst *start = nullptr;
  int64_t step = 0;
};

/// Where a longer row is left to other code (lower/loops/Blocks.h).
struct RowLimit {
  llvm::BranchInst *branch;
  llvm::BasicBlock *cold;
  uint64_t most;

  llvm::BasicBlock *hot() const { return branch->getSuccessor(branch->getSuccessor(0) == cold ? 1 : 0); }
};

struct RowLoop {
  llvm::Loop &loop;
  llvm::BasicBlock *header = loop.getHeader();
  llvm::BasicBlock *latch = loop.getLoopLatch();
  llvm::BasicBlock *predecessor = loop.getLoopPredecessor();
  /// Where the loop's slot has the bound that the latch reads.
  llvm::Value *boundAddress = nullptr;
  /// The row's number, computed from what is available where the header begins by conversions alone.
  llvm::Value *iteration = nullptr;
  llvm::SmallVector<RowCharge, 4> charges = {};
  llvm::SmallVector<RowLimit, 2> limits = {};
  /// Behind the row, in a loop that waits for interrupts; else null.
  llvm::CallBrInst *point = nullptr;
  llvm::PHINode *credit = nullptr;
  /// A variable that the loop steps by a constant.
  llvm::PHINode *counter = nullptr;
  llvm::Constant *counterStep = nullptr;
  /// Before it, the header only finds out where the row is.
  llvm::Instruction *rowBegin = nullptr;

  /// Where a beat is taken, behind the row.
  llvm::BasicBlock *beatBlock() const { return point ? point->getIndirectDest(0) : nullptr; }
  /// Is the value known where the header begins?
  bool isAvailable(const llvm::Value *value) const {
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
    return loop.isLoopInvariant(value) || (phi && phi->getParent() == header);
  }
};

/// Nothing if the rows of this loop cannot be paid for together. Changes nothing.
std::optional<RowLoop> recogniseRowLoop(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_ROWLOOP_H

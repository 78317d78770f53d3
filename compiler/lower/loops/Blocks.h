//===- Blocks.h - loops whose iterations are cut at fixed places -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A strip ends where the credit does, and a task where a promotion has split the loop. Whatever regroups floating point
// at such a place makes results depend on time: a vectorised sum is added up at the end of the vector loop, and the
// iterations that are left over are computed otherwise. So where a loop may be regrouped (-ffast-math), or is to give
// the same bits for any workers (-ftactus-reproducible), its iterations are cut into blocks of 2^k, counted from the
// first, and nothing ends inside of a block:
//
//     iterations   0 ........ 1024 ........ 2048 ........ 3072 .... n          2^k = 1024
//     slice        [begin, end) runs the blocks that begin in it: from up(begin) to up(end), where
//                  up(x) = (x + 2^k - 1) & -2^k. So a promotion may split the loop anywhere.
//
//     block:       blockEnd = min((iv | 2^k - 1) + 1, limit)                   ; limit: where the strip ends
//                  do body while (++iv != blockEnd)
//                  if (iv != limit) goto block
//
// In reproducible loops the reductions' private copies begin anew with each block, which leaves its part behind:
//
//     entry:       parts = blocks > 1 ? tactus_parts_begin(blocks * bytes) : null       ; tasks get it as a capture
//     block's end: if (parts) { parts[block] = copies; copies = initial values }
//     loop's end:  if (parts) { copies = parts[0]; for b = 1, 2, ...: combine(copies, parts[b]);
//     tactus_parts_end(parts) }
//
// k depends on the body and on the trip count only, so that there are no more than 4096 blocks, and fewer where the
// copies are large.
//
// The serial copy of an innermost loop (SerialCopy.h) runs loops of one block, whatever the credit, and the slice all
// others: which of the two has been compiled how must not matter either.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_BLOCKS_H
#define TACTUS_COMPILER_LOWER_LOOPS_BLOCKS_H

#include "lower/loops/LoopSteps.h"

namespace tactus {

/// What LoopLowering does otherwise for a loop in blocks.
class Blocks {
public:
  explicit Blocks(LoopSteps &steps) : steps(steps), loop(steps.loop), builder(steps.builder) {}

  /// Where the trip count is known: sets the slice's bounds.
  void findBounds();
  /// Goes around the loop where no block begins in the slice.
  void leaveOutIfEmpty(llvm::BasicBlock *entry);
  void lowerLeaf(llvm::BasicBlock *entry, llvm::BasicBlock *exit);
  void lowerSerialCopy(llvm::BasicBlock *entry, llvm::BasicBlock *exit);
  /// Of a loop that is not a leaf: what stands in front of its slot's stores, its bound, and the ends of its blocks.
  void beginParts();
  llvm::Value *bound();
  void endBlocksOfNest(llvm::BasicBlock *exit);
  /// Last of all.
  void combineParts();

private:
  LoopSteps &steps;
  const ParallelLoop &loop;
  llvm::IRBuilder<> &builder;
  /// k, 2^k - 1.
  llvm::Value *shift = nullptr, *mask = nullptr;
  /// The loop's first iteration; null for 0.
  llvm::Value *origin = nullptr;
  /// Null where there are none.
  llvm::Value *parts = nullptr;
  llvm::Value *bytesOfPart = nullptr;
  /// By reduction: where its copy stands in a part, and what a scalar begins with.
  llvm::SmallVector<llvm::Value *, 4> offsets, initial;
  /// Where the present strip ends, and whether there may be tasks.
  llvm::AllocaInst *limit = nullptr, *polled = nullptr;

  llvm::Value *findShift();
  llvm::Value *fromOrigin(llvm::Value *iteration);
  llvm::Value *up(llvm::Value *iteration);
  /// The number of the last iteration, counted from the first.
  llvm::Value *lastOfAll();
  llvm::Value *isOneBlock();
  llvm::Value *countOfBlocks();
  struct StripsOfBlocks;
  /// As many iterations as are wanted, and the rest of their block.
  llvm::Value *countOfStrip(llvm::Value *iteration, llvm::Value *wanted);
  void pollAlone(llvm::BasicBlock *block, llvm::BasicBlock *next);
  void layOutParts();
  llvm::Value *partOf(llvm::Value *block, unsigned reduction);
  void movePart(llvm::Value *block, bool isStored);
  /// From the end of the builder's block on: leaves the part of the block that ends before the present iteration, if
  /// one does, and goes on at `next`.
  void leavePart(llvm::Value *isBlockEnd, llvm::BasicBlock *next);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_BLOCKS_H

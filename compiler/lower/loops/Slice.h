//===- Slice.h - loop-slice functions ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A microtask becomes a slice function, which runs any range of the loop's iterations (HBC §3.2, loop-slice tasks):
//
//   before   __kmpc_fork_call(@f.omp_outlined, &n, &sum, &a)
//
//   after    call @f.slice(0, ~0, null, 0, n, &sum, a)  ["deopt"()]         ; the serial loop
//
//            @f.slice(begin, end, result, strandLimit, captures...)          ; the microtask's body
//            @f.run(begin, end, environment, result)                         ; a task's: unpacks, calls the slice
//            @f.loop = LoopDescriptor { @f.run, "file.c", "f", line, ... }
//
// There is one copy of the body for both uses. Only where the loop may be entered often, in nests and recursions, does
// the serial call get its own (SerialCopy.h). An `end` beyond the trip count means all iterations, so that the caller
// need not know the trip count. `result` is null for the serial call. A loop that is too short for tasks has the slice
// and its serial call only.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_SLICE_H
#define TACTUS_COMPILER_LOWER_LOOPS_SLICE_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

struct CopiedArgument {
  unsigned index;
  uint64_t bytes;
  bool isResult;
};

/// Where an iteration leaves out the leaf loop that would have paid for it.
struct SkippedLeaf {
  llvm::BasicBlock *block;
  llvm::GlobalVariable *descriptor;
};

struct Slice {
  const ParallelLoop *loop = nullptr;
  /// The loop's blocks, with those that lowering adds.
  BlockSet body;
  llvm::Function *function = nullptr;
  llvm::Function *run = nullptr;
  llvm::GlobalVariable *descriptor = nullptr;
  /// The LoopSlot in the slice's frame.
  llvm::AllocaInst *slot = nullptr;
  /// Values that tasks need, in the order of the environment.
  llvm::SmallVector<llvm::Value *, 8> environment;
  bool passesStrandLimit = false;
  /// Each iteration enters a leaf loop, which charges for it and polls, so that this loop need not.
  bool isChargedByLeaf = false;
  /// This leaf loop charges for the iteration that it stands in also where it has no iterations itself.
  bool chargesWhenSkipped = false;
  /// Arguments that point to what may be copied: whoever calls the slice from a serial
  /// copy lends it such a copy, so that the original can live in registers.
  llvm::SmallVector<CopiedArgument, 2> copied;
  llvm::SmallVector<SkippedLeaf, 1> skippedLeaves;
  /// What is called in place of the slice, so that there is a record of the region; else the slice.
  llvm::Function *callee = nullptr;
  /// For a serial copy (SerialCopy.h), the slice that it was made from; else null.
  llvm::Function *polled = nullptr;

  llvm::Argument *begin() const { return function->getArg(0); }
  llvm::Argument *end() const { return function->getArg(1); }
  llvm::Argument *result() const { return function->getArg(2); }
  llvm::Argument *strandLimit() const { return function->getArg(3); }
  llvm::Argument *capture(unsigned index) const { return function->getArg(4 + index); }
  /// The value of a capture at the loop's entry (ParallelLoop::snapshotTypes). These arguments follow the captures.
  llvm::Argument *snapshot(unsigned index) const;
  /// Of a reproducible loop, the last argument: where blocks leave their parts; null for the serial call.
  llvm::Argument *parts() const { return function->getArg(function->arg_size() - 1); }
};

/// Moves the microtask's body into a slice function with its `run` function and descriptor, and makes the fork and the
/// calls of an `if` clause calls of the slice. The loop itself is lowered afterwards (LoopLowering.h).
Slice makeSlice(const ParallelLoop &loop);

/// Makes the fork and the calls of an `if` clause calls of the slice, for a loop that has the same code as the slice's
/// (SharedSlices.h).
void callSlice(const Slice &slice, const ParallelLoop &loop);

/// How much larger than usual a slice may be and still be inlined at its serial call in another loop's body: the nest
/// must become one ordinary nest. An outermost loop's stays a call (keepOneCopy).
inline constexpr const char *NestedInlineThreshold = "1000";

/// Notes that the variable is the slot of a slice.
void markSlot(llvm::AllocaInst &variable);

/// Is the alloca the slot of a slice, also where the slice has been inlined?
bool isSlot(const llvm::AllocaInst &variable);

/// Replaces what is left of the microtask's thread number, once the calls of the OpenMP runtime that used it are gone.
void replaceThreadNumber(Slice &slice);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_SLICE_H

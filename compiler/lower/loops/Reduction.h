//===- Reduction.h - results of tasks ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A slice accumulates in private copies, as a microtask does. What happens to them at its end depends on who runs it:
//
//   the serial call     combines them with the original variables, as the code behind __kmpc_reduce's case 1 does
//   a task              moves their bytes into its result area, behind a list of their addresses
//   a joining slice     combines each task's result, in index order, into its own private copies
//
// so that an associative combiner sees its operands in the order of the iterations. Private copies that are still used
// after the combination (their destructors) cannot be moved; every task then combines its own with the originals, under
// the lock that clang provides for that, in any order, which OpenMP allows.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_REDUCTION_H
#define TACTUS_COMPILER_LOWER_LOOPS_REDUCTION_H

#include "lower/loops/Slice.h"
#include "llvm/IR/IRBuilder.h"

namespace tactus {

/// The bytes of a reduction's private copy.
llvm::Value *sizeOf(const ReductionItem &item, llvm::IRBuilder<> &builder);
llvm::Value *alignUp(llvm::Value *value, uint64_t alignment, llvm::IRBuilder<> &builder);

/// Of a list of copies' addresses, as the combiner takes it.
llvm::Value *listElement(llvm::Value *list, unsigned index, llvm::IRBuilder<> &builder);
/// Where clang passes a number, it does so in the place of a pointer.
void storeNumber(const ReductionItem &item, llvm::Value *list, unsigned index, llvm::IRBuilder<> &builder);

/// The private copies while a combiner has their addresses. Those of fixed size are lent to it through temporaries, so
/// that they themselves do not escape and the loop keeps them in registers.
class LentCopies {
public:
  LentCopies(const Slice &slice, llvm::IRBuilder<> &builder);
  void takeBack();

  llvm::AllocaInst *list;

private:
  const Slice &slice;
  llvm::IRBuilder<> &builder;
  llvm::SmallVector<llvm::AllocaInst *, 4> temporaries;
};

/// The size of a task's result area in bytes; 0 without reductions.
llvm::Value *resultBytes(const Slice &slice, llvm::IRBuilder<> &builder);

/// Emits, after a join, the combination of the tasks' results into the private copies.
void combineTaskResults(const Slice &slice, llvm::IRBuilder<> &builder);

/// Replaces __kmpc_reduce.
void lowerReduction(Slice &slice);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_REDUCTION_H

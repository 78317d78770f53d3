//===- Accumulators.h - private variables that a region's loops only add to ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #pragma omp parallel                       #pragma omp parallel reduction(+ : sum)
//     {                                          {
//       double local = 0;
//     #pragma omp for nowait                     #pragma omp for
//       for (...) local += f(i);                   for (...) sum += f(i);
//     #pragma omp critical                       #pragma omp for
//       sum += local;                              for (...) sum += g(i);
//     }                                          }
//
// Each thread has a part of the result, and the parts are merged by the operation by which they were made. Executed by
// one strand there is one part, which is all of it: the loops reduce into the strand's variable, and merging it once
// gives what merging T parts gives, because all of them begin with the operation's neutral value. That must be so: what
// every thread adds outside of the loops is added T times.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_ACCUMULATORS_H
#define TACTUS_COMPILER_ANALYSIS_ACCUMULATORS_H

#include "model/RegionShape.h"

namespace tactus {

/// Variables that are merged together.
struct AccumulatorGroup {
  llvm::SmallVector<llvm::AllocaInst *, 2> variables;
  llvm::SmallVector<llvm::Constant *, 2> neutral;
  /// Of a reduction clause, the function that combines two lists of addresses; else null.
  llvm::Function *combiner = nullptr;
  /// Without a clause, the operation: add, mul, and, or, xor and their counterparts for floating point.
  llvm::SmallVector<llvm::Instruction::BinaryOps, 2> operations;
};

struct Accumulators {
  /// Those of clauses, and one group for all others.
  llvm::SmallVector<AccumulatorGroup, 2> groups;
  /// Redundant code that merges: what it does may add up over threads.
  llvm::SmallPtrSet<const llvm::Instruction *, 16> merges;

  bool contains(const llvm::AllocaInst *variable) const;
};

/// Finds the region's accumulators. Replaces calls for the region's own reduction clauses, in redundant code, by what a
/// team of one thread does.
Accumulators findAccumulators(const RegionShape &shape);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_ACCUMULATORS_H

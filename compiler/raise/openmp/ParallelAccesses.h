//===- ParallelAccesses.h - what clang claims of worksharing loops, and is not so ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   #pragma omp for schedule(dynamic)            #pragma omp for simd reduction(+ : sum)
//   for (...) own[key[i]]++;                     for (...) sum += a[i];
//
// For schedules that hand out chunks in any order, and for simd, clang 19 declares all accesses of the loop free of
// dependences between iterations. The iterations of one thread may well depend on each other through what is the
// thread's: its part of a reduction, memory that it has allocated. Where such a variable is not a register when the
// vectoriser comes, because its address has been given away before (the loop stands in a loop over time steps), updates
// are lost.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_PARALLELACCESSES_H
#define TACTUS_COMPILER_RAISE_OPENMP_PARALLELACCESSES_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Takes clang's declaration from loops with a dynamic schedule, and from accesses of simd loops to what each thread
/// has of its own. A loop that asks for simd keeps it for all others. Returns whether anything changed.
bool forgetParallelAccesses(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_PARALLELACCESSES_H

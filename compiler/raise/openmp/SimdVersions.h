//===- SimdVersions.h - loops that clang writes twice --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An `if` clause of `parallel for simd` that holds for simd too makes clang write the loop twice, with and without what
// simd promises, and ask in the microtask which is meant:
//
//   microtask(..., isSimd):  if (isSimd) loop with promises else loop without
//
// Each becomes a microtask of its own, and the question is asked before the region is entered. Where the clause holds
// for `parallel` as well, it has just been asked there, and only two of four calls are left:
//
//   if (parallel) { if (isSimd) fork(with) else fork(without) } else { if (isSimd) with() else without() }
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_SIMDVERSIONS_H
#define TACTUS_COMPILER_RAISE_OPENMP_SIMDVERSIONS_H

#include "model/ParallelLoop.h"
#include <memory>

namespace tactus {

/// Separates the versions of all loops that were refused for having two. True if the module has changed; what was found
/// out about its loops is stale then.
bool separateSimdVersions(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_SIMDVERSIONS_H

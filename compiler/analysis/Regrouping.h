//===- Regrouping.h - loops whose results may depend on where strips end ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Which loops are cut into blocks at fixed places (lower/loops/Blocks.h), and how long these are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_REGROUPING_H
#define TACTUS_COMPILER_ANALYSIS_REGROUPING_H

#include "model/ParallelLoop.h"
#include <memory>

namespace tactus {

/// Are results to be the same for any workers, beats and schedules (-ftactus-reproducible)?
bool compilesReproducibly();

/// May floating point in the loop be computed in another order, or less exactly, than the source says?
bool mayRegroup(const ParallelLoop &loop);

/// Does a reduction combine floating point numbers? `combiner` is the function that does so.
bool combinesFloatingPoint(const llvm::Value &combiner);
bool reducesFloatingPoint(const llvm::Function &microtask);

/// Is what a converted loop reduces combined block by block?
bool isReproducible(const ParallelLoop &loop);

/// Is a converted loop only ever run by the slice that tasks run?
bool hasOneVersion(const ParallelLoop &loop);

/// Of a converted loop that is cut into blocks: the logarithm of the iterations of one.
std::optional<unsigned> blockShift(const ParallelLoop &loop);

/// Says which reductions of constructs other than tasks keep bits that depend on time in spite of
/// -ftactus-reproducible.
void reportDependentBits(llvm::Module &module, llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_REGROUPING_H

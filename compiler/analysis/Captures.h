//===- Captures.h - how a loop's captured variables reach its tasks ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_CAPTURES_H
#define TACTUS_COMPILER_ANALYSIS_CAPTURES_H

#include "model/ParallelLoop.h"
#include <memory>

namespace tactus {

/// The captures of every loop that will be converted, in the order of the loops; nothing for the others.
///
/// Clang captures shared variables by reference. If the address were recorded for promotion it would escape, and the
/// serial loop would load the variable anew in every iteration. So a scalar that the region only reads, in
/// an alloca that no other code can reach, is passed by value; and the original of a reduction variable, which a task
/// never touches because it leaves its result elsewhere, is not passed to tasks at all.
std::vector<llvm::SmallVector<Capture, 8>> classifyCaptures(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

/// A parameter of a microtask, and the scalar that it points to.
struct ReadParameter {
  llvm::Argument *parameter;
  llvm::Type *type;
};

/// The same question for a region that is left to threads: what it only reads, while nobody writes it. `loops` are all
/// of the module, the region among them.
std::vector<ReadParameter> findReadParameters(const ParallelLoop &region,
                                              llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_CAPTURES_H

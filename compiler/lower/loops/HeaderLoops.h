//===- HeaderLoops.h - loops of the header become those of a pragma -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// <tactus/tactus.hpp> writes a function that is a slice already, with a plain loop behind a mark
// (tactus/detail/canonical_loop.hpp):
//
//   run(begin, end, kind, state, where):
//     first = begin; last = end - 1
//     mayBeSplit = __tactus_loop(descriptor, slot, &first, &last, ...)      ParallelLoop::init
//     index = first
//   header:
//     if (index <= last) body else exit
//   exit: if (mayBeSplit && slot.join) join
//
// It is lowered with the loops of OpenMP. What the function does itself with its slot stays: it describes it, joins
// its tasks, and cancels them where an iteration throws.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_HEADERLOOPS_H
#define TACTUS_COMPILER_LOWER_LOOPS_HEADERLOOPS_H

#include "lower/loops/Slice.h"
#include "llvm/IR/PassManager.h"
#include <memory>
#include <vector>

namespace tactus {

bool hasHeaderLoops(const llvm::Module &module);

/// Puts into each loop what its iterations always inline, and finds it.
std::vector<Slice> findHeaderLoops(llvm::Module &module, std::vector<std::unique_ptr<ParallelLoop>> &loops,
                                   llvm::FunctionAnalysisManager &analyses);

/// When it is known which are leaves: says what an iteration costs and who pays for it, and makes calls serial calls.
void prepareHeaderLoops(llvm::MutableArrayRef<Slice> slices);

/// When all are lowered.
void eraseHeaderLoopMark(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_HEADERLOOPS_H

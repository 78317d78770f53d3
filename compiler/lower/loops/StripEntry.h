//===- StripEntry.h - a leaf loop with its check at the end ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_STRIPENTRY_H
#define TACTUS_COMPILER_LOWER_LOOPS_STRIPENTRY_H

#include "model/ParallelLoop.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

struct StripEntry {
  llvm::BasicBlock *block;
  /// The variable that holds the exclusive bound of the present strip.
  llvm::AllocaInst *end;
};

/// A strip has at least one iteration, so it is entered behind its check: the loop becomes one with its check at the
/// end, and short loops are spared a branch. Comparing for inequality makes its trip count a plain difference; with
/// clang's inclusive bound it would be a maximum, which is too complicated for the unroller. Nothing leads to the block
/// from which it is entered yet.
StripEntry enterWithoutCheck(const ParallelLoop &loop, llvm::Function &function, const llvm::DebugLoc &location,
                             bool copiesRows = false);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_STRIPENTRY_H

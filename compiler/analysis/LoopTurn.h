//===- LoopTurn.h - the ways through one turn of a loop ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Control dependence within one turn, for WaitingLoop.h. A turn begins at the loop's header. It ends on an edge that
// leaves the loop, or on one that goes back to the header.
//
// A branch decides something if two of its successors lead to different ends, or to the same phi by different edges.
// Ways that only come back to the branch itself do not count: an inner loop that has been left again has decided
// nothing. So this is the control dependence that takes loops to end.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_LOOPTURN_H
#define TACTUS_COMPILER_ANALYSIS_LOOPTURN_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include <set>

namespace tactus {

class LoopTurn {
public:
  using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;
  using Branches = llvm::SmallVector<const llvm::Instruction *, 4>;

  /// `isPossible` says of an edge whether it is to be looked at.
  LoopTurn(const llvm::Loop &loop, llvm::function_ref<bool(const Edge &)> isPossible);

  /// Can there be another turn after this one?
  bool goesRound() const { return isRepeated; }
  /// The branches that decide how the turn ends.
  Branches decidingTheEnd() const;
  /// The branches that decide by which of its edges the block is entered. It may be the header.
  const Branches &decidingTheEntry(const llvm::BasicBlock &block);
  /// The branches that decide whether control comes to the block.
  const Branches &decidingTheExecution(const llvm::BasicBlock &block);
  /// Is the block a part of each turn behind which there may be another one?
  bool isInEachTurn(const llvm::BasicBlock &block) const;

private:
  using Ends = std::set<Edge>;
  enum class Stop { Nowhere, AtEdges, AtBlock };

  const llvm::Loop &loop;
  bool isRepeated = false;
  /// Of the blocks that a turn may come to.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::BasicBlock *, 2>> next;
  Ends exits;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> innerHeaders;
  llvm::DenseMap<const llvm::BasicBlock *, Branches> entries, executions;

  Ends endsBehind(const llvm::BasicBlock &from, const llvm::BasicBlock &first, const llvm::BasicBlock *block,
                  Stop stop) const;
  bool decides(const llvm::BasicBlock &from, const llvm::BasicBlock *block, Stop stop) const;
  Branches deciding(const llvm::BasicBlock *block, Stop stop) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_LOOPTURN_H

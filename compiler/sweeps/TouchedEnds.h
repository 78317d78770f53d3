//===- TouchedEnds.h - addresses that an access certainly touches -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An access in loops inside of a loop touches one address where all of these begin, and one where all of them end.
// Both are known only if each iteration of the loop gets there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_TOUCHEDENDS_H
#define TACTUS_COMPILER_SWEEPS_TOUCHEDENDS_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace tactus {

class TouchedEnds {
public:
  TouchedEnds(llvm::ScalarEvolution &evolution, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
              const llvm::Loop &around)
      : evolution(evolution), loops(loops), dominators(dominators), around(around) {}

  /// It happens in each iteration of the loop around, unless an inner loop has no iterations.
  bool isCertain(const llvm::Instruction &access) const;

  /// The address in the first iterations of all inner loops, and in their last ones. Null if it is not known.
  const llvm::SCEV *first(const llvm::SCEV *address) const;
  const llvm::SCEV *last(const llvm::SCEV *address) const;

  /// The byte lies before all bytes from `begin` on, or behind those up to `end`, or is of another variable.
  bool isBefore(const llvm::SCEV *byte, const llvm::SCEV *begin) const;
  bool isAtOrBehind(const llvm::SCEV *byte, const llvm::SCEV *end) const;
  bool isElsewhere(const llvm::SCEV *byte, const llvm::SCEV *begin) const;

private:
  llvm::ScalarEvolution &evolution;
  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &dominators;
  const llvm::Loop &around;

  bool isAlwaysIn(const llvm::BasicBlock &block, const llvm::Loop &loop) const;
  const llvm::BasicBlock *entryOf(const llvm::Loop &loop) const;
  bool onlyCounts(const llvm::BranchInst &guard, const llvm::Loop &loop) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_TOUCHEDENDS_H

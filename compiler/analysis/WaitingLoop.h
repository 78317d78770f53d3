//===- WaitingLoop.h - loops that only others can end --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The test of one loop for IterationWaits.h, in code in SSA form.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_WAITINGLOOP_H
#define TACTUS_COMPILER_ANALYSIS_WAITINGLOOP_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace tactus {

/// Is this a call that makes other threads' writes visible, or lets them run: a flush, a lock, a yield, a sleep?
bool isMeetingPoint(const llvm::Instruction &instruction);

/// Atomic and volatile accesses, and meeting points.
bool mayObserveOthers(const llvm::Instruction &instruction);

/// What it means to try to acquire a lock. Whoever holds it gets on by himself, unless he is executed later.
enum class LockHolders { RunOn, MayBeLater };

class WaitingLoop {
public:
  WaitingLoop(const llvm::Loop &loop, const llvm::DominatorTree &dominators, LockHolders holders);

  /// Does every way out of the loop depend on what others do?
  bool waits() const;

private:
  using Values = llvm::SmallSetVector<const llvm::Value *, 16>;
  /// What a condition depends on.
  struct Condition {
    /// Accesses to what others may write, and calls that may look at it.
    llvm::SmallSetVector<const llvm::Instruction *, 4> observed;
    /// The loop counts, or moves on, by itself.
    bool makesProgress = false;
    /// It is compared with what an atomic update outside the loop has returned.
    bool hasTicket = false;
  };

  const llvm::Loop &loop;
  const llvm::DominatorTree &dominators;
  LockHolders holders;
  bool meetsOthers = false;
  bool yields = false;

  Condition dependences(const llvm::Value *value, Values &seen) const;
  void follow(const llvm::Instruction &instruction, Values &worklist, Values &seen, Condition &result) const;
  void followLoad(const llvm::LoadInst &load, Values &worklist, Condition &result) const;
  void followCall(const llvm::CallBase &call, Values &worklist, Condition &result) const;
  bool isInvariantAddress(const llvm::Value *address, unsigned depth = 0) const;
  bool isDecidedBefore(const llvm::Value *condition, unsigned depth = 0) const;
  bool isLeftToOthers(const llvm::BasicBlock &block) const;
  bool alwaysTriesAgain(const llvm::Value *address) const;
  bool getsOnAlone(const llvm::Instruction &access) const;
  bool acquiresLock(const llvm::Instruction &access, bool hasTicket) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_WAITINGLOOP_H

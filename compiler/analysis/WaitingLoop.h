//===- WaitingLoop.h - loops that may need others to end -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The test of one loop for IterationWaits.h, in code in SSA form.
//
// A loop waits if something in it synchronises, and if a branch that decides whether there is another turn depends on
// what others may write: by its condition's data, or by the branches that decide which data that is. Data is followed
// through variables and through memory that the loop writes.
//
// These do not wait, since they end although nobody else runs (LoopProgress.h), or since others cannot change them:
//
//  * each way round passes a barrier: all threads of the team go round equally often;
//  * each way round passes an exchange that fails only if another thread has just changed the place;
//  * the exit compares a position that the loop itself moves on in each turn with a bound that the loop only looks at;
//  * what is looked at is another place in each turn, or a variable that nobody writes meanwhile.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_WAITINGLOOP_H
#define TACTUS_COMPILER_ANALYSIS_WAITINGLOOP_H

#include "analysis/LoopProgress.h"
#include "analysis/LoopTurn.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tactus {

class WaitingLoop {
public:
  WaitingLoop(const llvm::Loop &loop, llvm::ScalarEvolution &evolution, const LoopSurroundings &surroundings);

  bool waits();

private:
  using Values = llvm::SmallVector<const llvm::Value *, 16>;

  const llvm::Loop &loop;
  const LoopSurroundings &surroundings;
  LoopProgress progress;
  LoopTurn turn;
  /// Something in the loop synchronises; plain loads see what others have written.
  bool meetsOthers = false, seesPlainWrites = false;
  /// What has been followed: nothing of it depends on others.
  llvm::SmallPtrSet<const llvm::Value *, 32> seen;
  llvm::SmallPtrSet<const llvm::Value *, 8> followedMemory;

  bool staysForOthers(const llvm::Instruction &branch);
  bool staysForOthers(const llvm::Value *condition, bool stays);
  bool dependsOnOthers(const llvm::Value *value);
  /// These return true if there is no need to look further.
  bool follow(const llvm::Instruction &instruction, Values &worklist);
  void followPhi(const llvm::PHINode &phi, Values &worklist);
  bool followLoad(const llvm::Instruction &access, const llvm::Value *address, Values &worklist);
  bool followMemory(const llvm::Value *address, Values &worklist);
  bool followWrite(const llvm::Instruction &writer, const llvm::Value *address, Values &worklist);
  bool followCall(const llvm::CallBase &call, Values &worklist);
  void followDecisions(const LoopTurn::Branches &branches, Values &worklist);
  bool mayShowOthers(const llvm::Instruction &access, const llvm::Value *address) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_WAITINGLOOP_H

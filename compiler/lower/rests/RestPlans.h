//===- RestPlans.h - which code is the rest behind each spawn ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_RESTPLANS_H
#define TACTUS_COMPILER_LOWER_RESTS_RESTPLANS_H

#include "lower/rests/Rest.h"
#include "lower/rests/SpawnExceptions.h"

namespace tactus {

/// The rests of a function's spawns: where each begins and ends, what it needs and what it leaves. The function is put
/// so that rests can be copied out of it, and means what it did.
class RestPlans {
public:
  /// The function is in SSA form. `flags` are those of the forks' descriptors (tactus_fork_flags).
  RestPlans(llvm::Function &function, llvm::ArrayRef<Spawn> spawns, llvm::ArrayRef<Sync> syncs,
            const SpawnMemory &spawnMemory, SpawnExceptions &exceptions, uint64_t flags);

  /// Finds out everything about all rests. Spawns that cannot be forks become calls and have no rest any more. They are
  /// returned with the reason.
  std::vector<std::pair<Spawn, NoFork>> complete();

  llvm::ArrayRef<std::unique_ptr<Rest>> rests() const { return plans; }

  /// A landing pad that catches the same as those that take exceptions to this exit of a rest.
  llvm::BasicBlock *padLike(llvm::BasicBlock *exit) const { return padsLike.lookup(exit); }

  /// Undoes in the function itself, where nobody needs to catch for a rest, that calls have become invokes: recursion
  /// may become a loop. First branches of `forks` stay as they are.
  void makeCallsAgain(llvm::ArrayRef<Fork> forks);

private:
  llvm::Function &function;
  const SpawnMemory &spawnMemory;
  SpawnExceptions &exceptions;
  uint64_t flags;
  /// Of calls that have no other reason to be invokes than that a rest must catch what they throw.
  llvm::BasicBlock *restPad = nullptr;
  std::vector<std::unique_ptr<Rest>> plans;
  llvm::DenseMap<llvm::BasicBlock *, Sync> syncBlocks;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> padsLike;

  void splitAt(llvm::Instruction *position, const Sync &sync);
  bool endsAt(const Rest &plan, llvm::BasicBlock *block) const;
  bool endsBeforeCall(const Rest &plan) const;
  void findRegion(Rest &plan);
  void prepareExceptions();
  void addExit(Rest &plan, llvm::BasicBlock *exit, llvm::BasicBlock *pad);
  void completeExits();
  void demoteExits();
  void findValues(Rest &plan);
  bool demoteUnsupported();
  bool throwsBehindValue(const Rest &plan) const;
  static void makeCall(Rest &plan);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_RESTPLANS_H

//===- Spawn.h - calls beside which their caller may go on -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_SPAWN_H
#define TACTUS_COMPILER_MODEL_SPAWN_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// A call whose caller's rest may run elsewhere.
struct Spawn {
  llvm::CallBase *firstBranch = nullptr;
  /// The call of tactus.spawn, which stands for the record (SpawnMarks.h).
  llvm::CallInst *record = nullptr;
  /// Which group of spawns it belongs to; a sync waits for one group or for all.
  unsigned group = 0;
  /// Where the program spawns, and what the raising pass has left to say about it (markConstruct), or null.
  llvm::DebugLoc location;
  llvm::MDNode *construct = nullptr;
};

/// Where spawned calls must have returned.
struct Sync {
  llvm::Instruction *position = nullptr;
  bool waitsForAll = true;
  unsigned group = 0;
  /// Where the group begins, if the sync is its end.
  llvm::Instruction *groupBegin = nullptr;
  /// The program need not wait here: the call behind it may, for tasks that libomp runs.
  bool isBeforeCall = false;
};

/// Memory of a spawn of its own (its arguments): each execution of the spawn writes it anew before it is used, and
/// nobody but the spawned call may read it while that runs.
using SpawnMemory = llvm::SmallPtrSet<llvm::AllocaInst *, 8>;

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_SPAWN_H

//===- RestOutlining.h - what may run elsewhere between spawn and sync -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// OpenMP's tasks and Cilk's spawns name the part of a fork that runs first; what may run elsewhere is the rest of the
// function, up to the point that needs the spawned call. That rest has to become a function of its own:
//
//   before    spawned call                                after    spawned call
//             record = tactus.spawn()                              record = ...            ; ForkLowering.h
//             br record, join, rest                                br record, join, rest
//      join:  unreachable                                  join:   tactus_fork_join(record)
//      rest:  a = g(x)                                             a1 = record->result[0]; br sync
//             br sync                                      rest:   a = g(x); br sync
//      sync:  use(a)                                       sync:   a2 = phi(a1, a); use(a2)
//
//                                                          run(environment, result):
//                                                                  x = environment[0]; a = g(x); result[0] = a
//
// The blocks that can be reached from `rest` without passing a sync are cloned. What they use and do not define is the
// environment; what they define and others use is the result. Variables whose address is taken stay in the frame of the
// function, which waits at its join, and are passed by their addresses. A rest may end at several syncs, or where it
// throws (RestExceptions.h): then the result says at which.
//
// Spawns inside a rest are forks in its clone too. Each has one `run` function, wherever its clones stand: a rest that
// is reached from a clone is the same code with the same environment. So n spawns make n functions, and a loop that
// spawns is a `run` function whose fork continues with itself.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_RESTOUTLINING_H
#define TACTUS_COMPILER_LOWER_RESTS_RESTOUTLINING_H

#include "lower/forks/ForkLowering.h"
#include "model/Spawn.h"
#include <vector>

namespace tactus {

/// Why a spawn is no fork; for statistics and tests.
enum class NoFork {
  NothingToDo,
  CallMayWait, // and nothing is to do before it
  MayThrow,
  ThrowsBehindValue,
  InHandler,
  StackMemory,
  ReturnsTwice,
  LeavesCritical,
  NeedsResult,
  NoSupportedType
};

struct OutlinedSpawns {
  /// To be lowered by lowerFork().
  std::vector<Fork> forks;
  /// Spawns that are ordinary calls now; `firstBranch` is the call.
  std::vector<std::pair<Spawn, NoFork>> calls;
  /// Those that are forks.
  std::vector<Spawn> forked;
  /// The functions that were made.
  llvm::SmallVector<llvm::Function *, 8> runs;
};

/// Outlines the rests of all spawns of a function in SSA form (no promotable allocas). The end of the function is a
/// sync. `flags` are those of the descriptors (tactus_fork_flags). Afterwards the function is valid IR as soon as
/// lowerFork() has been called for each fork.
OutlinedSpawns outlineRests(llvm::Function &function, llvm::ArrayRef<Spawn> spawns, llvm::ArrayRef<Sync> syncs,
                            const SpawnMemory &spawnMemory, uint64_t flags);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_RESTOUTLINING_H

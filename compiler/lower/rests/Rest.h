//===- Rest.h - the rest of a function behind a spawn --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_REST_H
#define TACTUS_COMPILER_LOWER_RESTS_REST_H

#include "lower/rests/RestOutlining.h"
#include "model/DependenceMarks.h"
#include <optional>

namespace tactus {

using Blocks = llvm::SmallPtrSet<llvm::BasicBlock *, 16>;

/// A spawn and what is found out about its rest.
struct Rest {
  Spawn spawn;
  llvm::BasicBlock *join = nullptr;
  llvm::BasicBlock *rest = nullptr;
  Blocks region;
  /// The blocks that begin with the syncs at which the rest ends, and those at which its exceptions leave it: landing
  /// pads, or blocks behind them (SpawnExceptions.h).
  llvm::SmallVector<llvm::BasicBlock *, 2> exits;
  llvm::SmallPtrSet<llvm::BasicBlock *, 4> throwExits;
  /// Only if the spawned call may throw: its own landing pad; the block that asks whether the rest has run; where the
  /// exception goes then; and the code that handles exceptions where the statement stands.
  llvm::BasicBlock *pad = nullptr;
  llvm::BasicBlock *decision = nullptr;
  llvm::BasicBlock *unwound = nullptr;
  Blocks outerHandlers;
  llvm::SmallVector<llvm::Value *, 8> environment;
  llvm::SmallVector<llvm::Instruction *, 8> results;
  /// What the task depends on, in a function with dependences.
  DependenceMark dependences;
  /// By which it is run if a rest defers it, null if that cannot be.
  llvm::GlobalVariable *deferred = nullptr;
  llvm::Function *run = nullptr;
  llvm::GlobalVariable *descriptor = nullptr;
  /// Of the fork where it ends a rest (endsRest), null if there is none.
  llvm::GlobalVariable *endingDescriptor = nullptr;

  bool mayThrow() const { return !throwExits.empty(); }
  /// With several exits, the first word says which was taken; the exception is the next (abi::ExceptionResultWord).
  bool saysExit() const { return exits.size() > 1 || mayThrow(); }
  unsigned firstResult() const { return mayThrow() ? 2 : saysExit() ? 1 : 0; }
  unsigned resultBytes() const { return 8 * (firstResult() + results.size()); }
};

/// Does `holds` say so of an instruction that can be executed from the blocks on, before the first that `ends`? It is
/// asked of each such instruction once, as long as it says no.
bool anyUntil(llvm::SmallVector<const llvm::BasicBlock *, 16> blocks,
              llvm::function_ref<bool(const llvm::Instruction &)> ends,
              llvm::function_ref<bool(const llvm::Instruction &)> holds);

/// Can a value of the type be a word of an environment or a result?
bool isWord(const llvm::Type *type);

/// Has the rest of `outer` nothing left to do, where it makes a fork of `inner`, but to join that? Both are the same
/// code then, as in a loop that spawns, and end at the same places with the same results.
bool endsRest(const Rest &inner, const Rest &outer);

/// Blocks at whose beginning the value is alive.
Blocks liveBlocks(llvm::Value *value);

/// What stands in the landing pad of a spawned call for the record of a rest that has run; null if there is nothing.
llvm::Instruction *unwoundRecord(llvm::BasicBlock *pad);

/// Does the instruction make, or begin to make, an object at the address?
bool makes(const llvm::Instruction &instruction, const llvm::Value *object);

/// Why the spawn must be an ordinary call, or is better one; nothing if it can be a fork.
/// \param spawned   the spawned calls of the function
std::optional<NoFork> obstacleToFork(const Rest &rest, llvm::Function &function,
                                     const llvm::SmallPtrSetImpl<const llvm::Instruction *> &spawned);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_REST_H

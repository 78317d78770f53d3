//===- Rest.h - the rest of a function behind a spawn --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REST_H
#define TACTUS_COMPILER_LOWER_REST_H

#include "lower/Continuation.h"
#include <optional>

namespace tactus {

using Blocks = llvm::SmallPtrSet<llvm::BasicBlock *, 16>;

/// A spawn and what is found out about its rest.
struct Rest {
  Spawn spawn;
  llvm::BasicBlock *join = nullptr;
  llvm::BasicBlock *rest = nullptr;
  Blocks region;
  /// The blocks that begin with the syncs at which the rest ends, and the landing pads at which it does.
  llvm::SmallVector<llvm::BasicBlock *, 2> exits;
  llvm::SmallVector<llvm::Value *, 8> environment;
  llvm::SmallVector<llvm::Instruction *, 8> results;
  llvm::Function *run = nullptr;
  llvm::GlobalVariable *descriptor = nullptr;
  /// Of the fork where it ends a rest (endsRest), null if there is none.
  llvm::GlobalVariable *endingDescriptor = nullptr;

  bool mayThrow() const {
    return llvm::any_of(exits, [](llvm::BasicBlock *exit) { return exit->isLandingPad(); });
  }
  /// With several exits, the first word says which was taken; the exception is the next (abi::ExceptionResultWord).
  bool saysExit() const { return exits.size() > 1 || mayThrow(); }
  unsigned firstResult() const { return mayThrow() ? 2 : saysExit() ? 1 : 0; }
  unsigned resultBytes() const { return 8 * (firstResult() + results.size()); }
};

/// Can a value of the type be a word of an environment or a result?
bool isWord(const llvm::Type *type);

/// Has the rest of `outer` nothing left to do, where it makes a fork of `inner`, but to join that? Both are the same
/// code then, as in a loop that spawns, and end at the same places with the same results.
bool endsRest(const Rest &inner, const Rest &outer);

/// Why the spawn must be an ordinary call, or is better one; nothing if it can be a fork.
std::optional<NoFork> obstacleToFork(const Rest &rest, llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REST_H

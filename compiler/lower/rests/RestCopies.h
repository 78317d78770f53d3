//===- RestCopies.h - functions that wait for their caller's tasks, for rests --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A rest that runs elsewhere may call a function that waits (TaskWaits.h), while the task that it must wait for runs.
// What is latent costs nothing, so the function itself does not ask. A copy of it does, which only rests call:
//
//   f:           task x(); g(); taskwait
//   g:           ...; taskwait
//   f.rest:      call g.in_rest                      f's rest, where it runs elsewhere
//   g.in_rest:   ...; taskwait; call tactus_wait_for_first_branches
//
// In the copy, calls of other such functions are calls of their copies, for it is part of the same task. Spawned calls
// are not: they are tasks of their own.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_RESTCOPIES_H
#define TACTUS_COMPILER_LOWER_RESTS_RESTCOPIES_H

#include "analysis/TaskWaits.h"
#include "llvm/ADT/MapVector.h"

namespace tactus {

class RestCopies {
public:
  /// Makes copies of what the functions call, and of what those call in turn. Spawns are still marked.
  RestCopies(const TaskWaits &waits, llvm::ArrayRef<llvm::Function *> functions);

  /// Whether rests may go beyond the call: it is of a function that has a copy, or of a copy.
  static bool covers(const llvm::CallBase &call);
  /// Makes a rest call the copies.
  void redirect(llvm::Function &rest) const;
  llvm::SmallVector<llvm::Function *, 8> all() const;
  /// Removes the copies that no rest calls.
  void eraseUnused();

private:
  const TaskWaits &waits;
  llvm::MapVector<const llvm::Function *, llvm::Function *> copies;

  llvm::Function *copyFor(const llvm::CallBase &call) const;
  void makeCopies(llvm::Function &caller, llvm::SmallVectorImpl<llvm::Function *> &made);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_RESTCOPIES_H

//===- LoopTasks.h - tasks that loops create -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   for (...)          A rest that runs elsewhere may leave such a task to a worker that has nothing to do. It defers
//     task f(i);       the task, as it does one whose dependences are not satisfied, and goes on.
//
// What a loop's fork offers is the rest of the loop, for as long as one task takes. That is too short for short tasks:
// before anybody comes, the owner has taken it back. A deferred task waits in the deque.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_LOOPTASKS_H
#define TACTUS_COMPILER_LOWER_RESTS_LOOPTASKS_H

#include "model/SpawnMarks.h"

namespace tactus {

/// Marks the spawns of a function without dependences, so that those in loops can be deferred (DependenceMarks.h), if
/// there are any. Returns the flags that its forks have for that, 0 if nothing is marked.
uint64_t markLoopTasks(llvm::Function &function, const Marks &marks);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_LOOPTASKS_H

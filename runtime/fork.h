//===- fork.h - promoted forks --------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork is a join of one task: the part that may run elsewhere. Its record is one allocation, from promotion to
// release:
//
//     ┌───────────────────┬──────┬──────┬─────────────┬─────────────┐
//     │ tactus_fork_record│ Join │ Task │ environment │ result area │
//     └───────────────────┴──────┴──────┴─────────────┴─────────────┘
//       what compiled code sees            copied         16-byte aligned
//
// It belongs to the thread that owns the frame of the fork, which joins or cancels it, and releases it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FORK_H
#define TACTUS_RUNTIME_FORK_H

#include "abi/forks.h"
#include "latent.h"
#include "rest_chain.h"
#include "task.h"

namespace tactus {

struct ForkRecord {
  tactus_fork_record visible;
  Join join;
  /// Of OpenMP's tasks: the one unfinished thing here is the fork's first branch, and a rest may wait for it
  /// (task_wait.h). The rest's thread writes `waitingRest` before it announces itself.
  JoinState<> firstBranch;
  ThreadState *waitingRest;
  tactus_fork_descriptor *descriptor;
  /// The task in whose frames it was promoted, null for a thread of the user's. Exists until that has handed on or
  /// joined.
  Task *owner;
  RestLink chain;
  Task task;
  // The environment follows, as Task::environment() has it.

  static ForkRecord *of(tactus_fork_record *record) { return reinterpret_cast<ForkRecord *>(record); }
  /// Of the part that may run elsewhere.
  static ForkRecord *of(Task &task) {
    return reinterpret_cast<ForkRecord *>(reinterpret_cast<char *>(&task) - offsetof(ForkRecord, task));
  }
};

/// Makes a task of a fork's part that may run elsewhere and puts it into the thread's deque; `environment` is copied.
/// Null without memory, or where the region around it has no thread left for it: then nothing has happened. The thread
/// holds a slot. Whoever found the fork makes sure that the
/// owner hears of the record. `continuesParent` becomes that of the task.
tactus_fork_record *promoteFork(ThreadState &thread, const LatentFork &fork, const uint64_t *environment,
                                unsigned level, bool continuesParent = false);

} // namespace tactus

#endif // TACTUS_RUNTIME_FORK_H

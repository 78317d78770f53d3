//===- fork_record.h - the record of a promoted fork --------------------------------------===//
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
#ifndef TACTUS_RUNTIME_TASKS_FORK_RECORD_H
#define TACTUS_RUNTIME_TASKS_FORK_RECORD_H

#include "os/spin_lock.h"
#include "tasks/chain_protocol.h"
#include "tasks/join_state.h"
#include "tasks/task.h"

#include "tactus/latent.h"

#include <atomic>
#include <cstddef>

namespace tactus {

struct DependenceNode;
struct DependenceScope;
struct ForkRecord;

/// Of a fork with TACTUS_FORK_HAS_DEPENDENCES (workers/dependences.h): its first branch among the tasks of its function
/// that have not finished, null if it depends on nothing or has finished.
struct BranchDependences {
  DependenceScope *scope = nullptr;
  DependenceNode *node = nullptr;
  bool beginsScope = false;
};

/// A fork record's place in its chain.
struct RestLink {
  ChainLink<ForkRecord> link;
  /// Of the chain's first record: the lock.
  SpinLock<> lock;
};

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
  /// Of OpenMP's tasks: the next one among those of the owner whose first branches run, in no order, and an address
  /// that tells which are further out (task_wait.h).
  ForkRecord *nextOpen;
  uintptr_t branchAddress;
  RestLink chain;
  BranchDependences dependences;
  Task task;
  // The environment follows, as Task::environment() has it.

  static ForkRecord *of(tactus_fork_record *record) { return reinterpret_cast<ForkRecord *>(record); }
  /// Of the part that may run elsewhere.
  static ForkRecord *of(Task &task) {
    return reinterpret_cast<ForkRecord *>(reinterpret_cast<char *>(&task) - offsetof(ForkRecord, task));
  }
};

/// The join of a chain's first task, or that of any other task: it exists until the task is finished.
inline Join *joinOfChain(const Task &task) { return task.head ? task.head->join : task.join; }

/// Whether its team counts strands. Then its place, and the number that goes with it, have been reserved for it; else
/// both are those of the slot with which it runs.
inline bool hasPlace(const Task &task) { return joinOfChain(task)->team; }

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_FORK_RECORD_H

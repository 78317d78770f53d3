//===- dispatch.h - running tasks, and waiting for them ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread that waits runs tasks of what it waits for, and no others: none that could want a lock that its frames hold,
// or change its thread-local state. If there are none, it sleeps, and lends its seat to a helper, which may run any.
//
// Progress. A task that somebody waits for is in a list, where that waiter may take it and where helpers find it; or it
// is being run by a thread, which waits for tasks further down at most; or it comes later, from somewhere that needs
// none of these threads. Seats and capacity of threads that sleep are lent, so that tasks which nobody waits for are
// run.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_DISPATCH_H
#define TACTUS_TBB_DISPATCH_H

#include "thread.h"

namespace tactus::onetbb {

/// A thread that sleeps in a wait, in the list of its arena and in that of its wait context.
struct Sleeper {
  const uintptr_t address;
  const Wanted wanted;
  /// It has stack left for tasks.
  const bool mayTake;
  Event event = {};
  Sleeper *nextInArena = nullptr;
  Sleeper *nextInBucket = nullptr;
};

/// Runs a task that has been taken, and those that it returns.
void runTask(Thread &thread, task &task);

/// Runs what belongs to `ancestor` until the wait is over.
void waitFor(Thread &thread, const wait_context &wait, const Lineage *ancestor);

enum class Into : uint8_t {
  OwnSeat,
  /// The same, to the batch of the task that is running, if there is one.
  OwnBatch,
  /// Behind all others of the batch.
  OwnBatchLater,
  Enqueued,
  Critical
};
/// Makes the task visible, with what it needs to know of the thread that spawns it.
void push(Thread &thread, Arena &arena, task &task, task_group_context &context, Into where, bool mustBegin = false);

} // namespace tactus::onetbb

#endif // TACTUS_TBB_DISPATCH_H

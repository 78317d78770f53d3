//===- sleepers.h - who sleeps until something is complete -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A record has a field for the one thread that may wait for it. Where tasks are eager, waiters are in Insieme's event
// table instead (tasks/event_table.h), whose number of buckets is a parameter: TACTUS_EVENT_BUCKETS.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_SLEEPERS_H
#define TACTUS_RUNTIME_WORKERS_SLEEPERS_H

#include "tasks/event_table.h"
#include "tasks/join_state.h"
#include "threads/thread.h"

namespace tactus {

/// Makes the event table, if tasks are eager. At the start, and in the child of a fork, where nobody else waits.
void startEvents();

/// A thread that is going to sleep until `state` is done. Made before it announces itself, on its stack.
class Sleeper {
  EventTable<ThreadState>::Entry entry;

public:
  Sleeper(ThreadState &thread, const JoinState<> &state, ThreadState *&field);
  /// All was done already, and nobody will come.
  void withdraw();
};

/// Who has announced itself at `state`, whose last task has just finished. Once for each.
ThreadState *takeSleeper(const JoinState<> &state, ThreadState *field);

/// Waits until `state` is done, which is something that comes before the calling strand in the program. Nothing runs on
/// top of the waiting frame: the slot goes to whoever has work.
void waitUntilDone(ThreadState &thread, JoinState<> &state, ThreadState *&field);

/// The one thing that `state` counts is done. Who sleeps until then gets the thread's slot.
void completeAndWake(ThreadState &thread, JoinState<> &state, ThreadState *&field);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_SLEEPERS_H

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

#include "tasks/join_state.h"
#include "threads/thread.h"

namespace tactus {

/// Makes the event table, if tasks are eager. At the start, and in the child of a fork, where nobody else waits.
void startEvents();

/// Sleeps until `state` is done. With a slot, which nobody else looks after meanwhile, the thread sleeps for a moment
/// only.
void sleepUntilDone(ThreadState &thread, JoinState<> &state, ThreadState *&field);

/// Wakes who has announced itself at `state`, of which the calling thread has just completed the last. It goes on with
/// this thread's slot if it has none, and this thread may hand it on (slots/loan_protocol.h).
void wakeSleeper(ThreadState &thread, const JoinState<> &state, ThreadState *field);

/// Waits until `state` is done, which is something that comes before the calling strand in the program. Nothing runs on
/// top of the waiting frame: the slot goes to whoever has work, unless it must not change.
void waitUntilDone(ThreadState &thread, JoinState<> &state, ThreadState *&field);

/// The one thing that `state` counts is done.
void completeAndWake(ThreadState &thread, JoinState<> &state, ThreadState *&field);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_SLEEPERS_H

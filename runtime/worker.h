//===- worker.h - threads that run tasks --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     steal ──► run ──► steal ──► ... ──► search for a bounded time, ask for work ──► free the slot, sleep
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKER_H
#define TACTUS_RUNTIME_WORKER_H

#include "events.h"
#include "pool.h"
#include "thread.h"

namespace tactus {

/// How long a worker without work searches, and a join without descendants to run spins, before it sleeps. Going to
/// sleep and waking up costs about half of this.
inline constexpr uint64_t SearchMicroseconds = 60;

/// Starts a thread that holds `slot`. False if there are no more threads to be had.
bool startWorkerThread(WorkerSlot *slot);

/// Steals from one of the slots, beginning at a random one; null if nothing was found.
Task *stealAnywhere(ThreadState &thread);

/// Runs a task on the calling thread, as a plain call, and then one after the other what it hands on (rest_chain.h) and
/// nobody has stolen. Returns the last, which is to be finished.
Task *runWithRests(ThreadState &thread, Task *task, StartedAs how);

/// Runs a task that came from another thread and tells its join, which may cost the thread its slot.
void runStolenTask(ThreadState &thread, Task *task);

/// One step of waiting.
void pauseProcessor(unsigned round);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKER_H

//===- worker.h - threads that run tasks --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     steal ──► run ──► steal ──► ... ──► search for a bounded time, ask for work ──► free the slot, sleep
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_WORKER_H
#define TACTUS_RUNTIME_WORKERS_WORKER_H

#include "observe/events.h"
#include "slots/pool.h"
#include "tasks/task.h"
#include "threads/thread.h"

namespace tactus {

/// How long a worker without work leaves tasks to workers that are nearer to their data.
inline constexpr uint64_t PatienceMicroseconds = 30;

/// Whose tasks a thief takes: any, or none that should rather run at another node (slots/nodes.h).
enum class Reach : uint8_t { Near, Anywhere };

/// Steals from one of the slots, beginning at a random one; null if nothing was found.
Task *stealTask(ThreadState &thread, Reach reach);

/// Pops the youngest task in the own deque that `fits`; younger ones go back in their order. Null if there is none. The
/// thread holds a slot.
template <typename Condition> Task *popFirst(ThreadState &thread, Condition fits) {
  if (settings.eager)
    return thread.slot->deque.takeFirst(fits);
  Task *held = nullptr, *task;
  while ((task = thread.slot->deque.pop()) && !fits(task)) {
    task->nextHeld = held;
    held = task;
  }
  if (!held)
    return task;
  for (Task *next; held; held = next) {
    next = held->nextHeld;         // read first: once pushed, the task may be run and freed
    thread.slot->deque.push(held); // there is room: it was popped a moment ago
  }
  // A worker that fell asleep in between has not seen them.
  notifyPush(&thread);
  return task;
}

/// Runs a task on the calling thread, as a plain call, and then one after the other what it hands on (rest_chain.h) and
/// nobody has stolen. Returns the last, which is to be finished.
Task *runWithRests(ThreadState &thread, Task *task, StartedAs how);

/// Runs a task that came from another thread and tells its join, which may cost the thread its slot.
void runStolenTask(ThreadState &thread, Task *task);

/// The thread, in which no frame waits, has no more use for its slot. If that has tasks of others and no thread can be
/// had for them, they are run here: somebody may be waiting for them.
void giveUpSlot(ThreadState &thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_WORKER_H

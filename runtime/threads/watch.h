//===- watch.h - who may be waiting for something that has not begun ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// OpenMP's members and, on every other runtime, its tasks run concurrently, so code waits in them for others of the
// same team. With us the others may be latent on the waiting thread's own stack, or in its deque, and what waits may
// poll nowhere. So a thread is watched while it is in a region of several threads whose code may call what the compiler
// has not seen: while there is a record (regions/regions.h). The watcher (heartbeat/watcher.cpp) looks every few
// milliseconds whether such a thread has entered a task since, and if not, has what is latent there begun.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_WATCH_H
#define TACTUS_RUNTIME_THREADS_WATCH_H

#include "os/settings.h"
#include "threads/thread.h"

namespace tactus {

/// The calling thread enters a region that is watched, or begins a promoted task. Relaxed: a number that changes.
inline void noteStep(ThreadState &thread) {
  thread.steps.store(thread.steps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

extern constinit WatcherSleep<> watcher;

/// The calling thread is watched for the first time, or the watcher may be asleep.
void callWatcher(ThreadState &thread);

/// The calling thread is in a team of so many threads from now on, 0 or 1: it is not watched. With WatchState::BySlots,
/// or without. Returns what it was in.
inline uint32_t watchTeam(ThreadState &thread, uint32_t threads) {
  uint32_t before = thread.watchedTeam.load(std::memory_order_relaxed);
  if ((threads & ~WatchState::BySlots) < 2 || !settings.watches) {
    thread.watchedTeam.store(0, std::memory_order_relaxed);
    return before;
  }
  noteStep(thread);
  thread.watchedTeam.store(threads, std::memory_order_seq_cst);
  if (!watcher.isAwake() || thread.watchedId.load(std::memory_order_relaxed) == 0)
    callWatcher(thread);
  return before;
}

/// The same where its state is not known.
inline uint32_t watchTeam(uint32_t threads) {
  ThreadState *thread = existingThread();
  return thread ? watchTeam(*thread, threads) : 0;
}

/// As watchTeam() takes it.
inline uint32_t watchedTeam() {
  const ThreadState *thread = existingThread();
  return thread ? thread->watchedTeam.load(std::memory_order_relaxed) : 0;
}
inline bool isWatched() { return watchedTeam() != 0; }

/// The thread ends.
void endWatch(ThreadState &thread);

/// In the child of a fork there is no watcher, and threads have other numbers.
void resetWatch(ThreadState *current);

//===--- Between threads that are watched and the watcher ---===//

/// How many signals that bring an offer have met their thread. A thread that gets no processor for a while meets its
/// signal late, and an offer that is gone by then would be made in vain, again and again.
extern constinit std::atomic<uint32_t> offerSignalsMet;

/// Starts the watcher; false if there is no thread to be had. Defined above (heartbeat/watcher.cpp).
bool startWatcher();

/// For the watcher, which has seen nobody make a step for a while: sleeps until somebody does, or for so many
/// milliseconds.
void sleepUntilStep(bool (*hasAnybodyStepped)(), uint32_t milliseconds);

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_WATCH_H

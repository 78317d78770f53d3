//===- watch.cpp - who may be waiting for something that has not begun --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// No lost wake-up. A thread says that it wants to be watched and then looks whether the watcher sleeps; the watcher
// says that it sleeps and then looks at all threads. Both are sequentially consistent, so at least one sees the other.
//
//===----------------------------------------------------------------------===//
#include "threads/watch.h"

#include "os/atomics.h"
#include "os/settings.h"
#include "threads/beat_senders.h"
#include "threads/stack_room.h"

#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>

namespace tactus {

enum Watcher : uint32_t { None, Awake, Asleep };
static constinit std::atomic<uint32_t> watcher{None};

/// The first time that the thread is watched.
static void introduce(ThreadState &thread) {
  // The handler may not ask.
  learnStack(thread);
  // libtactus' own threads block all signals; a thread of the user's has what the user wants.
  if (thread.isWorker)
    unblockBeatSignal();
  thread.watchedId.store(static_cast<pid_t>(syscall(SYS_gettid)), std::memory_order_relaxed);
}

static void callWatcher() {
  uint32_t state = watcher.load(std::memory_order_seq_cst);
  if (state == Awake || !watcher.compare_exchange_strong(state, Awake))
    return;
  if (state == Asleep)
    SystemAtomics::wake(watcher);
  else if (!startWatcher())
    watcher.store(None, std::memory_order_relaxed);
}

uint32_t watchTeam(ThreadState &thread, uint32_t threads) {
  if (!settings.watches)
    return 0;
  noteStep(thread);
  uint32_t before = thread.watchedTeam.load(std::memory_order_relaxed);
  if (threads < 2) {
    thread.watchedTeam.store(0, std::memory_order_relaxed);
    return before;
  }
  int error = errno;
  if (thread.watchedId.load(std::memory_order_relaxed) == 0)
    introduce(thread);
  thread.watchedTeam.store(threads, std::memory_order_seq_cst);
  callWatcher();
  errno = error;
  return before;
}

uint32_t watchTeam(uint32_t threads) {
  ThreadState *thread = existingThread();
  return thread ? watchTeam(*thread, threads) : 0;
}

void endWatch(ThreadState &thread) {
  thread.watchedTeam.store(0, std::memory_order_relaxed);
  thread.watchedId.store(0, std::memory_order_relaxed);
}

void resetWatch(ThreadState *current) {
  watcher.store(None, std::memory_order_relaxed);
  forEachThread([&](ThreadState &thread) {
    thread.watchedId.store(0, std::memory_order_relaxed);
    thread.offer.store(nullptr, std::memory_order_relaxed);
    if (&thread != current)
      thread.watchedTeam.store(0, std::memory_order_relaxed);
  });
}

void sleepUntilWatched(bool (*isSomebodyWatched)()) {
  watcher.store(Asleep, std::memory_order_seq_cst);
  while (!isSomebodyWatched() && watcher.load(std::memory_order_relaxed) == Asleep)
    SystemAtomics::wait(watcher, Asleep);
  watcher.store(Awake, std::memory_order_relaxed);
}

} // namespace tactus

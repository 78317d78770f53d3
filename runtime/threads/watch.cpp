//===- watch.cpp - who may be waiting for something that has not begun --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/watch.h"

#include "threads/beat_senders.h"
#include "threads/stack_room.h"

#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>

namespace tactus {

constinit WatcherSleep<> watcher;
constinit std::atomic<uint32_t> offerSignalsMet{0};

/// The first time that the thread is watched.
static void introduce(ThreadState &thread) {
  // The handler may not ask.
  learnStack(thread);
  // libtactus' own threads block all signals; a thread of the user's has what the user wants.
  if (thread.isWorker)
    unblockBeatSignal();
  thread.watchedId.store(static_cast<pid_t>(syscall(SYS_gettid)), std::memory_order_relaxed);
}

void callWatcher(ThreadState &thread) {
  int error = errno;
  if (thread.watchedId.load(std::memory_order_relaxed) == 0)
    introduce(thread);
  if (watcher.call() && !startWatcher())
    watcher.noteNoWatcher();
  errno = error;
}

void endWatch(ThreadState &thread) {
  thread.watchedTeam.store(0, std::memory_order_relaxed);
  thread.watchedId.store(0, std::memory_order_relaxed);
}

void resetWatch(ThreadState *current) {
  watcher.noteNoWatcher();
  forEachThread([&](ThreadState &thread) {
    thread.watchedId.store(0, std::memory_order_relaxed);
    thread.offer.take();
    if (&thread != current)
      thread.watchedTeam.store(0, std::memory_order_relaxed);
  });
}

void sleepUntilStep(bool (*hasAnybodyStepped)(), uint32_t milliseconds) {
  watcher.sleep(hasAnybodyStepped, milliseconds);
}

} // namespace tactus

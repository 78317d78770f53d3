//===- child_waits.cpp - waits that nobody can end, in the child of fork() -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/child_waits.h"

#include "os/process_generation.h"
#include "os/process_threads.h"
#include "os/spin_lock.h"

#include <time.h>
#include <utility>

namespace tactus {

constinit std::atomic<bool (*)()> tasksAreQueued{nullptr};

/// In microseconds, as all times here.
static constexpr uint64_t Quiet = 1000000;

static uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000 + static_cast<uint64_t>(time.tv_nsec) / 1000;
}

namespace {
/// Its holder is always in this process, and runs.
struct HeldHere : SystemAtomics {
  static void pauseWhile(const std::atomic<uint32_t> &word, uint32_t value) {
    for (unsigned round = 0; word.load(std::memory_order_relaxed) == value; ++round)
      pauseProcessor(round);
  }
};
} // namespace

/// Held as well while the system is asked for the number of threads, ten times a second at most: nobody leaves
/// meanwhile.
static constinit SpinLock<HeldHere> lock;
// Under the lock.
static constinit ChildWait *firstWait = nullptr;
static constinit uint32_t waitCount = 0;
/// When the last wait began, or was over; and when somebody looked. Of those for a time, only the end counts.
static constinit uint64_t lastChange = 0, lastLook = 0;

/// Of onlyServe().
static constinit std::atomic<uint32_t> servants{0};
[[gnu::tls_model("initial-exec")]] static thread_local constinit bool isServant = false;

ChildWait::ChildWait(const std::atomic<uint32_t> &word, uint32_t expected, Duration duration)
    : word(word), expected(expected), isNew(duration == UntilChanged) {
  if (isServant)
    return;
  uint64_t time = isNew ? now() : 0;
  Holding holding(lock);
  next = std::exchange(firstWait, this);
  ++waitCount;
  if (isNew)
    lastChange = time;
}

ChildWait::~ChildWait() {
  if (isServant)
    return;
  bool isChange = isNew || isOver();
  uint64_t time = isChange ? now() : 0;
  Holding holding(lock);
  ChildWait **link = &firstWait;
  while (*link && *link != this)
    link = &(*link)->next;
  // A handler that forks has emptied the list in the child.
  if (*link) {
    *link = next;
    --waitCount;
  }
  if (isChange)
    lastChange = time;
}

/// Under the lock.
bool ChildWait::nobodyIsAtWork(uint64_t time) {
  if (time < lastChange + Quiet || time < lastLook + MicrosecondsBetweenLooks)
    return false;
  lastLook = time;
  for (const ChildWait *each = firstWait; each; each = each->next)
    if (each->isOver())
      return false;
  if (auto *areQueued = tasksAreQueued.load(std::memory_order_acquire); areQueued && areQueued())
    return false;
  ProcessThreads threads = ProcessThreads::now();
  // An initial thread that has ended counts until the process ends.
  return threads.count > 0 &&
         threads.count - (threads.initialHasEnded() ? 1 : 0) == waitCount + servants.load(std::memory_order_relaxed);
}

void ChildWait::look() {
  if (isServant)
    return;
  uint64_t time = now();
  bool isDead;
  {
    Holding holding(lock);
    isDead = nobodyIsAtWork(time);
  }
  if (isDead)
    endChildOfFork("waits for what other threads had begun");
}

void onlyServe() {
  isServant = true;
  servants.fetch_add(1, std::memory_order_relaxed);
}

void serveNoMore() {
  isServant = false;
  servants.fetch_sub(1, std::memory_order_relaxed);
}

void forgetWaits() {
  lock.unlock();
  firstWait = nullptr;
  waitCount = 0;
  lastChange = now();
  servants.store(0, std::memory_order_relaxed);
}

} // namespace tactus

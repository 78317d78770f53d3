//===- ping_thread.cpp - a thread that sends the signals of beats -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TPAL §4. One thread for the process; it sleeps until the first beat is due that somebody has asked for, and without
// an end when nobody has asked.
//
// No lost wake-up. Who asks stores its phase and then looks whether the ping thread sleeps; the ping thread says that
// it sleeps and then looks at all phases. Both are sequentially consistent, so at least one sees the other. While it
// sleeps until a certain time nobody need wake it: beats are asked for one beat ahead, and all are of one length.
//
//===----------------------------------------------------------------------===//
#include "os/atomics.h"
#include "os/child_waits.h"
#include "os/clock.h"
#include "os/settings.h"
#include "os/thread_start.h"
#include "threads/beat_senders.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tactus {

/// 0: no thread, 1: it runs or is being started. Taken by compare-exchange.
static constinit std::atomic<uint32_t> isStarted{0};
/// 1 while it sleeps, or is about to. Written by the ping thread, taken back by whoever wakes it.
static constinit std::atomic<uint32_t> isAsleep{0};

/// Sends what is due. Returns when the next beat is, UINT64_MAX if nobody has asked.
static uint64_t sendDue(pid_t process) {
  uint64_t next = UINT64_MAX;
  forEachThread([&](ThreadState &thread) {
    uint32_t phase = thread.beatPhase.load(std::memory_order_seq_cst);
    bool isRepeated = phase == BeatState::Delivered;
    if (phase != BeatState::Asked && !isRepeated)
      return;
    uint64_t due = (isRepeated ? thread.beatRepeatAt : thread.beatDueAt).load(std::memory_order_seq_cst);
    if (!due)
      return;
    if (clock::now() < due) {
      next = std::min(next, due);
      return;
    }
    pid_t number = thread.threadId.load(std::memory_order_relaxed);
    bool isOurs = isRepeated
                      ? thread.beatRepeatAt.compare_exchange_strong(due, 0, std::memory_order_acq_rel)
                      : thread.beatPhase.compare_exchange_strong(phase, BeatState::Sent, std::memory_order_acq_rel);
    if (isOurs && number)
      sendSignal(process, number, beatMark());
  });
  return next;
}

static void sleepUntil(uint64_t due) {
  uint64_t now = clock::now();
  if (due <= now)
    return;
  auto nanoseconds = static_cast<long>(clock::microsecondsFromTicks(due - now) * 1000);
  timespec time{nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&time, nullptr);
}

static void *sendBeats(void *) {
  prctl(PR_SET_NAME, "tactus-beat");
  onlyServe();
  // The kernel would let it sleep 50 microseconds longer otherwise.
  prctl(PR_SET_TIMERSLACK, 1UL);
  pid_t process = getpid();
  for (;;) {
    uint64_t next = sendDue(process);
    if (next == UINT64_MAX) {
      isAsleep.store(1, std::memory_order_seq_cst);
      next = sendDue(process);
      if (next == UINT64_MAX)
        SystemAtomics::wait(isAsleep, 1);
      isAsleep.store(0, std::memory_order_relaxed);
    }
    if (next != UINT64_MAX)
      sleepUntil(next);
  }
}

bool startPingThread() {
  uint32_t expected = 0;
  if (isStarted.load(std::memory_order_relaxed) || !isStarted.compare_exchange_strong(expected, 1))
    return true;
  int error = startThread(ThreadUse::Beats, sendBeats, nullptr);
  if (error == 0)
    return true;
  isStarted.store(0, std::memory_order_relaxed);
  errno = error;
  return false;
}

void wakePingThread() {
  uint32_t expected = 1;
  if (isAsleep.load(std::memory_order_seq_cst) && isAsleep.compare_exchange_strong(expected, 0))
    SystemAtomics::wake(isAsleep);
}

void forgetPingThread() {
  isStarted.store(0, std::memory_order_relaxed);
  isAsleep.store(0, std::memory_order_relaxed);
}

} // namespace tactus

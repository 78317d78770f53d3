//===- beat_timer.cpp - a timer for each thread ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The timer runs on while each beat is taken before the next one, so that a beat costs no system call. (In a virtual
// machine, setting a timer takes as long as half a signal.) Where nobody takes them, the handler sets it for single
// signals, further and further apart, and then for none: a thread that does not poll is left alone.
//
//===----------------------------------------------------------------------===//
#include "os/clock.h"
#include "os/settings.h"
#include "threads/beat_senders.h"

#include <algorithm>
#include <time.h>

namespace tactus {

bool makeBeatTimer(ThreadState &thread) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = static_cast<int>(settings.beatSignal);
  event.sigev_value = beatMark();
  // What glibc before 2.39 has no name for: sigev_notify_thread_id.
  event._sigev_un._tid = thread.threadId.load(std::memory_order_relaxed);
  thread.hasBeatTimer = timer_create(CLOCK_MONOTONIC, &event, &thread.beatTimer) == 0;
  return thread.hasBeatTimer;
}

static timespec timeFromTicks(uint64_t ticks) {
  auto nanoseconds = static_cast<long>(clock::microsecondsFromTicks(ticks) * 1000);
  return {nanoseconds / 1000000000, nanoseconds % 1000000000};
}

void setBeatTimer(ThreadState &thread, uint64_t ticks, uint64_t period) {
  itimerspec time{timeFromTicks(period), timeFromTicks(ticks)};
  // A time of 0 would stop the timer.
  if (time.it_value.tv_sec == 0)
    time.it_value.tv_nsec = std::max(time.it_value.tv_nsec, 1L);
  thread.isBeatTimerInStep.store(period > 0, std::memory_order_relaxed);
  timer_settime(thread.beatTimer, 0, &time, nullptr);
}

void stopBeatTimer(ThreadState &thread) {
  if (!thread.isBeatTimerInStep.exchange(false, std::memory_order_relaxed))
    return;
  itimerspec never{};
  timer_settime(thread.beatTimer, 0, &never, nullptr);
}

void deleteBeatTimer(ThreadState &thread) {
  if (thread.hasBeatTimer)
    timer_delete(thread.beatTimer);
  thread.hasBeatTimer = false;
  thread.isBeatTimerInStep.store(false, std::memory_order_relaxed);
}

} // namespace tactus

//===- beat_timer.cpp - a timer for each thread ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The timer is set anew for each beat, for one signal: a thread that does not poll is left alone.
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

void setBeatTimer(ThreadState &thread, uint64_t ticks) {
  // A time of 0 would stop the timer.
  long nanoseconds = std::max(static_cast<long>(clock::microsecondsFromTicks(ticks) * 1000), 1L);
  itimerspec time{};
  time.it_value = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  timer_settime(thread.beatTimer, 0, &time, nullptr);
}

void deleteBeatTimer(ThreadState &thread) {
  if (thread.hasBeatTimer)
    timer_delete(thread.beatTimer);
  thread.hasBeatTimer = false;
}

} // namespace tactus

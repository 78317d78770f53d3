//===- beat_counter.cpp - an event counter for each thread --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The mechanism of PAPI, which TPAL and HBC measure as well: perf_event_open(2), a counter of the thread's own user
// code, whose overflow sends a signal. It counts what the thread runs, not what passes: a thread that sleeps gets no
// beats. PERF_EVENT_IOC_REFRESH lets it overflow once.
//
//===----------------------------------------------------------------------===//
#include "os/clock.h"
#include "os/settings.h"
#include "threads/beat_senders.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tactus {

static int openCounter(uint32_t type, uint64_t event, uint64_t period) {
  perf_event_attr attributes{};
  attributes.type = type;
  attributes.size = sizeof attributes;
  attributes.config = event;
  attributes.sample_period = std::max<uint64_t>(period, 1);
  attributes.wakeup_events = 1;
  attributes.disabled = 1;
  // What every user may count.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  constexpr int CallingThread = 0, AnyProcessor = -1, NoGroup = -1;
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, CallingThread, AnyProcessor, NoGroup,
                                  static_cast<unsigned long>(PERF_FLAG_FD_CLOEXEC)));
}

bool openBeatCounter(ThreadState &thread, uint64_t beat) {
  int file = openCounter(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, beat);
  thread.countsCycles = file >= 0;
  thread.counterPeriod = 0;
  if (file < 0)
    file = openCounter(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK,
                       static_cast<uint64_t>(clock::microsecondsFromTicks(beat) * 1000));
  if (file < 0)
    return false;
  f_owner_ex owner{F_OWNER_TID, thread.threadId.load(std::memory_order_relaxed)};
  // Before the file is made to send signals, so that none is sent to anybody else.
  if (fcntl(file, F_SETOWN_EX, &owner) != 0 || fcntl(file, F_SETSIG, static_cast<int>(settings.beatSignal)) != 0 ||
      fcntl(file, F_SETFL, O_ASYNC | O_NONBLOCK) != 0) {
    int error = errno;
    close(file);
    errno = error;
    return false;
  }
  thread.beatCounter = file;
  return true;
}

void startBeatCounter(ThreadState &thread, uint64_t ticks) {
  uint64_t period = thread.countsCycles ? ticks : static_cast<uint64_t>(clock::microsecondsFromTicks(ticks) * 1000);
  if (period = std::max<uint64_t>(period, 1); period != thread.counterPeriod) {
    thread.counterPeriod = period;
    ioctl(thread.beatCounter, PERF_EVENT_IOC_PERIOD, &period);
  }
  ioctl(thread.beatCounter, PERF_EVENT_IOC_REFRESH, 1);
}

void closeBeatCounter(ThreadState &thread) {
  if (thread.beatCounter >= 0)
    close(thread.beatCounter);
  thread.beatCounter = -1;
}

} // namespace tactus

//===- blocking_calls.cpp - whether a signal would end a call of the system ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/blocking_calls.h"

#include "os/system_calls.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>

#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

namespace tactus {

namespace {
/// What a thread waits in, as /proc says.
struct Call {
  long number = -1;
  unsigned long arguments[6] = {};
};
} // namespace

/// The thread may have left the call, and what it said with it.
static uint64_t microsecondsAt(unsigned long address) {
  timespec time{};
  iovec here{&time, sizeof time}, there{reinterpret_cast<void *>(address), sizeof time};
  if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof time)
    return UINT64_MAX;
  return static_cast<uint64_t>(time.tv_sec) * 1000000 + static_cast<uint64_t>(time.tv_nsec) / 1000;
}

static uint64_t microsecondsOf(unsigned long milliseconds) {
  auto limit = static_cast<int>(milliseconds);
  return limit < 0 ? 0 : static_cast<uint64_t>(limit) * 1000;
}

/// How much longer a call may take because a signal has met it. The first are started again behind a handler with
/// SA_RESTART, or their callers in the C library do that (signal(7)); the others the handler makes again
/// (beat_handler.cpp), with the limit that they had, unless it is a point in time, or the kernel has written what is
/// left of it.
static uint64_t extensionOf(const Call &call) {
  const unsigned long *arguments = call.arguments;
  switch (call.number) {
  case SYS_sched_yield:
  case SYS_read:
  case SYS_write:
  case SYS_readv:
  case SYS_writev:
  case SYS_wait4:
  case SYS_waitid:
  case SYS_flock:
  case SYS_fcntl:
  case SYS_select:
  case SYS_pselect6:
  case SYS_ppoll:
    return 0;
  case SYS_futex:
    return (arguments[1] & FUTEX_CMD_MASK) == FUTEX_WAIT && arguments[3] ? microsecondsAt(arguments[3]) : 0;
  case SYS_nanosleep:
    return microsecondsAt(arguments[0]);
  case SYS_clock_nanosleep:
    return arguments[1] & TIMER_ABSTIME ? 0 : microsecondsAt(arguments[2]);
  case SYS_poll:
    return microsecondsOf(arguments[2]);
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
    return microsecondsOf(arguments[3]);
  default:
    return UINT64_MAX;
  }
}

/// The first line of a file about the thread; false if it cannot be read.
static bool readLine(pid_t thread, const char *name, char (&line)[256]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", static_cast<int>(thread), name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t size = read(file, line, sizeof line - 1);
  close(file);
  line[size > 0 ? size : 0] = '\0';
  return size > 0;
}

static bool isRunning(pid_t thread) {
  char line[256];
  const char *end = readLine(thread, "stat", line) ? strrchr(line, ')') : nullptr;
  return end && end[1] == ' ' && end[2] == 'R';
}

/// By how much a signal would prolong what the thread does now.
static uint64_t extensionNow(pid_t thread) {
  constexpr uint64_t None = 0, Unknown = UINT64_MAX;
  char line[256];
  // Kernels may be built without this one.
  if (!readLine(thread, "syscall", line))
    return isRunning(thread) ? None : Unknown;
  if (strncmp(line, "running", strlen("running")) == 0)
    return None;
  Call call;
  unsigned long *arguments = call.arguments;
  // Not in a call at all, but waiting for memory: it runs on.
  if (sscanf(line, "%ld %lx %lx %lx %lx %lx %lx", &call.number, arguments, arguments + 1, arguments + 2, arguments + 3,
             arguments + 4, arguments + 5) < 7)
    return call.number == -1 ? None : Unknown;
  return extensionOf(call);
}

bool maySignal(pid_t thread, uint64_t most, uint64_t &extension) {
  constexpr unsigned Looks = 32;
  for (unsigned look = 0; look < Looks; ++look) {
    extension = extensionNow(thread);
    if (extension <= most)
      return true;
    sched_yield();
  }
  return false;
}

} // namespace tactus

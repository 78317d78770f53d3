//===- blocking_calls.cpp - whether a signal would end a call of the system ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/blocking_calls.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tactus {

/// The calls that are started again behind a handler with SA_RESTART, or whose callers in the C library do that
/// (signal(7)). A wait with a time limit is not among them.
static bool goesOn(long number, unsigned long operation, unsigned long limit) {
  switch (number) {
  case SYS_futex: {
    unsigned long command = operation & FUTEX_CMD_MASK;
    bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
    return !waits || limit == 0;
  }
  case SYS_sched_yield:
  case SYS_read:
  case SYS_write:
  case SYS_readv:
  case SYS_writev:
  case SYS_wait4:
  case SYS_waitid:
  case SYS_flock:
  case SYS_fcntl:
    return true;
  default:
    return false;
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

static bool maySignalNow(pid_t thread) {
  char line[256];
  // Kernels may be built without this one.
  if (!readLine(thread, "syscall", line))
    return isRunning(thread);
  if (strncmp(line, "running", strlen("running")) == 0)
    return true;
  long number = -1;
  unsigned long word = 0, operation = 0, value = 0, limit = 0;
  // Not in a call at all, but waiting for memory: it runs on.
  if (sscanf(line, "%ld %lx %lx %lx %lx", &number, &word, &operation, &value, &limit) < 5)
    return number == -1;
  return goesOn(number, operation, limit);
}

bool maySignal(pid_t thread) {
  constexpr unsigned Looks = 32;
  for (unsigned look = 0; look < Looks; ++look) {
    if (maySignalNow(thread))
      return true;
    sched_yield();
  }
  return false;
}

} // namespace tactus

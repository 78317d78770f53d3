/* A model of /dev/tactus_beat inside of the process, in place of the C library's open() and ioctl(): timers that send a
   signal, whose handler does what the module does in its interrupt, by the same rules (kernel/rules.h). So libtactus'
   side of the protocol is tested without a kernel module. TACTUS_TEST_DEVICE says what there is: "works", "none",
   "refuses" (no thread may join), "vanishes" (after some starts, as when somebody closes the file), "stops" (before the
   first). */
#define _GNU_SOURCE
#include "kernel/rules.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { File = 1000, StartsUntilGone = 3, MostRanges = 64 };

static struct TactusBeatRange ranges[MostRanges];
static __u32 rangeCount;
static atomic_int starts;

/* How many there are now. */
unsigned modelRanges(void) { return rangeCount; }

struct Thread {
  volatile struct TactusBeatArea *area;
  struct TactusBeatTimer rules;
  timer_t timer;
  int signal;
  uint64_t mark;
  /* Of the process that has joined: a child of a fork has neither timers nor a place in the module's table. */
  pid_t process;
};
static __thread struct Thread self;

static const char *wanted(void) {
  const char *text = getenv("TACTUS_TEST_DEVICE");
  return text ? text : "works";
}

static int refuse(int error) {
  errno = error;
  return -1;
}

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Not by timer_settime(), which run.c counts. */
static void setTimer(void) {
  struct itimerspec time = {{0, 0}, {(time_t)(self.rules.next / 1000000000), (long)(self.rules.next % 1000000000)}};
  syscall(SYS_timer_settime, self.timer, TIMER_ABSTIME, &time, NULL);
}

static void sendSignal(void) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = self.signal;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_value.sival_ptr = (void *)(uintptr_t)self.mark;
  syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), self.signal, &info);
}

static void expire(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  int error = errno;
  if (self.area && self.rules.next) {
    greg_t *address = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    uint64_t now = nanoseconds();
    uint64_t destination = tactusDestinationOf(ranges, rangeCount, (uint64_t)*address);
    uint64_t before = self.rules.served;
    enum TactusBeatAction action =
        tactusExpire(&self.rules, now, self.area->asked, destination ? TactusInSource : TactusElsewhere);
    if (self.rules.served != before) {
      self.area->dueAt = self.rules.due;
      self.area->deliveredAt = now;
      self.area->movedAt = 0;
      self.area->served = self.rules.served;
    }
    self.area->elsewhere = self.area->elsewhere + !destination;
    self.area->isArmed = self.rules.next != 0;
    if (action == TactusMoves) {
      self.area->movedAt = now;
      self.area->moves = self.area->moves + 1;
      *address = (greg_t)destination;
    }
    if (self.rules.next)
      setTimer();
    else if (self.signal)
      sendSignal();
  }
  errno = error;
}

static int joinThread(const struct TactusBeatJoin *asked) {
  if (!strcmp(wanted(), "refuses"))
    return refuse(EPROTO);
  if (self.area && self.process == getpid())
    return refuse(EBUSY);
  self.process = getpid();
  struct sigaction action = {.sa_sigaction = expire, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  /* The beat's signal is to meet what this one has met, not its handler. */
  if (asked->signal)
    sigaddset(&action.sa_mask, (int)asked->signal);
  sigaction(SIGRTMAX, &action, NULL);
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, SIGRTMAX);
  pthread_sigmask(SIG_UNBLOCK, &own, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMAX};
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_MONOTONIC, &event, &self.timer) != 0)
    return -1;
  self.rules.served = 0;
  self.signal = (int)asked->signal;
  self.mark = asked->mark;
  self.area = (volatile struct TactusBeatArea *)(uintptr_t)asked->area;
  return 0;
}

static int startThread(const struct TactusBeatStart *asked) {
  if (!strcmp(wanted(), "stops") || (!strcmp(wanted(), "vanishes") && ++starts > StartsUntilGone))
    return refuse(EBADF);
  if (!self.area || self.process != getpid())
    return refuse(ESRCH);
  if (!tactusMayStart(asked))
    return refuse(EINVAL);
  self.rules.next = 0;
  tactusStart(&self.rules, asked, nanoseconds());
  setTimer();
  return 0;
}

static int leaveThread(void) {
  if (!self.area)
    return refuse(ESRCH);
  self.area = NULL;
  timer_delete(self.timer);
  return 0;
}

static int replaceTable(const struct TactusBeatTable *asked) {
  const struct TactusBeatRange *given = (const struct TactusBeatRange *)(uintptr_t)asked->ranges;
  if (asked->count > MostRanges)
    return refuse(E2BIG);
  if (!tactusAreSound(given, asked->count, 0x7ffffffff000))
    return refuse(EINVAL);
  memcpy(ranges, given, asked->count * sizeof *given);
  rangeCount = asked->count;
  return 0;
}

int ioctl(int file, unsigned long command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (file != File)
    return (int)syscall(SYS_ioctl, file, command, argument);
  switch (command) {
  case TACTUS_BEAT_TABLE:
    return replaceTable(argument);
  case TACTUS_BEAT_JOIN:
    return joinThread(argument);
  case TACTUS_BEAT_START:
    return startThread(argument);
  case TACTUS_BEAT_LEAVE:
    return leaveThread();
  default:
    return refuse(ENOTTY);
  }
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
  va_end(arguments);
  if (strcmp(path, TACTUS_BEAT_DEVICE) != 0)
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  return strcmp(wanted(), "none") == 0 ? refuse(ENOENT) : File;
}

// What a signal costs the thread that gets it: the processor time of a loop with a signal every 100 microseconds,
// beyond that of the same loop without. Of both the least of seven rounds.
//
//     clang-19 -O2 0070-signals.c -o signals && ./signals
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum Source { Nothing, Interval, SetOnce, SetTwice, ToItself };
static const char *const names[] = {"nothing", "a timer with an interval", "the handler sets the timer again",
                                    "the handler sets it twice", "a signal to itself by tgkill"};
static const long Beat = 100000; // nanoseconds
static const uint64_t Steps = 400000000, StepsBetweenKills = 100000;

static volatile enum Source source; // volatile: the loop is the same for all
static timer_t timer;
static volatile uint64_t signals;

static void setTimer(long interval) {
  struct itimerspec time = {{0, interval}, {0, Beat}};
  timer_settime(timer, 0, &time, NULL);
}

static void handle(int signal) {
  (void)signal;
  signals++;
  for (int times = source == SetOnce ? 1 : source == SetTwice ? 2 : 0; times > 0; times--)
    setTimer(0);
}

static double processorTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double measure(enum Source what) {
  source = what;
  signals = 0;
  if (what == Interval || what == SetOnce || what == SetTwice)
    setTimer(what == Interval ? Beat : 0);
  volatile uint64_t sum = 0;
  double start = processorTime();
  for (uint64_t step = 0; step < Steps; step++) {
    sum += step;
    if (step % StepsBetweenKills == 0 && source == ToItself)
      syscall(SYS_tgkill, getpid(), gettid(), SIGRTMIN);
  }
  double time = processorTime() - start;
  struct itimerspec never = {{0, 0}, {0, 0}};
  timer_settime(timer, 0, &never, NULL);
  return time;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sigaction(SIGRTMIN, &action, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN};
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) {
    perror("timer_create");
    return 1;
  }
  for (enum Source what = Interval; what <= ToItself; what++) {
    double without = 1e9, with = 1e9;
    uint64_t count = 0;
    for (int round = 0; round < 7; round++) {
      double time = measure(Nothing);
      without = time < without ? time : without;
      time = measure(what);
      if (time < with) {
        with = time;
        count = signals;
      }
    }
    printf("%-34s %6.2f us a signal (%llu signals in %.3f s)\n", names[what], 1e6 * (with - without) / (double)count,
           (unsigned long long)count, with);
  }
  return 0;
}

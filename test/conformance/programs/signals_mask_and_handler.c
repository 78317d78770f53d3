// FLAGS: -O2
// CONVERTED: 1
// The mask of the program is the same in every iteration and afterwards, and a timer signal interrupts safely.
#include "support.h"
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;
static void on_tick(int signal) {
  (void)signal;
  ticks++;
}

int main(void) {
  static uint64_t out[2000];
  sigset_t blocked, after;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
  struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval timer = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &timer, NULL);
  for (int round = 0; round < 4; round++) {
#pragma omp parallel for
    for (int i = 0; i < 2000; i++)
      out[i] += work((unsigned)i, 10);
  }
  struct itimerval off = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &off, NULL);
  pthread_sigmask(SIG_SETMASK, NULL, &after);
  SHOW("usr1 blocked", sigismember(&after, SIGUSR1));
  SHOW("usr2 blocked", sigismember(&after, SIGUSR2));
  SHOW_ARRAY("out", out, 2000);
}

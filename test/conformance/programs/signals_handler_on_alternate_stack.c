// FLAGS: -O0
// A handler runs on an alternate stack between loops: the thread is back on its own stack when the next walk starts.
#include "support.h"
#include <signal.h>

static volatile uint64_t from_handler;
NOINLINE static uint64_t sum(unsigned seed, int n) {
  uint64_t h = 0;
  for (int i = 0; i < n; i++)
    h += work(seed + (unsigned)i, 3);
  return h;
}
static void on_signal(int signal) { from_handler = sum((unsigned)signal, 100); }

int main(void) {
  static char stack[65536];
  static uint64_t out[40][40];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  for (int i = 0; i < 40; i++) {
    if (i % 10 == 0)
      raise(SIGUSR1);
#pragma omp parallel for
    for (int j = 0; j < 40; j++)
      out[i][j] = work((unsigned)(i * 40 + j), 3);
  }
  SHOW("handler", from_handler);
  SHOW_ARRAY("out", &out[0][0], 1600);
}

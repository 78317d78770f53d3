// FLAGS: -O0 -g
// CONVERTED: 1
// exit() runs a handler that enters one more loop.
#include "support.h"

static unsigned a[1000];
static void fill(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] += (unsigned)work((unsigned)i, 3);
}
static void at_end(void) {
  fill();
  SHOW_ARRAY("a", a, 1000);
  fflush(stdout);
}

int main(void) {
  atexit(at_end);
  fill();
  exit(0);
}

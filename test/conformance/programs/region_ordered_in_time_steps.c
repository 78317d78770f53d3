// FLAGS: -O2
// An ordered loop between others, in each step; its result is used by the next loop.
#include "support.h"

enum { N = 400 };
static long a[N], trace;

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 23;
#pragma omp parallel num_threads(4)
  for (int step = 0; step < 4; step++) {
#pragma omp for schedule(dynamic, 3) ordered
    for (int i = 0; i < N; i++) {
      long value = (long)work((uint64_t)a[i], 2) & 1023;
#pragma omp ordered
      trace = (trace * 31 + value) % 1000003;
    }
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      a[i] += trace % (i + 1);
#pragma omp barrier
  }
  SHOW_ARRAY("a", a, N);
  SHOW("trace", trace);
}

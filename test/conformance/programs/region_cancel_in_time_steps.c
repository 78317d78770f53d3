// FLAGS: -O2
// ENV: OMP_CANCELLATION=true
// Searches that stop early, one in each step, with loops between that must not stop.
#include "support.h"

enum { N = 2000 };
static long a[N];

int main(void) {
  long found = 0, hits = 0;
  for (int i = 0; i < N; i++)
    a[i] = (long)(mix((uint64_t)i) % 500);
#pragma omp parallel num_threads(3)
  for (int step = 0; step < 8; step++) {
#pragma omp single
    found = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (a[i] == step * 61) {
#pragma omp atomic write
        found = 1;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
#pragma omp single
    hits += found;
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = (a[i] + step) % 500;
  }
  SHOW("hits", hits);
  SHOW_ARRAY("a", a, N);
}

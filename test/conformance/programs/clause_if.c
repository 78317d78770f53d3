// FLAGS: -O3 -march=native
// CONVERTED: 3
// if(true), a run-time condition, and the modified form if(parallel: …).
#include "support.h"

static unsigned a[1500];
NOINLINE static void run(int n, int threshold) {
#pragma omp parallel for if (n > threshold)
  for (int i = 0; i < n; i++)
    a[i] += (unsigned)work((unsigned)i, 3);
}

int main(void) {
  run(1500, 100);
  run(50, 100);
#pragma omp parallel for if (1)
  for (int i = 0; i < 1500; i++)
    a[i] ^= 5;
#pragma omp parallel for if (parallel : a[3] & 1)
  for (int i = 0; i < 1500; i++)
    a[i] += 1;
  SHOW_ARRAY("a", a, 1500);
}

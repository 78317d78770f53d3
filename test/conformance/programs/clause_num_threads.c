// FLAGS: -O2
// CONVERTED: 4
// num_threads is an upper limit: constants, more than there are workers, and a variable.
#include "support.h"

static unsigned a[1500];
NOINLINE static void run(int threads) {
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < 1500; i++)
    a[i] += (unsigned)work((unsigned)i, 2);
}

int main(void) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 1500; i++)
    a[i] = 1;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 1500; i++)
    a[i] += (unsigned)mix((unsigned)i);
#pragma omp parallel for num_threads(64)
  for (int i = 0; i < 1500; i++)
    a[i] ^= (unsigned)work((unsigned)i, 3);
  for (int threads = 1; threads < 6; threads++)
    run(threads);
  SHOW_ARRAY("a", a, 1500);
}

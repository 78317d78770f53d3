// num_threads, if, and settings decide the size of each team anew.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int used[MOST_THREADS];

static NOINLINE int region(int threads, int condition) {
  int size = 0;
  memset(used, 0, sizeof used);
#pragma omp parallel num_threads(threads) if (condition)
  {
#pragma omp atomic
    used[omp_get_thread_num()]++;
#pragma omp single
    size = omp_get_num_threads();
  }
  for (int i = 0; i < MOST_THREADS; i++)
    CHECK(used[i] == (i < size));
  return size;
}

int main(void) {
  for (int i = 1; i < 12; i++)
    SHOW("size", region(i % 5 + 1, i % 4));
  for (int i = 1; i < 6; i++) {
    int size = 0;
    omp_set_num_threads(i);
#pragma omp parallel
    {
#pragma omp atomic
      size += 1 + 0 * omp_get_thread_num();
    }
    SHOW("set", size);
  }
}

// FLAGS: -O3
// CONVERTED: 3
// PROMOTES
// NEEDS-OPENMP
// Restrict pointers that trade places from call to call, in a function that is inlined into a loop; and one whose
// elements several iterations change under a lock.
#include "support.h"
#include <omp.h>

enum { N = 600, M = 4 };

static unsigned left[N * M], right[N * M];

static inline void smooth(int n, unsigned *restrict to, const unsigned *restrict from) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++) {
#pragma omp parallel for
    for (int j = 0; j < M; j++)
      to[i * M + j] += from[(i - 1) * M + j] ^ from[(i + 1) * M + j];
  }
}

static void sumUnderLock(int n, unsigned *restrict sum, const unsigned *restrict values, omp_lock_t *lock) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned value = work(values[i], 2);
    omp_set_lock(lock);
    *sum += value;
    omp_unset_lock(lock);
  }
}

int main(void) {
  for (int i = 0; i < N * M; i++) {
    left[i] = (unsigned)work((unsigned)i, 1);
    right[i] = (unsigned)i;
  }
  unsigned *a = left, *b = right;
  for (int round = 0; round < 9; round++) {
    smooth(N, a, b);
    unsigned *other = a;
    a = b;
    b = other;
  }
  SHOW_ARRAY("left", left, N * M);
  SHOW_ARRAY("right", right, N * M);
  omp_lock_t lock;
  omp_init_lock(&lock);
  unsigned sum = 0;
  sumUnderLock(N * M, &sum, left, &lock);
  omp_destroy_lock(&lock);
  SHOW("sum", sum);
}

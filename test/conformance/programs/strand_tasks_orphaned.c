// Functions that a member calls create tasks, with constructs of its region between them, which only the member meets.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long grid[100], checks[4], sums[4];

static NOINLINE void share(long add) {
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
    grid[i] += (long)(work((uint64_t)(i + add), 1000) % 1000);
  }
}

static NOINLINE void mix_up(long *mine, long *neighbour) {
  long a = 0, b = 0;
#pragma omp task shared(a)
  a = (long)(work(3, 300) % 100);
#pragma omp task
  *mine += (long)(work(5, 300) % 100);
  share(2);
#pragma omp task shared(b)
  b = (long)(work(4, 300) % 100);
#pragma omp barrier
  *neighbour += 0 * grid[0];
#pragma omp task shared(a, b)
  {
#pragma omp critical
    a += b;
  }
#pragma omp taskwait
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < 100; i++)
    grid[i] += 1;
  *mine += a;
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    own = me;
    for (int round = 0; round < 3; round++) {
      share(1);
      mix_up(&checks[me], &sums[me]);
    }
#pragma omp barrier
    CHECK(omp_get_thread_num() == me);
    sums[me] = own + checks[(me + 1) % 4] + grid[me];
  }
  SHOW_ARRAY("grid", grid, 100);
  SHOW_ARRAY("sums", sums, 4);
}

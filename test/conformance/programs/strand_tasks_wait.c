// taskwait in a member waits for its children, whoever runs what is left of them; their children end at the barrier.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long parts[4][30], sums[4], late[4];

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    own = 10 * me;
    long *mine = parts[me], *after = &late[me], sum = 0;
    for (int i = 0; i < 30; i++) {
#pragma omp task firstprivate(i)
      {
        mine[i] = (long)(work((uint64_t)i, 100) % 1000);
#pragma omp task firstprivate(i)
        {
#pragma omp atomic
          *after += i + mine[i];
        }
      }
    }
#pragma omp taskwait
    for (int i = 0; i < 30; i++)
      sum += mine[i];
#pragma omp task shared(sum)
    sum *= 2;
#pragma omp taskwait
    sums[me] = sum + own;
#pragma omp barrier
    CHECK(late[(me + 1) % 4] == late[me]);
  }
  SHOW_ARRAY("sums", sums, 4);
  SHOW_ARRAY("late", late, 4);
}

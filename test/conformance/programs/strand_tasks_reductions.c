// Task reductions in a member's group and in taskloops, beside a reduction of the region itself.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long sums[3], all;

int main(void) {
  long total = 0;
#pragma omp parallel num_threads(3) reduction(+ : total)
  {
    int me = omp_get_thread_num();
    own = me;
    long sum = 0, most = 0, looped = 0;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : most)
    for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : sum) in_reduction(max : most) firstprivate(i)
      {
        long value = (long)(work((uint64_t)i, 50) % 1000);
        sum += value;
        if (value > most)
          most = value;
      }
    }
#pragma omp taskloop reduction(+ : looped) grainsize(5)
    for (int i = 0; i < 100; i++)
      looped += i * i;
    own += sum + most + looped;
    total += own;
#pragma omp single
    {
      long in_single = 0;
#pragma omp taskloop reduction(+ : in_single)
      for (int i = 0; i < 200; i++)
        in_single += (long)(work((uint64_t)i, 10) % 50);
      all = in_single;
    }
    sums[me] = own + all;
  }
  SHOW("total", total);
  SHOW_ARRAY("sums", sums, 3);
}

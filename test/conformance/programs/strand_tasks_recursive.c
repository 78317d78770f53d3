// Recursive tasks of one member, while others wait at the barrier or go on with work of their own.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
// PROMOTES
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long results[8], sums[3];

static long fibonacci(int n) {
  long first, second;
  if (n < 2)
    return (long)(work((uint64_t)n, 20000) % 3) + n;
#pragma omp task shared(first)
  first = fibonacci(n - 1);
#pragma omp task shared(second)
  second = fibonacci(n - 2);
#pragma omp taskwait
  return first + second;
}

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    own = me;
    for (int round = 0; round < 4; round++) {
#pragma omp barrier
#pragma omp single nowait
      {
        for (int k = 0; k < 8; k++) {
#pragma omp task firstprivate(k, round)
          results[k] = fibonacci(9 + k - round);
        }
      }
      own += (long)(work((uint64_t)me, 100) % 100);
#pragma omp barrier
      for (int k = 0; k < 8; k++)
        own += results[k] * (me + 1);
    }
    sums[me] = own;
  }
  SHOW_ARRAY("results", results, 8);
  SHOW_ARRAY("sums", sums, 3);
}

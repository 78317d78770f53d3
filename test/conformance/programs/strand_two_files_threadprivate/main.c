// A region that must stay with libomp shares threadprivate variables with others in another file: all of these regions
// then have the same threads.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

extern int counter;
#pragma omp threadprivate(counter)
void count(int by);
void check(int value);

static long seen[MOST_THREADS];

int main(void) {
#pragma omp parallel num_threads(4)
  counter = 10 * omp_get_thread_num();
  for (int round = 0; round < 5; round++) {
    int token = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp single
      {
#pragma omp task depend(iterator(only = 0 : 1), inout : token) shared(token)
        token++;
      }
      counter += 3;
    }
#pragma omp parallel num_threads(4)
    count(omp_get_thread_num());
    CHECK(token == 1);
  }
#pragma omp parallel num_threads(4)
  {
    check(10 * omp_get_thread_num() + 15 + 5 * omp_get_thread_num());
    seen[omp_get_thread_num()] = counter;
  }
  SHOW_ARRAY("seen", seen, 4);
}

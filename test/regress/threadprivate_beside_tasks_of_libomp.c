// FLAGS: -O1
// A region that calls other files runs on libomp if libomp runs tasks of the program. Other regions of the same size
// ran on threads of ours, and did not find what the first had left in threadprivate variables.
#include <omp.h>
#include <stdio.h>

enum { THREADS = 5 };
static long mine, seen[THREADS], total;
#pragma omp threadprivate(mine)

static void leave(void) { mine = 10 + omp_get_thread_num(); }
static void (*volatile anyFunction)(void) = leave;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int k = 0; k < 4; k++)
#pragma omp task depend(iterator(only = 0 : 1), inout : total)
    total = total * 3 + k;

#pragma omp parallel num_threads(THREADS)
  {
    mine = 0;
    anyFunction();
  }
#pragma omp parallel num_threads(THREADS)
  seen[omp_get_thread_num()] = mine;

  for (int i = 0; i < THREADS; i++)
    if (seen[i] != 10 + i) {
      printf("thread %d has %ld, not %d\n", i, seen[i], 10 + i);
      return 1;
    }
  return total != 18;
}

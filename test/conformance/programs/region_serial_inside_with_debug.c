// A region whose if clause is false stands in a region with threads, and is compiled with debug information, for which
// clang writes each region as two functions: all threads execute all of its iterations.
// FLAGS: -O0 -g
// NEEDS-OPENMP
#include "strands.h"

int main(void) {
  long total = 0, never = 0;
#pragma omp parallel num_threads(5)
  {
    long inner = 0;
#pragma omp parallel if (0)
    {
#pragma omp for
      for (int i = 0; i < 50; i++)
        inner += i;
#pragma omp for nowait
      for (int i = 0; i < 10; i++)
        inner += 2 * i;
    }
#pragma omp parallel if (never) reduction(+ : inner)
    {
#pragma omp for
      for (int i = 0; i < 7; i++)
        inner += 1;
    }
#pragma omp atomic
    total += inner;
  }
  SHOW("total", total);
}

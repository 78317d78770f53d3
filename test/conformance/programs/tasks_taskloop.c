// taskloop with its clauses.
#include "support.h"
static uint64_t out[300];
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(7)
    for (int i = 0; i < 300; i++)
      out[i] = work((uint64_t)i, 30);
#pragma omp taskloop num_tasks(5)
    for (int i = 10; i < 300; i += 3)
      out[i] = mix(out[i]);
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < 300; i++)
      sum += out[i];
  }
  SHOW("sum", sum);
  SHOW_ARRAY("out", out, 300);
}

// taskloop with reduction and in_reduction: clauses, collapse, nested, tasks in iterations, arrays.
// PROMOTES
#include "support.h"
static uint64_t inner;
NOINLINE void loop(int n) {
#pragma omp taskloop in_reduction(+ : inner)
  for (int i = 0; i < n; i++)
    inner += work((uint64_t)(n + i), 10);
}
int main() {
  uint64_t sum = 1, exclusive = 2, bins[8] = {0};
  double exact = 0.25;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum, exact) reduction(^ : exclusive)
    for (int i = 0; i < 3000; i++) {
      uint64_t w = work((uint64_t)i, 20);
      sum += w;
      exclusive ^= w;
      exact += (double)(w % 64);
    }
#pragma omp taskloop grainsize(7) reduction(+ : bins)
    for (int i = 0; i < 1000; i++)
      bins[work((uint64_t)i, 20) % 8] += (uint64_t)i;
#pragma omp taskloop num_tasks(9) collapse(2) reduction(+ : sum)
    for (int i = 0; i < 30; i++)
      for (int j = 0; j < 40; j++)
        sum += work((uint64_t)(i * j), 10);
#pragma omp taskgroup task_reduction(+ : inner, sum)
    {
      loop(500);
#pragma omp taskloop in_reduction(+ : sum) nogroup
      for (int i = 0; i < 100; i++) {
        sum += (uint64_t)i;
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        {
          sum += work((uint64_t)i, 30);
        }
        sum += 3;
      }
      loop(300);
    }
#pragma omp taskloop reduction(max : exclusive) if (0)
    for (int i = 0; i < 10; i++)
      exclusive = work((uint64_t)i, 2) > exclusive ? work((uint64_t)i, 2) : exclusive;
  }
  SHOW("sum", sum);
  SHOW("exclusive", exclusive);
  SHOW("exact", (long long)(exact * 4));
  SHOW("inner", inner);
  SHOW_ARRAY("bins", bins, 8);
}

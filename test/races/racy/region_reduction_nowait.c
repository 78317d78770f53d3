// The result of a reduction is read before the barrier.
int seen[4];
#include <omp.h>
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < 40; ++i)
      sum += i;
    seen[omp_get_thread_num()] = sum;
  }
  return seen[0] < 0;
}

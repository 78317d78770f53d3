// Tasks that use their own copies while tasks that they have created use theirs: directly, in loops, through a lambda.
// PROMOTES
#include "support.h"
template <typename F> NOINLINE void often(int n, F f) {
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    (void)work((uint64_t)i, 50);
    f(i);
  }
}
int main() {
  uint64_t sum = 0, other = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(^ : other)
  for (int k = 0; k < 20; k++) {
#pragma omp task firstprivate(k) in_reduction(+ : sum) in_reduction(^ : other)
    {
      sum += 1;
      for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(k, i) in_reduction(+ : sum) in_reduction(^ : other)
        {
          for (int j = 0; j < 20; j++)
            sum += work((uint64_t)(k * 100 + i * 10 + j), 5);
          other ^= work((uint64_t)i, 3) << (k % 8);
        }
        for (int j = 0; j < 20; j++)
          sum += work((uint64_t)(i + j), 5);
      }
      often(5, [&](int i) {
#pragma omp task firstprivate(i) in_reduction(+ : sum)
        sum += work((uint64_t)i, 10);
        other ^= (uint64_t)i << 20;
      });
#pragma omp taskwait
      other ^= sum * 0 + 3;
    }
  }
  SHOW("sum", sum);
  SHOW("other", other);
}

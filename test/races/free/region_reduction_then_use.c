// The result is read behind the loop's barrier.
#include <omp.h>
int seen[4];
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 40; ++i)
      sum += i;
    seen[omp_get_thread_num()] = sum;
  }
  return seen[0] != 780;
}

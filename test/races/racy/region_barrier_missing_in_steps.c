// A barrier is missing at the end of each step.
#include <omp.h>
int now[4], next[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    for (int step = 0; step < 5; ++step) {
      next[me] = now[(me + 1) % 4] + 1;
#pragma omp barrier
      now[me] = next[me];
    }
  }
  return now[0] < 0;
}

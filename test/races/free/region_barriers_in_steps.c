// Two barriers a step.
#include <omp.h>
int now[4], next[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (int step = 0; step < 5; ++step) {
      next[me] = now[(me + 1) % all] + 1;
#pragma omp barrier
      now[me] = next[me];
#pragma omp barrier
    }
  }
  return now[0] != 5;
}

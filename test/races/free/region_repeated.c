// Regions follow each other, on the same threads.
#include <omp.h>
int a[8];
int main(void) {
  for (int step = 0; step < 20; ++step) {
#pragma omp parallel num_threads(4)
    a[(omp_get_thread_num() + step) % 8] += step;
  }
  return a[0] < 0;
}

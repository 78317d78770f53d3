// The other threads read what the single thread's task writes.
int x, out[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
#pragma omp task
      x = 1;
    }
    out[omp_get_thread_num()] = x;
  }
  return out[0] < 0;
}

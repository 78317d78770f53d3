// A barrier waits for tasks.
#include <omp.h>
int x, out[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
#pragma omp task
      x = 1;
    }
#pragma omp barrier
    out[omp_get_thread_num()] = x;
  }
  return out[0] != 1;
}

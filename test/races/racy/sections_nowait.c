// What a section writes is read behind the construct, without a barrier.
int x, out[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp sections nowait
    {
#pragma omp section
      x = 1;
#pragma omp section
      out[0] = 0;
    }
    out[omp_get_thread_num()] = x;
  }
  return out[0] < 0;
}

// While one thread is in the single construct, others have passed the read before it only by luck.
int x, out[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
    out[omp_get_thread_num()] = x;
#pragma omp single
    x = 1;
  }
  return out[0] < 0;
}

// A single construct has a barrier.
int limit, out[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    limit = 10;
    out[omp_get_thread_num()] = limit;
  }
  return out[0] != 10;
}

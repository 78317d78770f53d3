// There is no barrier behind a master construct.
int limit, out[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    limit = 10;
    out[omp_get_thread_num()] = limit;
  }
  return out[0] < 0;
}

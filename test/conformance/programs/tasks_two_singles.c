// A region with several singles, one after the other.
#include "support.h"
static uint64_t a[50], b[50];
int main() {
  uint64_t sum = 0;
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(i)
      a[i] = work((uint64_t)i, 100);
    }
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(i)
      b[i] = mix(a[i] + a[49 - i]);
    }
#pragma omp master
    for (int i = 0; i < 50; i++)
      sum += b[i];
  }
  SHOW("sum", sum);
}

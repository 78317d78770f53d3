// An untied task that spawns in a loop and waits in it.
#include "support.h"
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task untied shared(sum)
  {
    for (int i = 0; i < 30; i++) {
      uint64_t part[4];
      for (int j = 0; j < 4; j++) {
#pragma omp task shared(part) firstprivate(i, j)
        part[j] = work((uint64_t)(i * 4 + j), 200);
      }
#pragma omp taskwait
      for (int j = 0; j < 4; j++)
        sum = mix(sum + part[j]);
    }
  }
  SHOW("sum", sum);
}

// Tasks directly in the body of a parallel loop end with the iteration.
// CONVERTED: 3
// PROMOTES
#include "support.h"
static uint64_t out[200];
int main() {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
    out[i] = work((uint64_t)i, 50);
#pragma omp task firstprivate(i)
    out[i + 100] = work((uint64_t)i + 100, 50);
  }
  SHOW_ARRAY("out", out, 200);
}

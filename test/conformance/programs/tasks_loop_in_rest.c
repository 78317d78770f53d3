// A converted loop in what may run elsewhere, beside the task.
// PROMOTES
#include "support.h"
static uint64_t out[500];
int main() {
  uint64_t x = 0, sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = work(1, 20000);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 500; i++) {
      out[i] = work((uint64_t)i, 30);
      sum += out[i];
    }
#pragma omp taskwait
    sum += x;
  }
  SHOW("sum", sum);
  SHOW_ARRAY("out", out, 500);
}

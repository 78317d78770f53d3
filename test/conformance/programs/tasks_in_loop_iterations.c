// Iterations that create tasks, wait for some of them, leave early, and reduce; private, dynamic and collapsed.
// CONVERTED: 8
// PROMOTES
#include "support.h"
static uint64_t out[300], pairs[400];
int main() {
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total) schedule(dynamic, 3)
  for (int i = 0; i < 100; i++) {
    uint64_t x = 0, y = 0;
#pragma omp task firstprivate(i)
    out[i] = work((uint64_t)i, 50);
#pragma omp task shared(x)
    x = work((uint64_t)i + 1, 30);
#pragma omp task shared(y)
    y = work((uint64_t)i + 2, 30);
    out[100 + i] = work((uint64_t)i + 3, 10);
#pragma omp taskwait
    total += x + y;
    if (i % 3 == 0)
      continue;
#pragma omp taskgroup
    {
#pragma omp task firstprivate(i)
      out[200 + i] = work((uint64_t)i + 4, 20);
    }
    total += out[200 + i];
  }
  uint64_t scratch = 1;
#pragma omp parallel for collapse(2) firstprivate(scratch)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++) {
      scratch = (uint64_t)(i * 20 + j);
#pragma omp task firstprivate(scratch) if (j != 7)
      pairs[scratch] = work(scratch, 20);
      for (int k = 0; k < 3; k++) {
#pragma omp task firstprivate(k, i) shared(out)
        if (k == 2 && i == 0)
          out[299] = 7;
      }
    }
  SHOW("total", total);
  SHOW_ARRAY("out", out, 300);
  SHOW_ARRAY("pairs", pairs, 400);
}

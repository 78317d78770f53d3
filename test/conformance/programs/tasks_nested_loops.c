// Two loops around one spawn.
// PROMOTES
#include "support.h"
static uint64_t out[20][20];
static NOINLINE void leaf(int i, int j) { out[i][j] = work((uint64_t)(i * 100 + j), 50); }
int main() {
  int count = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++)
      for (int j = 0; j <= i; j++) {
#pragma omp task firstprivate(i, j)
        leaf(i, j);
        count++;
      }
#pragma omp taskwait
    count *= 2;
  }
  SHOW("count", count);
  SHOW_ARRAY("out", out, 20);
}

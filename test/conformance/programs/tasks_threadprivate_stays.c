// Tasks that count in a threadprivate variable stay with libomp.
// LEFT: threadprivate
#include "support.h"
static int mine;
#pragma omp threadprivate(mine)
static void go(int depth) {
  if (depth == 0) {
    mine++;
    return;
  }
#pragma omp task
  go(depth - 1);
#pragma omp task
  go(depth - 1);
#pragma omp taskwait
}
int main() {
  int total = 0;
#pragma omp parallel
  {
#pragma omp single
    go(8);
#pragma omp atomic
    total += mine;
  }
  SHOW("total", total);
}

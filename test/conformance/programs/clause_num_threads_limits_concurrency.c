// FLAGS: -O2
// NEEDS-OPENMP
// CONVERTED: 1
// Never more than num_threads iterations are in flight at a time, as a program that sizes a pool by it expects.
#include "support.h"

int main(void) {
  int inside = 0, most = 0;
  static uint64_t out[600];
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 600; i++) {
    int now;
#pragma omp atomic capture seq_cst
    now = ++inside;
    out[i] = work((unsigned)i, 300);
    if (now > 2) {
#pragma omp atomic write
      most = now;
    }
#pragma omp atomic seq_cst
    --inside;
  }
  SHOW("more than two", most);
  SHOW_ARRAY("out", out, 600);
}

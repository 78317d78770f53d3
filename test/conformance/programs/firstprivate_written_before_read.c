// FLAGS: -O2
// NEEDS-OPENMP
// CONVERTED: 1
// A firstprivate variable is overwritten in each iteration; the original keeps its value.
#include "support.h"

int main(void) {
  static int a[1000];
  int t = 17, scratch[4] = {4, 3, 2, 1};
#pragma omp parallel for firstprivate(t, scratch)
  for (int i = 0; i < 1000; i++) {
    t = i * 3;
    scratch[i % 4] = t;
    a[i] = scratch[i % 4] + t;
  }
  SHOW("t", t);
  SHOW_ARRAY("scratch", scratch, 4);
  SHOW_ARRAY("a", a, 1000);
}

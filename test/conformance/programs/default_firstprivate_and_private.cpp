// FLAGS: -O2 -std=c++20
// NEEDS-OPENMP
// CONVERTED: 2
// default(firstprivate) and default(private) (OpenMP 5.1) choose for whatever is not listed.
#include "support.h"

int main() {
  static uint64_t a[1000];
  uint64_t *out = a;
  int scale = 9, scratch = 0;
#pragma omp parallel for default(firstprivate)
  for (int i = 0; i < 1000; i++) {
    scratch = i * scale;
    out[i] = mix((unsigned)scratch);
  }
#pragma omp parallel for default(private) shared(out)
  for (int i = 0; i < 1000; i++) {
    scratch = i;
    out[i] += (unsigned)scratch;
  }
  SHOW("scratch", scratch);
  SHOW_ARRAY("a", a, 1000);
}

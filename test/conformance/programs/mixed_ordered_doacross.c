// FLAGS: -O3
// NOT-TSAN
// LEFT: *
// Cross-iteration dependences by ordered(1) depend(sink/source).
#include "support.h"

int main(void) {
  static uint64_t a[300];
  a[0] = 1;
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 300; i++) {
    uint64_t x = work((unsigned)i, 10);
#pragma omp ordered depend(sink : i - 1)
    a[i] = mix(a[i - 1] + x);
#pragma omp ordered depend(source)
  }
  SHOW_ARRAY("a", a, 300);
}

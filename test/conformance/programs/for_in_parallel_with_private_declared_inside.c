// FLAGS: -O2
// A parallel region that declares a variable before its loop: each thread has its own, so tasks may not share it.
#include "support.h"

int main(void) {
  static uint64_t a[2000];
#pragma omp parallel
  {
    uint64_t buffer[8];
#pragma omp for
    for (int i = 0; i < 2000; i++) {
      for (int k = 0; k < 8; k++)
        buffer[k] = mix((unsigned)(i + k));
      a[i] = buffer[i % 8] ^ buffer[(i + 3) % 8];
    }
  }
  SHOW_ARRAY("a", a, 2000);
}

// FLAGS: -O2
// NEEDS-OPENMP
// CONVERTED: 1
// A private variable-length array: its copy has a size known at run time only.
#include "support.h"

NOINLINE void run(int n) {
  static uint64_t a[500];
  unsigned buffer[n];
  for (int k = 0; k < n; k++)
    buffer[k] = 9;
#pragma omp parallel for private(buffer)
  for (int i = 0; i < 500; i++) {
    for (int k = 0; k < n; k++)
      buffer[k] = (unsigned)mix((unsigned)(i + k));
    a[i] = hash_bytes(buffer, sizeof(unsigned) * (unsigned)n);
  }
  SHOW_ARRAY("buffer", buffer, n);
  SHOW_ARRAY("a", a, 500);
}

int main(void) {
  run(1);
  run(33);
}

// FLAGS: -O2
// NEEDS-OPENMP
// CONVERTED: 1
// private variables start undefined and never reach the original; a private array is as big as its type.
#include "support.h"

int main(void) {
  static uint64_t a[1000];
  uint64_t t = 5;
  int buffer[16] = {1, 2, 3};
#pragma omp parallel for private(t, buffer)
  for (int i = 0; i < 1000; i++) {
    t = mix((unsigned)i);
    for (int k = 0; k < 16; k++)
      buffer[k] = (int)(t >> k);
    a[i] = hash_bytes(buffer, sizeof buffer);
  }
  SHOW("t", t);
  SHOW("buffer", buffer[2]);
  SHOW_ARRAY("a", a, 1000);
}

// FLAGS: -O2 -latomic
// Types wider than a register: 80-bit floating point (exact small integers) and 128-bit integers.
#include "support.h"

int main(void) {
  long double sum = 0.25L;
  __int128 wide = 1;
#pragma omp parallel for reduction(+ : sum, wide)
  for (int i = 0; i < 2000; i++) {
    sum += (long double)(mix(i) >> 20);
    wide += (__int128)mix(i) << 40;
  }
  printf("%La\n", sum);
  printf("%016llx%016llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
}

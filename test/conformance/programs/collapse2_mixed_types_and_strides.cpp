// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// The collapsed loops count with different types, directions and strides.
#include "support.h"

int main() {
  static unsigned a[64][64];
#pragma omp parallel for collapse(2)
  for (short i = 63; i >= 0; i -= 3)
    for (unsigned long j = 1; j <= 60; j += 7)
      a[i][j] += (unsigned)mix((unsigned)i * 64 + j);
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (long long i = 1; i != 64; ++i)
    for (signed char j = 60; j > -1; --j)
      a[i][j] += (unsigned)(i * j);
  SHOW_ARRAY("a", &a[0][0], 64 * 64);
}

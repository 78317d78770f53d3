// FLAGS: -O3
// CONVERTED: 3
// Down by --, by -= constant and by += of a negative constant.
#include "support.h"

int main(void) {
  static unsigned a[2000];
#pragma omp parallel for
  for (int i = 1999; i >= 0; --i)
    a[i] += (unsigned)i;
#pragma omp parallel for
  for (int i = 1999; i > -1; i -= 3)
    a[i] *= 5;
#pragma omp parallel for
  for (long i = 1998; i >= 1; i += -4)
    a[i] ^= 77;
  SHOW_ARRAY("a", a, 2000);
}

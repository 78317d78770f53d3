#include "support.h"

void kernel(unsigned *out, int n, unsigned seed, void (*each)(void *, int), void *context) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    out[i] = (unsigned)work(seed + (unsigned)i, 2);
    each(context, i);
  }
}

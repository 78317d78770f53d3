// FLAGS: -O3
// CONVERTED: 2
// restrict-qualified and overlapping pointers: what may alias is still reloaded in slices.
#include "support.h"

NOINLINE static void scale(long *restrict out, const long *restrict in, const long *factor, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[i] = in[i] * *factor;
}
NOINLINE static void touch(long *out, const long *limit, int n) {
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    out[i] += limit[0];
}

int main(void) {
  static long in[2000], out[2000], factor = 3;
  for (int i = 0; i < 2000; i++)
    in[i] = (long)(mix((unsigned)i) >> 40);
  scale(out, in, &factor, 2000);
  touch(out, out, 2000);
  SHOW_ARRAY("out", out, 2000);
}

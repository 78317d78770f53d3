// FLAGS: -Os
// ENV: OMP_TARGET_OFFLOAD=DISABLED
// Target regions run on the host when there is no device.
#include "support.h"

int main(void) {
  static unsigned a[1000];
  unsigned *p = a;
#pragma omp target teams distribute parallel for map(tofrom : p[0 : 1000])
  for (int i = 0; i < 1000; i++)
    p[i] = (unsigned)work((unsigned)i, 2);
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] += 3;
  SHOW_ARRAY("a", a, 1000);
}

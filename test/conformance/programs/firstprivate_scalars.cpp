// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// Values captured on entry, of many widths.
#include "support.h"

int main() {
  static uint64_t a[1500];
  bool flag = true;
  char c = 'x';
  short s = -3;
  int i32 = 100000;
  float f = 0.5f;
  double d = 0.25;
  long l = 1l << 40;
#pragma omp parallel for firstprivate(flag, c, s, i32, f, d, l)
  for (int i = 0; i < 1500; i++)
    a[i] = mix((uint64_t)l + (unsigned)i) + (uint64_t)(d * 4 + f * 2) + (uint64_t)(i32 + s + c + flag);
  SHOW("l", l);
  SHOW_ARRAY("a", a, 1500);
}

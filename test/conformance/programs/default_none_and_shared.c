// FLAGS: -O2 -Wall
// CONVERTED: 1
// default(none) with every variable listed; shared arrays and scalars are written under disjoint indices.
#include "support.h"

int main(void) {
  int n = 1000, scale = 3;
  static int a[1000];
  long sum = 0;
#pragma omp parallel for default(none) shared(a, n) firstprivate(scale) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    a[i] = i * scale;
    sum += a[i];
  }
  SHOW("sum", sum);
  SHOW_ARRAY("a", a, 1000);
}

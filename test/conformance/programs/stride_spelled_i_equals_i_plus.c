// FLAGS: -O2
// CONVERTED: 4
// The increment's other canonical spellings, and bounds on the left of the comparison.
#include "support.h"

int main(void) {
  static int a[900];
  int k = 2;
#pragma omp parallel for
  for (int i = 0; 900 > i; i = i + 1)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i <= 899; i = k + i)
    a[i] += 3;
#pragma omp parallel for
  for (int i = 899; 0 <= i; i = i - k)
    a[i] *= 2;
#pragma omp parallel for
  for (unsigned i = 1; i < 900; i += k)
    a[i] -= 1;
  SHOW_ARRAY("a", a, 900);
}

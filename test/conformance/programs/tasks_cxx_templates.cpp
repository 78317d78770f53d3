// Tasks in templates and inline functions.
// PROMOTES
// FLAGS: -O2 -std=c++20
#include "support.h"
template <typename T> static T reduce(const T *a, int n) {
  if (n == 1)
    return T(work(uint64_t(a[0]), 10) & 255);
  T x, y;
#pragma omp task shared(x)
  x = reduce(a, n / 2);
#pragma omp task shared(y)
  y = reduce(a + n / 2, n - n / 2);
#pragma omp taskwait
  return x + y;
}
int main() {
  static int a[300];
  static double b[300];
  static short c[300];
  for (int i = 0; i < 300; i++) {
    a[i] = i;
    b[i] = i * 2;
    c[i] = short(i * 3);
  }
  int x = 0;
  double y = 0;
  short z = 0;
#pragma omp parallel
#pragma omp single
  {
    x = reduce(a, 300);
    y = reduce(b, 300);
    z = reduce(c, 300);
  }
  SHOW("x", x);
  SHOW("y", y);
  SHOW("z", z);
}

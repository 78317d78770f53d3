// FLAGS: -O3
// CONVERTED: 4
// Bounds next to INT_MAX and INT_MIN with strides whose last step still fits, and no step more.
#include "support.h"
#include <limits.h>

int main(void) {
  uint64_t a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel for reduction(+ : a)
  for (int i = INT_MAX - 3000; i <= INT_MAX - 7; i += 7)
    a += mix((uint64_t)i);
#pragma omp parallel for reduction(+ : b)
  for (int i = INT_MIN + 3000; i >= INT_MIN + 11; i -= 11)
    b += mix((uint64_t)(int64_t)i);
#pragma omp parallel for reduction(+ : c)
  for (int i = INT_MIN; i <= INT_MAX - 2000000; i += 2000000)
    c += mix((uint64_t)(int64_t)i);
#pragma omp parallel for reduction(+ : d)
  for (unsigned i = 5; i < UINT_MAX - 3000000; i += 2999999)
    d += mix(i);
  SHOW("a", a);
  SHOW("b", b);
  SHOW("c", c);
  SHOW("d", d);
}

// FLAGS: -O3 -std=c++20
// CONVERTED: 1
// PROMOTES
// A parallel_for template over a callable, nested in itself by recursion through types.
#include "support.h"

template <class F> void apply(int n, const F &f) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    f(i);
}

int main() {
  static unsigned a[20][15][10];
  apply(20, [&](int i) {
    apply(15, [&, i](int j) {
      apply(10, [&, i, j](int k) { a[i][j][k] = (unsigned)work((unsigned)(i * 150 + j * 10 + k), 3); });
    });
  });
  SHOW_ARRAY("a", &a[0][0][0], 3000);
}

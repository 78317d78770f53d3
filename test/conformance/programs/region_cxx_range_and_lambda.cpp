// Ranges, lambdas and templates in a region's loops.
// LEFT: *
#include "region_arrays.h"
#include <vector>

template <class F> static long apply(F f, long n) { return f(n) + 1; }

int main(void) {
  fill();
  std::vector<long> v(N, 2);
#pragma omp parallel
  {
#pragma omp for
    for (long &value : v)
      value = apply([](long n) { return n * 5; }, value);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = apply([&](long n) { return n + x[i]; }, v[i]);
  }
  show("end");
}

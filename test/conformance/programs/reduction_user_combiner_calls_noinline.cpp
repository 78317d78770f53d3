// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// A combiner that is a template and calls a noinline function with many arguments: it runs at joins, with its own
// frame.
#include "support.h"

template <int N> struct Moments {
  int64_t power[N] = {};
};
template <int N> NOINLINE void add(Moments<N> &a, const Moments<N> &b, int c, int d, int e, int f, int g, int h) {
  for (int k = 0; k < N; k++)
    a.power[k] += b.power[k] + c + d + e + f + g + h;
}
#pragma omp declare reduction(+ : Moments<4> : add(omp_out, omp_in, 1, -1, 2, -2, 3, -3))

int main() {
  Moments<4> moments;
#pragma omp parallel for reduction(+ : moments)
  for (int i = 0; i < 3000; i++) {
    int64_t x = (int64_t)(work(i, 3) % 50), p = 1;
    for (int k = 0; k < 4; k++, p *= x)
      moments.power[k] += p;
  }
  for (int64_t power : moments.power)
    SHOW("moment", power);
}

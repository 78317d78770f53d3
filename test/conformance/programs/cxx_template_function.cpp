// FLAGS: -O2 -g -std=c++20
// CONVERTED: 2
// PROMOTES
// A nest in a template, instantiated for several types and non-type arguments: each instance has its own slices.
#include "support.h"

template <class T, int Rows, bool Scale> NOINLINE T run(T factor) {
  static T m[Rows][40];
  T sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < Rows; i++) {
#pragma omp parallel for
    for (int j = 0; j < 40; j++)
      m[i][j] = (T)(mix((unsigned)(i * 40 + j)) % 100) * (Scale ? factor : T(1));
    for (int j = 0; j < 40; j++)
      sum += m[i][j];
  }
  return sum;
}

int main() {
  SHOW("int", (run<int, 20, true>(3)));
  SHOW("int unscaled", (run<int, 20, false>(3)));
  SHOW("long", (run<long, 35, true>(1l << 33)));
  SHOW("double", (run<double, 11, true>(0.5)) * 2);
}

#include "grid.hpp"
long other(Grid<long> &g) {
  g.each([](int i, int j, long x) { return x + i - j; });
#pragma omp barrier
  return g.sum();
}
// Templates with constructs of their caller's region, instantiated in two files.
// FLAGS: -O2
#include "grid.hpp"
#include "support.h"
int main() {
  Grid<long> g(60);
  Grid<double> d(30);
  long result = 0;
  double real = 0;
#pragma omp parallel
  {
    g.each([](int i, int j, long) { return (long)(mix(i * 60 + j) % 100); });
    d.each([](int i, int j, double) { return i * 0.5 + j; });
#pragma omp barrier
    long s = other(g) * 3 + g.sum();
    double r = d.sum();
#pragma omp single
    {
      result = s;
      real = r;
    }
  }
  SHOW("result", result);
  SHOW("real", real);
}

// A std::vector captured by reference: its data pointer is read anew in every iteration by clang's outlining.
// RUN: %python %S/compare.py %clangxx %tactus-clangxx %s -std=c++20 -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clangxx %tactus-clangxx %s -std=c++20 -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clangxx %tactus-clangxx %s -std=c++20 -O2
#include <vector>

void scale(std::vector<double> &x, double factor) {
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); i++)
    x[i] *= factor;
}

// The same for C++, with exceptions thrown and caught in bodies and destructors behind them.
// RUN: %tactus-clangxx -fopenmp -std=c++20 -O0 -g -ftactus-verify %s -o %t0
// RUN: env TACTUS_WORKERS=2 TACTUS_CHAOS=3 %t0 | FileCheck %s
// RUN: %tactus-clangxx -fopenmp -std=c++20 -O3 -ftactus-verify %s -o %t3
// RUN: env TACTUS_WORKERS=2 TACTUS_CHAOS=3 %t3 | FileCheck %s
#include <cstdio>
#include <stdexcept>
#include <vector>

static double guarded(double value) {
  if (value > 5)
    throw std::range_error("too large");
  return value;
}

static double row(const std::vector<double> &values) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (double value : values) {
    try {
      sum += guarded(value);
    } catch (const std::range_error &) {
      sum += 5;
    }
  }
  return sum;
}

int main() {
  std::vector<std::vector<double>> rows(40, std::vector<double>{1, 9, 2, 8, 3});
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (const auto &values : rows)
    sum += row(values);
  // CHECK: 640
  std::printf("%g\n", sum);
}

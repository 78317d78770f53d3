//===- results.h - sums and differences of results ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How kernels make one number of a result that is an array, for the driver to compare.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include <cstddef>

/// The sum of value(i) for i < count, weighted so that exchanged values are noticed.
template <class Value> double weightedSum(size_t count, Value value) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += static_cast<double>(value(i)) * static_cast<double>(i % 1021 + 1);
  return sum;
}

/// The largest difference(i) for i < count, or not a number if one is not.
template <class Difference> double worstDifference(size_t count, Difference difference) {
  double worst = 0;
  for (size_t i = 0; i < count; ++i)
    if (double here = difference(i); !(here <= worst))
      worst = here;
  return worst;
}

#endif // BENCH_RESULTS_H

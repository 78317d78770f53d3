//===- nested_loops.cpp - loops in loops ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A product of matrices: a loop over rows, and in each a loop over columns.
//
//===----------------------------------------------------------------------===//
// GRAINS: 1 8 32
// SIZES: 400 120
#include "measure.h"

#include <tbb/parallel_for.h>

#include <vector>

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    std::vector<double> a(n * n), b(n * n);
    for (long i = 0; i < n * n; ++i) {
      a[i] = static_cast<double>(bench::random(i) % 100);
      b[i] = static_cast<double>(bench::random(~i) % 100);
    }
    return [n, a = std::move(a), b = std::move(b), c = std::vector<double>(n * n)]() mutable {
      tbb::parallel_for(
          bench::range(0L, n),
          [&](const tbb::blocked_range<long> &rows) {
            for (long i = rows.begin(); i != rows.end(); ++i)
              tbb::parallel_for(
                  bench::range(0L, n),
                  [&, i](const tbb::blocked_range<long> &columns) {
                    for (long j = columns.begin(); j != columns.end(); ++j) {
                      double sum = 0;
                      for (long k = 0; k < n; ++k)
                        sum += a[i * n + k] * b[j * n + k];
                      c[i * n + j] = sum;
                    }
                  },
                  bench::Partitioner());
          },
          bench::Partitioner());
      double trace = 0;
      for (long i = 0; i < n; ++i)
        trace += c[i * n + i];
      return trace;
    };
  });
}

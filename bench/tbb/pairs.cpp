//===- pairs.cpp - rows that get shorter ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Forces between all pairs of bodies, each pair once: rows get shorter; sums by thread in enumerable_thread_specific.
//
//===----------------------------------------------------------------------===//
// GRAINS: 1 4 16
// SIZES: 3000 500
#include "measure.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <vector>

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    std::vector<double> x(n), y(n);
    for (long i = 0; i < n; ++i) {
      x[i] = static_cast<double>(bench::random(i) % 10000);
      y[i] = static_cast<double>(bench::random(~i) % 10000);
    }
    return [n, x = std::move(x), y = std::move(y)] {
      tbb::enumerable_thread_specific<std::vector<double>> forces([n] { return std::vector<double>(n); });
      tbb::parallel_for(
          bench::range(0L, n),
          [&](const tbb::blocked_range<long> &rows) {
            std::vector<double> &mine = forces.local();
            for (long i = rows.begin(); i != rows.end(); ++i)
              for (long j = i + 1; j < n; ++j) {
                double dx = x[i] - x[j], dy = y[i] - y[j];
                // Whole numbers: the sum is the same in every order.
                double force = std::floor(1e9 / (dx * dx + dy * dy + 1));
                mine[i] += force;
                mine[j] -= force;
              }
          },
          bench::Partitioner());
      double check = 0;
      for (const std::vector<double> &each : forces)
        for (long i = 0; i < n; i += 7)
          check += each[i];
      return check;
    };
  });
}

//===- scan_pack.cpp - parallel_scan --------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A scan with a body of two lambdas, whose sums pack the numbers that are wanted.
//
//===----------------------------------------------------------------------===//
// GRAINS: 1000 10000 100000
// SIZES: 8000000 200000
#include "measure.h"

#include <tbb/parallel_scan.h>

#include <vector>

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    std::vector<uint32_t> numbers(n);
    for (long i = 0; i < n; ++i)
      numbers[i] = static_cast<uint32_t>(bench::random(i));
    return [n, numbers = std::move(numbers), kept = std::vector<uint32_t>(n)]() mutable {
      long count = tbb::parallel_scan(
          bench::range(0L, n), 0L,
          [&](const tbb::blocked_range<long> &part, long before, bool isFinal) {
            for (long i = part.begin(); i != part.end(); ++i)
              if (numbers[i] % 5 < 2) {
                if (isFinal)
                  kept[before] = numbers[i];
                ++before;
              }
            return before;
          },
          [](long left, long right) { return left + right; }, bench::Partitioner());
      return static_cast<double>(count) + kept[count / 2] % 1000;
    };
  });
}

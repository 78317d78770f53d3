//===- feeder_search.cpp - parallel_for_each with a feeder ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A search through a graph by parallel_for_each, whose feeder adds what has been found.
//
//===----------------------------------------------------------------------===//
// GRAINS: 1
// SIZES: 200000 10000
#include "measure.h"

#include <tbb/parallel_for_each.h>

#include <atomic>
#include <vector>

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    return [n] {
      std::vector<std::atomic<bool>> seen(n);
      std::atomic<long> found{0};
      std::vector<long> roots{0};
      seen[0] = true;
      tbb::parallel_for_each(roots, [&](long at, tbb::feeder<long> &feeder) {
        // Some work at each vertex, and up to four edges away from it.
        uint64_t mixed = static_cast<uint64_t>(at);
        for (int step = 0; step < 100; ++step)
          mixed = bench::random(mixed);
        found.fetch_add(1 + (mixed == 0), std::memory_order_relaxed);
        for (uint64_t edge = 0; edge < 4; ++edge) {
          long next = static_cast<long>(bench::random(static_cast<uint64_t>(at) * 4 + edge) % static_cast<uint64_t>(n));
          if (!seen[next].exchange(true, std::memory_order_relaxed))
            feeder.add(next);
        }
      });
      return static_cast<double>(found);
    };
  });
}

//===- pipeline.cpp - parallel_pipeline -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A pipeline: lines are read in order, hashed by whoever is free, and added in order.
//
//===----------------------------------------------------------------------===//
// GRAINS: 4 64 512
// SIZES: 40000 4000
#include "measure.h"

#include <tbb/parallel_pipeline.h>

#include <algorithm>

// What one token holds: without tuning a line, with it some.
struct Lines {
  long first, last;
  uint64_t hash;
};

static uint64_t hashLine(long line) {
  uint64_t hash = 14695981039346656037u;
  for (int byte = 0; byte < 2000; ++byte)
    hash = (hash ^ static_cast<uint64_t>((line + byte) & 255)) * 1099511628211u;
  return hash;
}

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long lines) {
    return [lines] {
      long next = 0;
      uint64_t total = 0;
      auto read = [&](tbb::flow_control &control) -> Lines {
        if (next >= lines) {
          control.stop();
          return {0, 0, 0};
        }
        long first = next;
        next = std::min(lines, next + bench::grain);
        return {first, next, 0};
      };
      auto hash = [](Lines part) {
        for (long line = part.first; line != part.last; ++line)
          part.hash += hashLine(line) >> 24;
        return part;
      };
      auto add = [&](const Lines &part) { total += part.hash; };
      tbb::parallel_pipeline(16, tbb::make_filter<void, Lines>(tbb::filter_mode::serial_in_order, read) &
                                     tbb::make_filter<Lines, Lines>(tbb::filter_mode::parallel, hash) &
                                     tbb::make_filter<Lines, void>(tbb::filter_mode::serial_in_order, add));
      return static_cast<double>(total);
    };
  });
}

//===- sort.cpp - parallel_sort -------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Sorting of records by a key.
//
//===----------------------------------------------------------------------===//
// GRAINS: 1
// SIZES: 2000000 100000
#include "measure.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <vector>

struct Record {
  uint64_t key, payload;
  bool operator<(const Record &other) const { return key < other.key; }
};

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    return [n, records = std::vector<Record>(n)]() mutable {
      for (long i = 0; i < n; ++i)
        records[i] = {bench::random(i) % 1000003, static_cast<uint64_t>(i)};
      tbb::parallel_sort(records);
      double check = 0;
      for (long i = 0; i < n; i += 1000)
        check += static_cast<double>(records[i].key);
      return check;
    };
  });
}

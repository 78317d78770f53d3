//===- quicksort.cpp - quicksort down to single elements -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork after every partition (Hoare's, around the median of three keys). The parts are of random sizes, and the first
// partition of all is sequential.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "sorting.h"

namespace {

using sorting::Key;

Key *original, *keys;
size_t keyCount;

Key medianOfThree(Key a, Key b, Key c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// Moves keys so that none of the first n is larger than any of the others; returns n, 0 < n < count. `count` is at
// least 2. That n < count: the first scan stops before the last key, since one of the candidates before it is not
// smaller than the pivot, and if it is swapped, the second scan goes on below the last key.
size_t partition(Key *from, size_t count) {
  Key pivot = medianOfThree(from[0], from[(count - 1) / 2], from[count - 1]);
  for (size_t low = 0, high = count - 1;; ++low, --high) {
    while (from[low] < pivot)
      ++low;
    while (pivot < from[high])
      --high;
    if (low >= high)
      return high + 1;
    std::swap(from[low], from[high]);
  }
}

// The kernel.
void sort(Key *from, size_t count) {
  if (count < 2)
    return;
  size_t lower = partition(from, count);
#ifdef BENCH_PAR
  tactus::par([=] { sort(from, lower); }, [=] { sort(from + lower, count - lower); });
#else
#pragma omp task
  sort(from, lower);
#pragma omp task
  sort(from + lower, count - lower);
#pragma omp taskwait
#endif
}

void prepare(size_t size, uint64_t seed) {
  keyCount = size;
  original = sorting::randomKeys(size, seed);
  keys = static_cast<Key *>(allocate(size, sizeof(Key)));
}

void reset() { std::memcpy(keys, original, keyCount * sizeof(Key)); }

void run() {
#pragma omp parallel
#pragma omp single
  sort(keys, keyCount);
}

double checksum() { return sorting::orderChecksum(keys, keyCount); }

double verify() { return sorting::compareWithLibrary(keys, original, keyCount); }

} // namespace

extern "C" const Workload workload = {"quicksort", "keys", 3000000, 0, prepare, reset, run, checksum, verify};

//===- mergesort.cpp - merge sort down to single elements ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork for every pair of halves. Halves alternate between two arrays, so nothing is copied back. Merging is
// sequential: the last merge takes one of log n parts of the work, which bounds the speedup on many workers, not on a
// few. -DMERGESORT_EXPONENTIAL sorts exponentially distributed keys instead of uniform ones, as TPAL's evaluation does.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "sorting.h"

namespace {

using sorting::Key;

#ifdef MERGESORT_EXPONENTIAL
constexpr bool Exponential = true;
#else
constexpr bool Exponential = false;
#endif

Key *original, *keys, *scratch;
size_t keyCount;

void merge(const Key *left, const Key *leftEnd, const Key *right, const Key *rightEnd, Key *to) {
  while (left != leftEnd && right != rightEnd)
    *to++ = *right < *left ? *right++ : *left++;
  to = std::copy(left, leftEnd, to);
  std::copy(right, rightEnd, to);
}

// The kernel: sorts `from`, at least one key, into `to`. Both hold the same keys, and both are overwritten.
void sortInto(Key *from, Key *to, size_t count) {
  if (count == 1)
    return;
  size_t half = count / 2;
#ifdef BENCH_PAR
  tactus::par([=] { sortInto(to, from, half); }, [=] { sortInto(to + half, from + half, count - half); });
#else
#pragma omp task
  sortInto(to, from, half);
#pragma omp task
  sortInto(to + half, from + half, count - half);
#pragma omp taskwait
#endif
  merge(from, from + half, from + half, from + count, to);
}

void prepare(size_t size, uint64_t seed) {
  keyCount = size;
  original = Exponential ? sorting::exponentialKeys(size, seed) : sorting::randomKeys(size, seed);
  keys = static_cast<Key *>(allocate(size, sizeof(Key)));
  scratch = static_cast<Key *>(allocate(size, sizeof(Key)));
}

void reset() {
  std::memcpy(keys, original, keyCount * sizeof(Key));
  std::memcpy(scratch, original, keyCount * sizeof(Key));
}

void run() {
#pragma omp parallel
#pragma omp single
  sortInto(scratch, keys, keyCount);
}

double checksum() { return sorting::orderChecksum(keys, keyCount); }

double verify() { return sorting::compareWithLibrary(keys, original, keyCount); }

} // namespace

extern "C" const Workload workload = {
    Exponential ? "mergesort-exponential" : "mergesort", "keys", 6000000, 0, prepare, reset, run, checksum, verify};

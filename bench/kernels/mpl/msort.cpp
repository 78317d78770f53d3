//===- msort.cpp - merge sort with parallel merging ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The same as ../../pml/mpl/msort.sml (mergesort.h).
//
//===----------------------------------------------------------------------===//
#include "../sorting.h"
#include "../workload.h"
#include "mergesort.h"

namespace {

using sorting::Key;
using Keys = std::span<Key>;

Key *original, *keys, *scratch;
size_t keyCount;

void prepare(size_t size, uint64_t seed) {
  keyCount = size;
  original = sorting::randomKeys(size, seed);
  keys = static_cast<Key *>(allocate(size, sizeof(Key)));
  scratch = static_cast<Key *>(allocate(size, sizeof(Key)));
}

void reset() {
  std::memcpy(keys, original, keyCount * sizeof(Key));
  std::memcpy(scratch, original, keyCount * sizeof(Key));
}

// The kernel.
void run() { parallel::mergeSort(Keys(scratch, keyCount), Keys(keys, keyCount), std::less<Key>()); }

double checksum() { return sorting::orderChecksum(keys, keyCount); }

double verify() { return sorting::compareWithLibrary(keys, original, keyCount); }

} // namespace

extern "C" const Workload workload = {"mpl-msort", "keys", 2000000, 0, prepare, reset, run, checksum, verify};

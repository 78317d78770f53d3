//===- msort.cpp - merge sort with parallel merging ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Forks for the halves of a sort, and, other than in ../mergesort.cpp, for those of a merge: the middle of the longer
// side is looked for in the other one.
//
//===----------------------------------------------------------------------===//
#include "../sorting.h"
#include "../workload.h"
#include "parallel.h"

namespace {

using sorting::Key;
using Keys = std::span<Key>;

// Algorithmic grains: below them the standard library sorts, and merges by one loop, which needs no search. A search
// takes as long as merging some dozen keys.
constexpr size_t SmallSort = 64, SearchedMerge = 512;
// In force only in the tuned variants, where it is also the length that is merged by one loop.
constexpr size_t Grain = 4096, SmallMerge = parallel::Tuned ? Grain : SearchedMerge;

Key *original, *keys, *scratch;
size_t keyCount;

void merge(Keys left, Keys right, Key *to) {
  if (left.size() + right.size() <= SmallMerge) {
    std::merge(left.begin(), left.end(), right.begin(), right.end(), to);
    return;
  }
  if (left.size() < right.size())
    std::swap(left, right);
  size_t half = left.size() / 2;
  auto other = static_cast<size_t>(std::lower_bound(right.begin(), right.end(), left[half]) - right.begin());
  parallel::par([=] { merge(left.first(half), right.first(other), to); },
                [=] { merge(left.subspan(half), right.subspan(other), to + half + other); });
}

// The kernel: sorts `from` into `to`. Both hold the same keys, and both are overwritten.
__attribute__((noinline)) void sortInto(Keys from, Keys to) {
  if (from.size() <= SmallSort) {
    std::sort(to.begin(), to.end());
    return;
  }
  size_t half = from.size() / 2;
  parallel::parIf(
      from.size() > Grain, [=] { sortInto(to.first(half), from.first(half)); },
      [=] { sortInto(to.subspan(half), from.subspan(half)); });
  merge(from.first(half), from.subspan(half), to.data());
}

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

void run() { sortInto(Keys(scratch, keyCount), Keys(keys, keyCount)); }

double checksum() { return sorting::orderChecksum(keys, keyCount); }

double verify() { return sorting::compareWithLibrary(keys, original, keyCount); }

} // namespace

extern "C" const Workload workload = {"mpl-msort", "keys", 2000000, 0, prepare, reset, run, checksum, verify};

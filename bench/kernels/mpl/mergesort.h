//===- mergesort.h - merge sort with parallel merging --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// As MPL's programs sort, and those in ../../pml: forks for the halves of a sort, and, other than in ../mergesort.cpp,
// for those of a merge: the middle of the longer side is looked for in the other one. Short parts are sorted by
// insertion.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_MPL_MERGESORT_H
#define BENCH_MPL_MERGESORT_H

#include "parallel.h"

#include <algorithm>
#include <span>
#include <utility>

namespace parallel {

// Algorithmic grains: below them keys are inserted one after the other, and merged by one loop, which needs no search.
// A search takes as long as merging some dozen keys.
inline constexpr size_t SmallSort = 32, SearchedMerge = 512;
// In force only in the tuned variants, where it is also the length that is merged by one loop.
inline constexpr size_t SortGrain = 4096, SmallMerge = Tuned ? SortGrain : SearchedMerge;

template <class T, class Less> void insertionSort(std::span<T> values, Less less) {
  for (size_t i = 1; i < values.size(); ++i) {
    T value = values[i];
    size_t place = i;
    for (; place > 0 && less(value, values[place - 1]); --place)
      values[place] = values[place - 1];
    values[place] = value;
  }
}

template <class T, class Less> void merge(std::span<T> left, std::span<T> right, T *to, Less less) {
  if (left.size() + right.size() <= SmallMerge) {
    std::merge(left.begin(), left.end(), right.begin(), right.end(), to, less);
    return;
  }
  if (left.size() < right.size())
    std::swap(left, right);
  size_t half = left.size() / 2;
  auto other = static_cast<size_t>(std::lower_bound(right.begin(), right.end(), left[half], less) - right.begin());
  par([=] { merge(left.first(half), right.first(other), to, less); },
      [=] { merge(left.subspan(half), right.subspan(other), to + half + other, less); });
}

/// Sorts `from` into `to`, not stably. Both hold the same values, and both are overwritten.
template <class T, class Less> [[gnu::noinline]] void mergeSort(std::span<T> from, std::span<T> to, Less less) {
  if (from.size() <= SmallSort) {
    insertionSort(to, less);
    return;
  }
  size_t half = from.size() / 2;
  parIf(
      from.size() > SortGrain, [=] { mergeSort(to.first(half), from.first(half), less); },
      [=] { mergeSort(to.subspan(half), from.subspan(half), less); });
  merge(from.first(half), from.subspan(half), to.data(), less);
}

} // namespace parallel

#endif // BENCH_MPL_MERGESORT_H

//===- sorting.h - what the two sorting kernels share --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Random keys, uniform or exponential, the checksum of their order and the verification by the standard library's sort.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_SORTING_H
#define BENCH_SORTING_H

#include "workload.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace sorting {

using Key = uint64_t;

inline Key *randomKeys(size_t count, uint64_t seed) {
  Key *keys = static_cast<Key *>(allocate(count, sizeof(Key)));
  for (size_t i = 0; i < count; ++i)
    keys[i] = nextRandom(&seed);
  return keys;
}

/// Exponentially distributed around 2^20: small keys are many and equal ones frequent.
inline Key *exponentialKeys(size_t count, uint64_t seed) {
  Key *keys = static_cast<Key *>(allocate(count, sizeof(Key)));
  for (size_t i = 0; i < count; ++i)
    keys[i] = static_cast<Key>(-std::log1p(-nextUniform(&seed)) * 0x1p20);
  return keys;
}

/// Depends on where each key is.
inline double orderChecksum(const Key *keys, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum = (sum + keys[i]) * 0x9e3779b97f4a7c15u;
  return static_cast<double>(sum >> 11);
}

/// 0 if `sorted` holds what std::sort makes of `original`, else 1.
inline double compareWithLibrary(const Key *sorted, const Key *original, size_t count) {
  Key *expected = static_cast<Key *>(allocate(count, sizeof(Key)));
  std::memcpy(expected, original, count * sizeof(Key));
  std::sort(expected, expected + count);
  double wrong = std::equal(expected, expected + count, sorted) ? 0 : 1;
  std::free(expected);
  return wrong;
}

} // namespace sorting

#endif // BENCH_SORTING_H

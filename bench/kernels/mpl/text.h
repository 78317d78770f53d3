//===- text.h - random text -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_MPL_TEXT_H
#define BENCH_MPL_TEXT_H

#include "../workload.h"

#include <string>

/// Words of one to ten small letters from the first `letters` of the alphabet, in lines of eight on average.
inline std::string randomText(size_t count, uint64_t seed, unsigned letters) {
  std::string text;
  text.reserve(count);
  while (text.size() < count) {
    for (size_t length = nextRandom(&seed) % 10 + 1; length-- > 0 && text.size() < count;)
      text += static_cast<char>('a' + nextRandom(&seed) % letters);
    if (text.size() < count)
      text += nextRandom(&seed) % 8 ? ' ' : '\n';
  }
  return text;
}

inline bool isSpace(char letter) { return letter == ' ' || letter == '\n'; }

#endif // BENCH_MPL_TEXT_H

//===- wide_indices.cpp - loops over integers that 64 bits do not hold ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In GNU's dialect (-std=gnu++20) __int128 is an integer as the standard's are, so it is one for the library.
//
//===----------------------------------------------------------------------===//
#include <tactus/algorithm.hpp>
#include <tactus/index_space.hpp>
#include <tactus/tactus.hpp>

#include <atomic>
#include <cstdio>
#include <ranges>

using Wide = __int128;
static_assert(std::integral<Wide>);

/// The sum of what is added, less that of the serial loop.
static Wide sumOf(Wide begin, Wide end, Wide step) {
  Wide sum = 0;
  for (Wide i = begin; i < end; i += step)
    sum += i;
  return sum;
}

static bool isRight(Wide begin, Wide length) {
  const Wide expected = sumOf(begin, begin + length, 1);
  bool right =
      tactus::parallel_reduce(begin, begin + length, Wide{0}, [](Wide i) { return i; }, std::plus<>()) == expected;
  right &= tactus::parallel_fold(
               begin, begin + length, Wide{0}, [](Wide &sum, Wide i) { sum += i; }, std::plus<>()) == expected;
  right &= tactus::parallel_reduce(
               tactus::index_space(tactus::interval{begin, begin + length}, tactus::interval<Wide>{0, 2}), Wide{0},
               [](Wide i, Wide j) { return j == 0 ? i : 0; }, std::plus<>()) == expected;
  std::atomic<int> wrong = 0, calls = 0;
  tactus::parallel_for(begin, begin + length, 7, [&](Wide i) {
    wrong += (i - begin) % 7 != 0 || i < begin || i >= begin + length;
    ++calls;
  });
  tactus::parallel_for_blocks(begin, begin + length, [&](Wide from, Wide to) {
    wrong += from < begin || to > begin + length || from >= to;
    calls += static_cast<int>(to - from);
  });
  tactus::parallel_for(begin, begin + length, Wide{1} << 70, [&](Wide i) { calls += i == begin; });
  return right && wrong == 0 && calls == static_cast<int>((length + 6) / 7 + length + 1);
}

int main() {
  const Wide beyond = Wide{1} << 80;
  bool right = isRight(0, 1000) && isRight(-500, 1000) && isRight(beyond, 1000) && isRight(-beyond, 1000) &&
               isRight((Wide{1} << 64) - 500, 1000);
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}

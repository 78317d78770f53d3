//===- extremes.hpp - the least or greatest of plain numbers, several at a time ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// std::min_element keeps a place, so that each step waits for the comparison before it. Here eight values or more are
// kept beside each other, of which compilers make vectors, and the place is looked for afterwards: in the block of
// elements that was the last to hold something better, once, since the earlier of equal blocks stays.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_EXTREMES_HPP
#define TACTUS_DETAIL_EXTREMES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tactus::detail {

/// What comes first by `less`, or last, of `known` and all elements. As the serial loop over them: an element only
/// takes the place of what it is better than, so that what compares with nothing (NaN) takes none.
template <bool wantsLeast, class T, class Less>
[[gnu::always_inline]] inline T bestValue(const T *elements, uint64_t count, T known, Less &less) {
  constexpr std::size_t lanes = std::max<std::size_t>(64 / sizeof(T), 1);
  auto better = [&](T element, T best) __attribute__((always_inline)) {
    return (wantsLeast ? less(element, best) : less(best, element)) ? element : best;
  };
  T best[lanes];
  std::fill_n(best, lanes, known);
  uint64_t index = 0;
  for (; count - index >= lanes; index += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      best[lane] = better(elements[index + lane], best[lane]);
  for (; index != count; ++index)
    best[0] = better(elements[index], best[0]);
  for (std::size_t lane = 1; lane < lanes; ++lane)
    best[0] = better(best[lane], best[0]);
  return best[0];
}

/// The place of the first of the least elements of at least one, or of the greatest, as std::min_element has it.
template <bool wantsLeast, class T, class Less>
[[gnu::always_inline]] inline uint64_t placeOfBest(const T *elements, uint64_t count, Less &less) {
  constexpr uint64_t block = 1024;
  T best = elements[0];
  uint64_t where = 0;
  bool isFirst = true;
  for (uint64_t begin = 0; begin < count; begin += block) {
    T inBlock = bestValue<wantsLeast>(elements + begin, std::min(block, count - begin), best, less);
    if (wantsLeast ? less(inBlock, best) : less(best, inBlock)) {
      best = inBlock;
      where = begin;
      isFirst = false;
    }
  }
  if (isFirst)
    return 0;
  return static_cast<uint64_t>(std::find(elements + where, elements + std::min(where + block, count), best) - elements);
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_EXTREMES_HPP

//===- standard_blocks.hpp - what the back ends of std::execution::par have in common -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Standard libraries leave to a back end how pieces of a range are spread: libstdc++ as PSTL does
// (standard_back_end.hpp), libc++ in its own way (libcxx_back_end.hpp). Both hand functions of blocks, not of elements.
// Blocks are never longer than 2048 elements, nor than a 128th of all; that is no grain size, since blocks that lie
// together are latent together, and are split only where a beat finds them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STANDARD_BLOCKS_HPP
#define TACTUS_DETAIL_STANDARD_BLOCKS_HPP

#include "../algorithm.hpp"
#include "../sort.hpp"
#include "nary.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace tactus::detail {

/// [first, last), which is not empty, in blocks.
template <class Index> class StandardBlocks {
  Index first, last;
  uint64_t length;

public:
  uint64_t count;

  StandardBlocks(Index begin, Index end) : first(begin), last(end) {
    auto elements = static_cast<uint64_t>(end - begin);
    length = std::clamp<uint64_t>(elements / 128, 1, 2048);
    count = (elements - 1) / length + 1;
  }
  /// Where a block begins; the end of all behind the last.
  [[gnu::always_inline]] Index operator[](uint64_t block) const {
    return block == count ? last : first + static_cast<decltype(last - first)>(block * length);
  }
  uint64_t lengthOfBlock() const noexcept { return length; }
};

/// The results of all blocks of [begin, end), combined in order; ofBlock(from, to) is that of one.
template <class T, class Index, class OfBlock, class Combine>
T reduceStandardBlocks(const StandardBlocks<Index> &blocks, uint64_t begin, uint64_t end, OfBlock &ofBlock,
                       Combine &combine) {
  if (end - begin == 1)
    return ofBlock(blocks[begin], blocks[end]);
  uint64_t middle = begin + (end - begin) / 2;
  auto [first, second] = parAt(
      {}, [&]() -> T { return reduceStandardBlocks<T>(blocks, begin, middle, ofBlock, combine); },
      [&]() -> T { return reduceStandardBlocks<T>(blocks, middle, end, ofBlock, combine); });
  return combine(std::move(first), std::move(second));
}

/// body(from, to) for blocks that together are [first, last).
template <class Index, class Body> void forStandardBlocks(Index first, Index last, Body &body) {
  if (first == last)
    return;
  StandardBlocks<Index> blocks(first, last);
  parallel_for_blocks(uint64_t{0}, blocks.count,
                      [&](uint64_t begin, uint64_t end) { body(blocks[begin], blocks[end]); });
}

/// init + map(first) + ...; reduce(from, to, value) continues a reduction.
template <class Index, class Map, class T, class Combine, class Reduce>
T transformReduceStandardBlocks(Index first, Index last, Map &map, T init, Combine &combine, Reduce &reduce) {
  if (first == last)
    return init;
  StandardBlocks<Index> blocks(first, last);
  auto ofBlock = [&](Index from, Index to) -> T {
    Map own = map;
    return reduce(from + 1, to, T(own(from)));
  };
  return combine(std::move(init), reduceStandardBlocks<T>(blocks, 0, blocks.count, ofBlock, combine));
}

/// leafSort(from, to, less) sorts a block, which it may have to make first.
template <class Iterator, class Less, class LeafSort>
void sortStandardBlocks(Iterator first, Iterator last, Less &less, LeafSort &leafSort) {
  if (first == last)
    return;
  StandardBlocks<Iterator> blocks(first, last);
  parallel_for(uint64_t{0}, blocks.count, [&](uint64_t block) { leafSort(blocks[block], blocks[block + 1], less); });
  mergeSortedParts(first, static_cast<uint64_t>(last - first), blocks.lengthOfBlock(), less);
}

/// leafMerge(from1, to1, from2, to2, output, less) merges, and may have to make the output's elements.
template <class First, class Second, class Output, class Less, class LeafMerge>
void mergeStandardBlocks(First first, First firstLast, Second second, Second secondLast, Output output, Less &less,
                         LeafMerge &leafMerge) {
  auto firstSize = static_cast<uint64_t>(firstLast - first), secondSize = static_cast<uint64_t>(secondLast - second);
  uint64_t size = firstSize + secondSize;
  if (size == 0)
    return;
  auto mergePart = [&](First x, uint64_t xSize, Second y, uint64_t ySize, Output to) {
    leafMerge(x, x + static_cast<std::iter_difference_t<First>>(xSize), y,
              y + static_cast<std::iter_difference_t<Second>>(ySize), to, less);
  };
  uint64_t length = StandardBlocks<uint64_t>(0, size).lengthOfBlock();
  mergeInHalves(first, firstSize, second, secondSize, output, length, less, mergePart, {});
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_STANDARD_BLOCKS_HPP

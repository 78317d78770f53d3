//===- standard_back_end.hpp - std::execution::par on Tactus ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// libstdc++ has its parallel algorithms from PSTL, which leaves to a back end how pieces of a range are spread: oneTBB
// where that is installed, else none. This is another one. Its functions, whose names and arguments PSTL gives, are
// loops and forks as all others here:
//
//     __parallel_for                 a loop over blocks of elements; neighbours are one call where nothing polls inside
//     __parallel_reduce              forks in a tree over the blocks, so that reductions that are dear for long ranges
//     __parallel_transform_reduce    (std::stable_partition moves both) stay n log n
//     __parallel_strict_scan         a loop over the blocks' sums, the sums before each block, a second loop
//     __parallel_transform_scan
//     __parallel_stable_sort         a loop that sorts blocks, a merge sort of them
//     __parallel_merge               forks in halves of the output
//     __parallel_invoke              a fork
//
// PSTL's functions take blocks, not elements (standard_blocks.hpp).
//
// What PSTL promises goes on to hold: an exception ends the program (std::terminate), except that of memory.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STANDARD_BACK_END_HPP
#define TACTUS_DETAIL_STANDARD_BACK_END_HPP

#include "standard_blocks.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(_PSTL_PARALLEL_BACKEND_H)
#error "<tactus/execution> has to stand before <execution>: std::execution::par is bound to another back end already"
#endif
// PSTL asks for its own file no more.
#define _PSTL_PARALLEL_BACKEND_H

// What PSTL's functions begin their arguments with, none of which says anything to this back end. Since PSTL 17, which
// libstdc++ has since 14, a tag stands in front of the policy.
#if _PSTL_VERSION >= 17000
#include <pstl/execution_impl.h>
#define TACTUS_UNUSED_POLICY ::__pstl::__internal::__par_backend_tag, Policy &&
#else
#define TACTUS_UNUSED_POLICY Policy &&
#endif

namespace tactus::detail {

/// What stands in front of each block, and behind all of them: sums[k] becomes initial + sums[0] + ... + sums[k - 1].
template <class T, class Combine> T sumsBefore(std::vector<std::optional<T>> &sums, T initial, Combine &combine) {
  for (std::optional<T> &sum : sums) {
    T next = combine(initial, *std::move(sum));
    sum.emplace(std::move(initial));
    initial = std::move(next);
  }
  return initial;
}

/// Of floating point numbers PSTL scans each block from T{} on, which only a sum may begin with.
template <class T, class Combine>
inline constexpr bool standardScanIsRight =
    !std::is_floating_point_v<T> || std::is_same_v<Combine, std::plus<>> || std::is_same_v<Combine, std::plus<T>>;

} // namespace tactus::detail

namespace __pstl {

namespace __tactus_backend {

/// Memory for so many objects, which PSTL makes and destroys.
template <class T> class __buffer {
  std::allocator<T> allocator;
  std::size_t size;
  T *memory;

public:
  explicit __buffer(std::size_t count) : size(count), memory(allocator.allocate(count)) {}
  __buffer(const __buffer &) = delete;
  __buffer &operator=(const __buffer &) = delete;
  ~__buffer() { allocator.deallocate(memory, size); }
  operator bool() const { return memory != nullptr; }
  T *get() const { return memory; }
};

/// PSTL asks by itself whether there is something left to do.
inline void __cancel_execution() {}

/// body(from, to) for blocks that together are [first, last).
template <class Policy, class Index, class Body>
void __parallel_for(TACTUS_UNUSED_POLICY, Index first, Index last, Body body) {
  tactus::detail::forStandardBlocks(first, last, body);
}

/// body(from, to, value) continues a reduction of a block; reduction(value, value) joins neighbours.
template <class Policy, class T, class Index, class Body, class Reduction>
T __parallel_reduce(TACTUS_UNUSED_POLICY, Index first, Index last, const T &identity, const Body &body,
                    const Reduction &reduction) {
  if (first == last)
    return identity;
  tactus::detail::StandardBlocks<Index> blocks(first, last);
  auto ofBlock = [&](Index from, Index to) -> T { return body(from, to, identity); };
  return tactus::detail::reduceStandardBlocks<T>(blocks, 0, blocks.count, ofBlock, reduction);
}

/// init + map(first) + ...; reduce(from, to, value) continues a reduction.
template <class Policy, class Index, class Map, class T, class Combine, class Reduce>
T __parallel_transform_reduce(TACTUS_UNUSED_POLICY, Index first, Index last, Map map, T init, Combine combine,
                              Reduce reduce) {
  return tactus::detail::transformReduceStandardBlocks(first, last, map, std::move(init), combine, reduce);
}

/// reduce(from, length) sums a block up, all of them before scan(from, length, sum of what is in front) and apex(sum).
template <class Policy, class Index, class T, class Reduce, class Combine, class Scan, class Apex>
void __parallel_strict_scan(TACTUS_UNUSED_POLICY, Index count, T initial, Reduce reduce, Combine combine, Scan scan,
                            Apex apex) {
  static_assert(
      tactus::detail::standardScanIsRight<T, Combine>,
      "std::inclusive_scan and its relatives with std::execution::par: libstdc++ scans floating point numbers "
      "by std::plus only; call tactus::inclusive_scan(tactus::execution::par, ...)");
  if (count == 0) {
    apex(initial);
    return;
  }
  tactus::detail::StandardBlocks<Index> blocks(Index{0}, count);
  std::vector<std::optional<T>> sums(blocks.count);
  tactus::parallel_for(uint64_t{0}, blocks.count, [&](uint64_t block) {
    sums[block].emplace(reduce(blocks[block], blocks[block + 1] - blocks[block]));
  });
  apex(tactus::detail::sumsBefore(sums, std::move(initial), combine));
  tactus::parallel_for(uint64_t{0}, blocks.count,
                       [&](uint64_t block) { scan(blocks[block], blocks[block + 1] - blocks[block], *sums[block]); });
}

/// reduce(from, to, value) continues a block's sum; scan(from, to, sum of what is in front) returns the sum behind it.
template <class Policy, class Index, class Map, class T, class Combine, class Reduce, class Scan>
T __parallel_transform_scan(TACTUS_UNUSED_POLICY, Index count, Map map, T init, Combine combine, Reduce reduce,
                            Scan scan) {
  if (count == 0)
    return init;
  tactus::detail::StandardBlocks<Index> blocks(Index{0}, count);
  // The last block's sum is in front of nothing.
  std::vector<std::optional<T>> sums(blocks.count - 1);
  tactus::parallel_for(uint64_t{0}, blocks.count - 1, [&](uint64_t block) {
    Map own = map;
    sums[block].emplace(reduce(blocks[block] + 1, blocks[block + 1], T(own(blocks[block]))));
  });
  T beforeLast = tactus::detail::sumsBefore(sums, std::move(init), combine);
  std::optional<T> result;
  tactus::parallel_for(uint64_t{0}, blocks.count, [&](uint64_t block) {
    if (block + 1 == blocks.count)
      result.emplace(scan(blocks[block], blocks[block + 1], beforeLast));
    else
      scan(blocks[block], blocks[block + 1], *sums[block]);
  });
  return *std::move(result);
}

/// leafSort(from, to, less) sorts a block, which it may have to make first. Of `sorted` elements only, if not 0.
template <class Policy, class Iterator, class Less, class LeafSort>
void __parallel_stable_sort(TACTUS_UNUSED_POLICY, Iterator first, Iterator last, Less less, LeafSort leafSort,
                            std::size_t sorted = 0) {
  // Parts of which only the smallest elements are in order cannot be merged.
  if (sorted != 0 && sorted < static_cast<uint64_t>(last - first))
    leafSort(first, last, less);
  else
    tactus::detail::sortStandardBlocks(first, last, less, leafSort);
}

/// leafMerge(from1, to1, from2, to2, output, less) merges, and may have to make the output's elements.
template <class Policy, class First, class Second, class Output, class Less, class LeafMerge>
void __parallel_merge(TACTUS_UNUSED_POLICY, First first, First firstLast, Second second, Second secondLast,
                      Output output, Less less, LeafMerge leafMerge) {
  tactus::detail::mergeStandardBlocks(first, firstLast, second, secondLast, output, less, leafMerge);
}

template <class Policy, class First, class Second>
void __parallel_invoke(TACTUS_UNUSED_POLICY, First &&first, Second &&second) {
  tactus::parallel_invoke(std::forward<First>(first), std::forward<Second>(second));
}

} // namespace __tactus_backend

#undef TACTUS_UNUSED_POLICY

namespace __par_backend = __tactus_backend;

} // namespace __pstl

#endif // TACTUS_DETAIL_STANDARD_BACK_END_HPP

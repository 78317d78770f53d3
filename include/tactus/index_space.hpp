//===- index_space.hpp - loops over two, three and more dimensions -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::parallel_for(tactus::index_space(height, width), [&](int y, int x) { ... });
//     tactus::parallel_for(tactus::index_space(tactus::interval{1, n}, tactus::interval{0, 3}), [&](int y, int c) { ...
//     });
//
// A nest of loops, the first dimension outermost. Any of them is split where a beat finds it, the outermost first.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_INDEX_SPACE_HPP
#define TACTUS_INDEX_SPACE_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/refused/loops.hpp"
#include "detail/stop.hpp"

#include <array>
#include <cstddef>

namespace tactus {

namespace detail {
template <class Index> inline constexpr bool isInteger = std::integral<Index>;
} // namespace detail

/// [begin, end)
template <class Index> struct interval {
  Index begin, end;
};
template <class Begin, class End> interval(Begin, End) -> interval<std::common_type_t<Begin, End>>;

/// std::extents and std::mdspan of C++23, and what looks like them.
template <class Extents>
concept has_extents = requires(const Extents &extents) {
  requires std::integral<typename Extents::index_type>;
  requires Extents::rank() > 0;
  { extents.extent(0) } -> std::convertible_to<typename Extents::index_type>;
};

/// All tuples of one index of each interval.
template <class Index, std::size_t dimensions> struct index_space {
  static_assert(detail::isInteger<Index>, "tactus::index_space: an index has to be an integer (concept std::integral)");
  std::array<interval<Index>, dimensions> intervals;

  /// [0, count) for each count.
  template <std::convertible_to<Index>... Counts>
    requires(sizeof...(Counts) == dimensions)
  constexpr explicit index_space(Counts... counts)
      : intervals{interval<Index>{Index{}, static_cast<Index>(counts)}...} {}

  template <class... Indices>
    requires(sizeof...(Indices) == dimensions)
  constexpr explicit index_space(interval<Indices>... each)
      : intervals{interval<Index>{static_cast<Index>(each.begin), static_cast<Index>(each.end)}...} {}

  /// The indices of an array of these extents.
  template <has_extents Extents>
    requires(Extents::rank() == dimensions)
  constexpr explicit index_space(const Extents &extents) : intervals{} {
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension)
      intervals[dimension] = {Index{}, static_cast<Index>(extents.extent(dimension))};
  }
};

template <class... Counts> index_space(Counts...) -> index_space<std::common_type_t<Counts...>, sizeof...(Counts)>;
template <class... Indices>
index_space(interval<Indices>...) -> index_space<std::common_type_t<Indices...>, sizeof...(Indices)>;
template <has_extents Extents>
index_space(const Extents &) -> index_space<typename Extents::index_type, Extents::rank()>;

namespace detail {

template <class Body, class Index, std::size_t dimensions, class... Indices> constexpr bool isBodyOfSpace() {
  if constexpr (dimensions == 0)
    return std::invocable<Body &, Indices...>;
  else
    return isBodyOfSpace<Body, Index, dimensions - 1, Index, Indices...>();
}

template <class Map, class Index, std::size_t dimensions, class T, class... Indices> constexpr bool isMapOfSpace() {
  if constexpr (dimensions == 0)
    return std::convertible_to<std::invoke_result_t<Map &, Indices...>, T>;
  else
    return isMapOfSpace<Map, Index, dimensions - 1, T, Index, Indices...>();
}

/// The loops from `dimension` on, where the indices of those outside are known.
template <std::size_t dimension, class Index, std::size_t dimensions, class Body, class Stop, class... Indices>
[[gnu::always_inline]] constexpr void forSpace(const index_space<Index, dimensions> &space, Body &body,
                                               const Stop &stop, std::source_location where, Indices... indices) {
  auto [begin, end] = space.intervals[dimension];
  auto iterate = [&](Index index) {
    if constexpr (dimension + 1 == dimensions)
      std::invoke(body, indices..., index);
    else
      forSpace<dimension + 1>(space, body, stop, where, indices..., index);
  };
  if (begin < end)
    forIndicesUntil(distance(begin, end), OfIndices<Index, const decltype(iterate)>{iterate, begin}, stop, where);
}

/// The same for a reduction.
template <std::size_t dimension, class T, class Index, std::size_t dimensions, class Map, class Combine, class Stop,
          class... Indices>
constexpr T reduceSpace(const index_space<Index, dimensions> &space, const T &identity, Map &map, Combine &combine,
                        const Stop &stop, std::source_location where, Indices... indices) {
  auto [begin, end] = space.intervals[dimension];
  auto mapIndex = [&](Index index) -> T {
    if constexpr (dimension + 1 == dimensions)
      return static_cast<T>(std::invoke(map, indices..., index));
    else
      return reduceSpace<dimension + 1, T>(space, identity, map, combine, stop, where, indices..., index);
  };
  T result = identity;
  if (begin < end) {
    ReduceKind<T, OfIndices<Index, const decltype(mapIndex)>, Combine> kind{identity, {mapIndex, begin}, combine};
    runUntil(kind, result, distance(begin, end), stop, where);
  }
  return result;
}

} // namespace detail

/// A function of as many indices as the space has dimensions.
template <class Body, class Index, std::size_t dimensions>
concept body_for_space = detail::isBodyOfSpace<Body, Index, dimensions>();

/// One that returns a T.
template <class Map, class Index, std::size_t dimensions, class T>
concept maps_space = body_for_space<Map, Index, dimensions> && detail::isMapOfSpace<Map, Index, dimensions, T>();

/// Calls body(i, j, ...) for all indices of the space. The exception of the first in the order of the nest arrives.
/// Complexity: a call for each tuple.
/// Example:
///     std::vector<int> table(12);
///     tactus::parallel_for(tactus::index_space(3, 4), [&](int y, int x) { table[4 * y + x] = y * x; });
///     std::cout << table[11]; // prints 6
template <std::integral Index, std::size_t dimensions, class Body, stop_request Stop = never_stop>
  requires body_for_space<Body, Index, dimensions>
[[gnu::always_inline]] constexpr void parallel_for(index_space<Index, dimensions> space, Body &&body, Stop stop = {},
                                                   std::source_location where = std::source_location::current()) {
  detail::forSpace<0>(space, body, stop, where);
}

/// Combines map(i, j, ...) of all indices in the order of the nest, grouped in any way.
/// Complexity: a call of each for each tuple, and one of `combine` for each row and each task.
/// Example:
///     tactus::index_space triples(tactus::interval{1, 3}, tactus::interval{0, 4}, tactus::interval{0, 2});
///     std::cout << tactus::parallel_reduce(triples, 0, [](int, int, int) { return 1; }, std::plus<>()); // prints 16
template <std::integral Index, std::size_t dimensions, reduction_value T, class Map, class Combine,
          stop_request Stop = never_stop>
  requires maps_space<Map, Index, dimensions, T> && combines<Combine, T>
[[nodiscard]] constexpr T parallel_reduce(index_space<Index, dimensions> space, const T &identity, Map &&map,
                                          Combine &&combine, Stop stop = {},
                                          std::source_location where = std::source_location::current()) {
  return detail::reduceSpace<0, T>(space, identity, map, combine, stop, where);
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/index_space.hpp" // IWYU pragma: keep

#endif // TACTUS_INDEX_SPACE_HPP

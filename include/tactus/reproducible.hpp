//===- reproducible.hpp - reductions that give the same bits every time ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     double sum = tactus::reproducible_reduce(x, 0.0);
//
// Floating point addition is not associative, so the result of an ordinary parallel reduction depends on where it was
// split. Here the grouping is a function of the number of elements alone:
//
//     n <= 1024    four partial results of neighbours: x0 x1 x2 x3 | x4 ...  each added to one chain, then the rest
//     else        (first half, rounded up to a multiple of 1024) combined with (the others)
//
// A fork at every node of that tree; no number of workers, beat or schedule changes it. Neither do blocks of 1024: they
// are part of what is computed, as the rounding errors, which are smaller than those of the serial sum.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_REPRODUCIBLE_HPP
#define TACTUS_REPRODUCIBLE_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/par.hpp"
#include "detail/stop.hpp"

#include <functional>

namespace tactus {

namespace detail {

/// Elements that are combined without a fork.
inline constexpr uint64_t ReproducibleBlock = 1024;

/// The values of one block: the one place that says how they are grouped.
template <class T, class Combine, class Value>
[[gnu::always_inline]] inline T combineBlock(const T &identity, Combine &combiner, uint64_t begin, uint64_t end,
                                             const Value &value) {
  T result = identity;
  for (; end - begin >= 4; begin += 4) {
    T first = std::invoke(combiner, value(begin), value(begin + 1));
    T second = std::invoke(combiner, value(begin + 2), value(begin + 3));
    result = std::invoke(combiner, std::move(result), std::invoke(combiner, std::move(first), std::move(second)));
  }
  for (; begin != end; ++begin)
    result = std::invoke(combiner, std::move(result), value(begin));
  return result;
}

template <class T, class Map, class Combine, class Stop> class ReproducibleReduction {
public:
  ReproducibleReduction(const T &neutral, Map &mapped, Combine &combine, const Stop &request,
                        std::source_location place)
      : identity(neutral), map(mapped), combiner(combine), stop(request), where(place) {}

  T reduce(uint64_t begin, uint64_t end) {
    if (end - begin <= ReproducibleBlock)
      return reduceLeaf(begin, end);
    uint64_t blocks = (end - begin + ReproducibleBlock - 1) / ReproducibleBlock;
    uint64_t middle = begin + (blocks + 1) / 2 * ReproducibleBlock;
    auto [first, second] = parAt(
        where, [this, begin, middle] { return reduce(begin, middle); },
        [this, middle, end] { return reduce(middle, end); });
    return std::invoke(combiner, std::move(first), std::move(second));
  }

private:
  const T &identity;
  Map &map;
  Combine &combiner;
  const Stop &stop;
  std::source_location where;

  /// Not inlined: what lives to where a fork's exception lands would be in memory.
  [[gnu::noinline]] T reduceLeaf(uint64_t begin, uint64_t end) {
    if (stop.stop_requested())
      return identity;
    auto value = [this](uint64_t index) __attribute__((always_inline)) { return static_cast<T>(map(index)); };
    return combineBlock(identity, combiner, begin, end, value);
  }
};

} // namespace detail

/// combine of identity and map(x) for all elements, in their order, grouped by their number alone. `identity` is
/// neutral. If a stop is requested, some blocks are left out.
/// Complexity: a call of each for each element, and n / 1024 forks.
/// Example:
///     std::vector<float> values(5000, 0.1f);
///     auto sum = [&] {
///       return tactus::reproducible_transform_reduce(values, 0.0, std::plus<>(), [](float x) { return x * 1.5; });
///     };
///     std::cout << (sum() == sum()); // prints 1
template <indexable_range Range, reduction_value T, class Combine, class Map, stop_request Stop = never_stop>
  requires combines<Combine, T> && body_for_element<Map, Range> &&
           std::convertible_to<std::invoke_result_t<Map &, std::ranges::range_reference_t<Range>>, T>
[[nodiscard]] T reproducible_transform_reduce(Range &&range, const T &identity, Combine &&combine, Map &&map,
                                              Stop stop = {},
                                              std::source_location where = std::source_location::current()) {
  using Mapped = detail::OfElements<std::ranges::iterator_t<Range>, std::remove_reference_t<Map>>;
  Mapped mapped{map, std::ranges::begin(range)};
  return detail::ReproducibleReduction<T, Mapped, std::remove_reference_t<Combine>, Stop>(identity, mapped, combine,
                                                                                          stop, where)
      .reduce(0, detail::sizeOf(range));
}

/// The same of the elements themselves.
/// Complexity: a call for each element, and n / 1024 forks.
/// Example:
///     std::vector<double> values{0.5, 0.25};
///     std::cout << tactus::reproducible_reduce(values, 0.0); // prints 0.75
template <indexable_range Range, reduction_value T, class Combine = std::plus<>, stop_request Stop = never_stop>
  requires combines<Combine, T> && std::convertible_to<std::ranges::range_reference_t<Range>, T>
[[nodiscard]] T reproducible_reduce(Range &&range, const T &identity, Combine &&combine = {}, Stop stop = {},
                                    std::source_location where = std::source_location::current()) {
  return reproducible_transform_reduce(range, identity, combine, std::identity{}, stop, where);
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/reproducible.hpp" // IWYU pragma: keep

#endif // TACTUS_REPRODUCIBLE_HPP

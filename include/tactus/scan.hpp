//===- scan.hpp - inclusive and exclusive prefix sums -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::parallel_inclusive_scan(x, y.begin());           y[i] = x[0] + ... + x[i]
//     tactus::parallel_exclusive_scan(x, y.begin(), 0);        y[i] = 0 + x[0] + ... + x[i - 1]
//
// A strand scans its part as if nothing were in front of it, in one pass. What was promoted takes one more, once it is
// known what stands in front: so a scan on one worker is the serial scan.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SCAN_HPP
#define TACTUS_SCAN_HPP

#include "detail/stop.hpp"

#include <optional>

namespace tactus {

/// operation(T, T) gives a T, and an output iterator takes it.
template <class Combine, class T, class Output>
concept scans_into = combines<Combine, T> && std::indirectly_writable<Output, const T &> && reduction_value<T> &&
                     std::convertible_to<std::iter_reference_t<Output>, T>;

namespace detail {

/// One strand's part of a scan: [first, next), and the sum of what it knows. In front of a task nothing is known, so an
/// exclusive one leaves its first output to the join.
template <class T, class Input, class Output, class Combine, bool isExclusive> struct PrefixKind {
  struct State {
    uint64_t first, next;
    std::optional<T> sum;
  };
  using Cursor = uint64_t;
  static constexpr bool isLeaf = isPlainLoop<Input, Combine> && std::is_arithmetic_v<T>;
  Input input;
  Output output;
  KeptFunction<Combine> combiner;

  State begin(uint64_t first) const noexcept { return {first, first, std::nullopt}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }

  [[gnu::always_inline]] constexpr void iterate(State &state, uint64_t index) const {
    if (state.sum) {
      state.sum = step(std::move(*state.sum), index);
    } else {
      state.sum.emplace(element(input, index));
      if constexpr (!isExclusive)
        element(output, index) = *state.sum;
    }
    state.next = index + 1;
  }

  /// The sum in a variable: nothing asks whether it is there.
  [[gnu::always_inline]] constexpr void runPiece(State &state, uint64_t begin, uint64_t end) const {
    if (!state.sum)
      iterate(state, begin++);
    T sum = std::move(*state.sum);
    for (uint64_t index = begin; index != end; ++index)
      sum = step(std::move(sum), index);
    state.sum.emplace(std::move(sum));
    state.next = end;
  }

  void combine(State &state, State &&task) const {
    T before = *state.sum;
    auto shift = [this, &before](uint64_t index) {
      element(output, index) = std::invoke(combiner, T(before), T(element(output, index)));
    };
    uint64_t first = task.first;
    if constexpr (isExclusive)
      element(output, first++) = before;
    ForKind<decltype(shift)> kind{shift};
    typename ForKind<decltype(shift)>::State nothing;
    runLoop(kind, nothing, first, task.next, {});
    state.sum.emplace(std::invoke(combiner, std::move(before), std::move(*task.sum)));
    state.next = task.next;
  }

private:
  /// The input is read before the output is written, which may be the same.
  [[gnu::always_inline]] constexpr T step(T sum, uint64_t index) const {
    T next = std::invoke(combiner, T(sum), T(element(input, index)));
    element(output, index) = isExclusive ? std::as_const(sum) : std::as_const(next);
    return next;
  }
};

template <bool isExclusive, class T, class Range, class Output, class Combine, class Stop>
constexpr Output scan(Range &range, Output output, std::optional<T> init, Combine &combine, const Stop &stop,
                      std::source_location where) {
  using Kind = PrefixKind<T, std::ranges::iterator_t<Range>, Output, std::remove_reference_t<Combine>, isExclusive>;
  uint64_t count = sizeOf(range);
  Kind kind{std::ranges::begin(range), output, combine};
  typename Kind::State state{0, 0, std::move(init)};
  runUntil(kind, state, count, stop, where);
  return output + static_cast<std::iter_difference_t<Output>>(count);
}

} // namespace detail

/// output[i] = x0 + ... + xi, with any associative operation, grouped in any way but in this order. The output may be
/// the range itself, and must not overlap it otherwise. Returns the end of the output. The work is n operations, and up
/// to n more for what was promoted.
template <indexable_range Range, std::random_access_iterator Output, class Combine = std::plus<>,
          stop_request Stop = never_stop>
  requires scans_into<Combine, std::ranges::range_value_t<Range>, Output>
constexpr Output parallel_inclusive_scan(Range &&range, Output output, Combine &&combine = {}, Stop stop = {},
                                         std::source_location where = std::source_location::current()) {
  using T = std::ranges::range_value_t<Range>;
  return detail::scan<false, T>(range, output, std::nullopt, combine, stop, where);
}

/// output[i] = init + x0 + ... + x(i - 1); as above.
template <indexable_range Range, std::random_access_iterator Output, class T, class Combine = std::plus<>,
          stop_request Stop = never_stop>
  requires scans_into<Combine, T, Output> && std::convertible_to<std::ranges::range_reference_t<Range>, T>
constexpr Output parallel_exclusive_scan(Range &&range, Output output, const T &init, Combine &&combine = {},
                                         Stop stop = {}, std::source_location where = std::source_location::current()) {
  return detail::scan<true, T>(range, output, std::optional<T>(init), combine, stop, where);
}

} // namespace tactus

#endif // TACTUS_SCAN_HPP

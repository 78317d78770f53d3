//===- scan.hpp - parallel_scan, and what all scans are made of --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A strand scans its part as if nothing were in front of it, in one pass. What was promoted takes one more, once it is
// known what stands in front.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_SCAN_HPP
#define TACTUS_DETAIL_SCAN_HPP

#include "stop.hpp"

#include <optional>

namespace tactus {

/// operation(T, T) gives a T, and an output iterator takes it.
template <class Combine, class T, class Output>
concept scans_into = combines<Combine, T> && written_apart<Output> && std::indirectly_writable<Output, const T &> &&
                     reduction_value<T> && std::convertible_to<std::iter_reference_t<Output>, T>;

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

  constexpr State begin(uint64_t first) const noexcept { return {first, first, std::nullopt}; }
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

  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    static_cast<void>(step(T(element(input, index)), index));
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

} // namespace detail

/// Inclusive scan: writes combine(x0, ..., xi) to output[i] for each i, and returns the last, or nothing for an empty
/// range. `combine` is associative. `output` may be the input itself, and must not overlap it otherwise. What is not
/// promoted takes one pass, the rest one more.
/// Complexity: n calls, and up to n more for what was promoted.
/// Example:
///     std::vector<int> values{1, 2, 3}, sums(3);
///     auto last = tactus::parallel_scan(values, sums.begin());
///     std::cout << sums[1] << ' ' << *last; // prints 3 6
template <indexable_range Range, std::random_access_iterator Output, class Combine = std::plus<>,
          stop_request Stop = never_stop>
  requires scans_into<Combine, std::ranges::range_value_t<Range>, Output>
constexpr std::optional<std::ranges::range_value_t<Range>>
parallel_scan(Range &&range, Output output, Combine &&combine = {}, Stop stop = {},
              std::source_location where = std::source_location::current()) {
  using T = std::ranges::range_value_t<Range>;
  using Kind = detail::PrefixKind<T, std::ranges::iterator_t<Range>, Output, std::remove_reference_t<Combine>, false>;
  Kind kind{std::ranges::begin(range), output, combine};
  typename Kind::State state = kind.begin(0);
  detail::runUntil(kind, state, detail::sizeOf(range), stop, where);
  return std::move(state.sum);
}

} // namespace tactus

#endif // TACTUS_DETAIL_SCAN_HPP

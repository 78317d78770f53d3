//===- scan.hpp - inclusive and exclusive prefix sums -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::parallel_inclusive_scan(x, y.begin());           y[i] = x[0] + ... + x[i]
//     tactus::parallel_exclusive_scan(x, y.begin(), 0);        y[i] = 0 + x[0] + ... + x[i - 1]
//
// On one worker a scan is the serial scan.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SCAN_HPP
#define TACTUS_SCAN_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/scan.hpp"

namespace tactus {

namespace detail {

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
/// Complexity: n calls, and up to n more for what was promoted.
/// Exceptions: of what `combine` throws, one arrives. What the output holds is then unspecified.
/// Example:
///     std::vector<int> values{1, 2, 3}, sums(3);
///     tactus::parallel_inclusive_scan(values, sums.begin());
///     std::cout << sums[0] << sums[1] << sums[2]; // prints 136
template <indexable_range Range, std::random_access_iterator Output, class Combine = std::plus<>,
          stop_request Stop = never_stop>
  requires scans_into<Combine, std::ranges::range_value_t<Range>, Output>
constexpr Output parallel_inclusive_scan(Range &&range, Output output, Combine &&combine = {}, Stop stop = {},
                                         std::source_location where = std::source_location::current()) {
  using T = std::ranges::range_value_t<Range>;
  return detail::scan<false, T>(range, output, std::nullopt, combine, stop, where);
}

/// output[i] = init + x0 + ... + x(i - 1); as above.
/// Complexity: n calls, and up to n more for what was promoted.
/// Exceptions: of what `combine` throws, one arrives. What the output holds is then unspecified.
/// Example:
///     std::vector<int> values{1, 2, 3};
///     tactus::parallel_exclusive_scan(values, values.begin(), 10);
///     std::cout << values[0] << ' ' << values[2]; // prints 10 13
template <indexable_range Range, std::random_access_iterator Output, class T, class Combine = std::plus<>,
          stop_request Stop = never_stop>
  requires scans_into<Combine, T, Output> && std::convertible_to<std::ranges::range_reference_t<Range>, T>
constexpr Output parallel_exclusive_scan(Range &&range, Output output, const T &init, Combine &&combine = {},
                                         Stop stop = {}, std::source_location where = std::source_location::current()) {
  return detail::scan<true, T>(range, output, std::optional<T>(init), combine, stop, where);
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/scan.hpp" // IWYU pragma: keep

#endif // TACTUS_SCAN_HPP

//===- execution.hpp - the standard algorithms with an execution policy ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #include <tactus/execution.hpp>
//     namespace ex = tactus::execution;
//
//     tactus::sort(ex::par, x.begin(), x.end());
//     double sum = tactus::reduce(ex::par, x.begin(), x.end());
//
// As in <algorithm> and <numeric>: the same names and arguments as there, in namespace tactus, and policies of our own.
// `seq` is the serial algorithm of the standard library, `par` and `par_unseq` are those of <tactus/algorithm.hpp> and
// its neighbours. An exception arrives as such; std::terminate() is not called.
//
// Overloads of our own because nobody may add to namespace std, and because libstdc++'s back end for std::execution is
// chosen when it is built, needs oneTBB, and splits ranges by grains.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_EXECUTION_HPP
#define TACTUS_EXECUTION_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "algorithm.hpp"
#include "scan.hpp"
#include "search.hpp"
#include "sort.hpp"

#include <numeric>

namespace tactus {

namespace execution {

/// The type of `seq`.
struct sequenced_policy {};
/// The type of `par`.
struct parallel_policy {};
/// The type of `par_unseq`.
struct parallel_unsequenced_policy {};

/// The serial algorithm of the standard library, with its rules for exceptions.
inline constexpr sequenced_policy seq{};
/// Elements may be worked on at the same time.
inline constexpr parallel_policy par{};
/// The same as `par`: what several threads may do at a time, one thread may do in turns.
inline constexpr parallel_unsequenced_policy par_unseq{};

} // namespace execution

/// One of tactus::execution::seq, par, par_unseq.
template <class Policy>
concept execution_policy = std::same_as<std::remove_cvref_t<Policy>, execution::sequenced_policy> ||
                           std::same_as<std::remove_cvref_t<Policy>, execution::parallel_policy> ||
                           std::same_as<std::remove_cvref_t<Policy>, execution::parallel_unsequenced_policy>;

namespace detail {

template <class Policy>
inline constexpr bool isSerial = std::same_as<std::remove_cvref_t<Policy>, execution::sequenced_policy>;

template <class Iterator> constexpr auto rangeOf(Iterator first, Iterator last) {
  return std::ranges::subrange(first, last);
}

/// A reduction without a neutral element: a task's sum begins with its first element.
template <class T, class Map, class Combine> struct ReduceFromFirstKind {
  struct State {
    T sum;
    /// This element is in the sum already.
    uint64_t taken;
  };
  using Cursor = uint64_t;
  static constexpr uint64_t Nothing = ~uint64_t{0};
  static constexpr bool isLeaf = TransformReduceKind<T, Map, Combine>::isLeaf;
  Map map;
  Combine &combiner;

  State begin(uint64_t index) const { return {static_cast<T>(map(index)), index}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const {
    if (index != state.taken)
      state.sum = std::invoke(combiner, std::move(state.sum), static_cast<T>(map(index)));
  }
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    State state = begin(index);
    state.sum = std::invoke(combiner, std::move(state.sum), static_cast<T>(map(index)));
  }
  [[gnu::always_inline]] void runPiece(State &state, uint64_t begin, uint64_t end) const {
    if (begin == state.taken)
      ++begin;
    TransformReduceKind<T, const Map, Combine>{{state.sum, map, combiner}}.runPiece(state.sum, begin, end);
  }
  void combine(State &state, State &&task) const {
    state.sum = std::invoke(combiner, std::move(state.sum), std::move(task.sum));
  }
};

template <class T, class Map, class Combine> T reduceFrom(T init, uint64_t count, Map map, Combine &combine) {
  using Kind = ReduceFromFirstKind<T, Map, Combine>;
  Kind kind{map, combine};
  typename Kind::State state{std::move(init), Kind::Nothing};
  runUntil(kind, state, count, never_stop{}, {});
  return std::move(state.sum);
}

} // namespace detail

/// As parallel_for_each(); with `seq`, as std::for_each.
/// Complexity: n calls.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::for_each(tactus::execution::par, values.begin(), values.end(), [](int &value) { value *= 2; });
///     std::cout << values[0]; // prints 6
template <execution_policy Policy, std::random_access_iterator I, class F>
  requires std::invocable<F &, std::iter_reference_t<I>>
void for_each(Policy &&, I first, I last, F function) {
  if constexpr (detail::isSerial<Policy>)
    std::for_each(first, last, std::move(function));
  else
    parallel_for_each(detail::rangeOf(first, last), function);
}

/// As parallel_transform(): output[i] = function(first[i]).
/// Complexity: n calls.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::transform(tactus::execution::par, values.begin(), values.end(), values.begin(), std::negate<>());
///     std::cout << values[2]; // prints -2
template <execution_policy Policy, std::random_access_iterator I, std::random_access_iterator O, class F>
  requires transforms_into<F, O, std::iter_reference_t<I>>
O transform(Policy &&, I first, I last, O output, F function) {
  if constexpr (detail::isSerial<Policy>)
    return std::transform(first, last, output, std::move(function));
  else
    return parallel_transform(detail::rangeOf(first, last), output, function);
}

/// As parallel_transform(): output[i] = function(first[i], second[i]).
/// Complexity: n calls.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::transform(tactus::execution::par, values.begin(), values.end(), values.begin(), values.begin(),
///     std::plus<>()); std::cout << values[0]; // prints 6
template <execution_policy Policy, std::random_access_iterator I, std::random_access_iterator J,
          std::random_access_iterator O, class F>
  requires transforms_into<F, O, std::iter_reference_t<I>, std::iter_reference_t<J>>
O transform(Policy &&, I first, I last, J second, O output, F function) {
  if constexpr (detail::isSerial<Policy>)
    return std::transform(first, last, second, output, std::move(function));
  else
    return parallel_transform(detail::rangeOf(first, last), second, output, function);
}

/// As std::reduce, but `combine` need not commute.
/// Complexity: n calls, and one for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     std::cout << tactus::reduce(tactus::execution::par, values.begin(), values.end(), 10); // prints 16
template <execution_policy Policy, std::random_access_iterator I, reduction_value T = std::iter_value_t<I>,
          class Combine = std::plus<>>
  requires combines<Combine, T> && std::convertible_to<std::iter_reference_t<I>, T>
[[nodiscard]] T reduce(Policy &&, I first, I last, T init = T(), Combine combine = {}) {
  if constexpr (detail::isSerial<Policy>) {
    return std::accumulate(first, last, std::move(init), std::move(combine));
  } else {
    return detail::reduceFrom(std::move(init), static_cast<uint64_t>(last - first), detail::Elements<I>{first},
                              combine);
  }
}

/// As std::transform_reduce of one range. `init` is combined once.
/// Complexity: n calls of each, and one of `combine` for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     std::cout << tactus::transform_reduce(tactus::execution::par, values.begin(), values.end(), 0, std::plus<>(),
///                                           [](int value) { return value * value; }); // prints 14
template <execution_policy Policy, std::random_access_iterator I, reduction_value T, class Combine, class Map>
  requires combines<Combine, T> && std::invocable<Map &, std::iter_reference_t<I>> &&
           std::convertible_to<std::invoke_result_t<Map &, std::iter_reference_t<I>>, T>
[[nodiscard]] T transform_reduce(Policy &&, I first, I last, T init, Combine combine, Map map) {
  if constexpr (detail::isSerial<Policy>)
    return std::transform_reduce(first, last, std::move(init), std::move(combine), std::move(map));
  else
    return detail::reduceFrom(std::move(init), static_cast<uint64_t>(last - first),
                              detail::OfElements<I, Map>{map, first}, combine);
}

/// As parallel_inclusive_scan().
/// Complexity: n calls, and up to n more for what was promoted.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::inclusive_scan(tactus::execution::par, values.begin(), values.end(), values.begin());
///     std::cout << values[2]; // prints 6
template <execution_policy Policy, std::random_access_iterator I, std::random_access_iterator O,
          class Combine = std::plus<>>
  requires scans_into<Combine, std::iter_value_t<I>, O>
O inclusive_scan(Policy &&, I first, I last, O output, Combine combine = {}) {
  if constexpr (detail::isSerial<Policy>)
    return std::inclusive_scan(first, last, output, std::move(combine));
  else
    return parallel_inclusive_scan(detail::rangeOf(first, last), output, combine);
}

/// As parallel_exclusive_scan().
/// Complexity: n calls, and up to n more for what was promoted.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::exclusive_scan(tactus::execution::par, values.begin(), values.end(), values.begin(), 10);
///     std::cout << values[2]; // prints 14
template <execution_policy Policy, std::random_access_iterator I, std::random_access_iterator O, class T,
          class Combine = std::plus<>>
  requires scans_into<Combine, T, O> && std::convertible_to<std::iter_reference_t<I>, T>
O exclusive_scan(Policy &&, I first, I last, O output, T init, Combine combine = {}) {
  if constexpr (detail::isSerial<Policy>)
    return std::exclusive_scan(first, last, output, std::move(init), std::move(combine));
  else
    return parallel_exclusive_scan(detail::rangeOf(first, last), output, init, combine);
}

/// As parallel_sort().
/// Complexity: n log n comparisons.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::sort(tactus::execution::par, values.begin(), values.end());
///     std::cout << values[0]; // prints 1
template <execution_policy Policy, std::random_access_iterator I, class Less = std::less<>>
  requires std::sortable<I, Less> && written_apart<I>
void sort(Policy &&, I first, I last, Less less = {}) {
  if constexpr (detail::isSerial<Policy>)
    std::sort(first, last, std::move(less));
  else
    parallel_sort(detail::rangeOf(first, last), less);
}

/// As parallel_stable_sort().
/// Complexity: n log n comparisons, and room for n elements.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::stable_sort(tactus::execution::par, values.begin(), values.end());
///     std::cout << values[2]; // prints 3
template <execution_policy Policy, std::random_access_iterator I, class Less = std::less<>>
  requires std::sortable<I, Less> && written_apart<I>
void stable_sort(Policy &&, I first, I last, Less less = {}) {
  if constexpr (detail::isSerial<Policy>)
    std::stable_sort(first, last, std::move(less));
  else
    parallel_stable_sort(detail::rangeOf(first, last), less);
}

/// As parallel_merge().
/// Complexity: n + m comparisons, and log(n + m) for each task.
/// Example:
///     std::vector<int> x{1, 3}, y{2}, z(3);
///     tactus::merge(tactus::execution::par, x.begin(), x.end(), y.begin(), y.end(), z.begin());
///     std::cout << z[1]; // prints 2
template <execution_policy Policy, std::random_access_iterator I, std::random_access_iterator J,
          std::random_access_iterator O, class Less = std::less<>>
  requires std::mergeable<I, J, O, Less> && written_apart<O>
O merge(Policy &&, I first, I last, J second, J secondLast, O output, Less less = {}) {
  if constexpr (detail::isSerial<Policy>)
    return std::merge(first, last, second, secondLast, output, std::move(less));
  else
    return parallel_merge(detail::rangeOf(first, last), detail::rangeOf(second, secondLast), output, less);
}

/// As parallel_partition().
/// Complexity: n calls, n exchanges, and up to n / 2 more for what was promoted.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto isWanted = [](int value) { return value == 2; };
///     auto odd = tactus::partition(tactus::execution::par, values.begin(), values.end(), isWanted);
///     std::cout << odd - values.begin(); // prints 1
template <execution_policy Policy, std::random_access_iterator I, class Predicate>
  requires std::predicate<Predicate &, std::iter_reference_t<I>> && std::permutable<I> && written_apart<I>
I partition(Policy &&, I first, I last, Predicate predicate) {
  if constexpr (detail::isSerial<Policy>)
    return std::partition(first, last, std::move(predicate));
  else
    return parallel_partition(detail::rangeOf(first, last), predicate);
}

/// As parallel_find_if().
/// Complexity: at most n calls, and some of elements behind the match for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto isWanted = [](int value) { return value < 3; };
///     auto place = tactus::find_if(tactus::execution::par, values.begin(), values.end(), isWanted);
///     std::cout << place - values.begin(); // prints 1
template <execution_policy Policy, std::random_access_iterator I, class Predicate>
  requires std::predicate<Predicate &, std::iter_reference_t<I>>
[[nodiscard]] I find_if(Policy &&, I first, I last, Predicate predicate) {
  if constexpr (detail::isSerial<Policy>)
    return detail::findFirst(first, last, predicate);
  else
    return parallel_find_if(detail::rangeOf(first, last), predicate);
}

/// As parallel_find().
/// Complexity: at most n comparisons, and some of elements behind the match for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     std::cout << tactus::find(tactus::execution::par, values.begin(), values.end(), 2) - values.begin(); // prints 2
template <execution_policy Policy, std::random_access_iterator I, class T>
  requires std::equality_comparable_with<std::iter_reference_t<I>, const T &>
[[nodiscard]] I find(Policy &&, I first, I last, const T &value) {
  if constexpr (detail::isSerial<Policy>)
    return tactus::find_if(execution::seq, first, last, [&](const auto &element) { return element == value; });
  else
    return parallel_find(detail::rangeOf(first, last), value);
}

/// As parallel_any_of().
/// Complexity: as find_if().
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto isWanted = [](int value) { return value > 2; };
///     std::cout << tactus::any_of(tactus::execution::par, values.begin(), values.end(), isWanted); // prints 1
template <execution_policy Policy, std::random_access_iterator I, class Predicate>
  requires std::predicate<Predicate &, std::iter_reference_t<I>>
[[nodiscard]] bool any_of(Policy &&policy, I first, I last, Predicate predicate) {
  return tactus::find_if(policy, first, last, std::ref(predicate)) != last;
}

/// As parallel_none_of().
/// Complexity: as find_if().
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto isWanted = [](int value) { return value > 2; };
///     std::cout << tactus::none_of(tactus::execution::par, values.begin(), values.end(), isWanted); // prints 0
template <execution_policy Policy, std::random_access_iterator I, class Predicate>
  requires std::predicate<Predicate &, std::iter_reference_t<I>>
[[nodiscard]] bool none_of(Policy &&policy, I first, I last, Predicate predicate) {
  return tactus::find_if(policy, first, last, std::ref(predicate)) == last;
}

/// As parallel_all_of().
/// Complexity: as find_if().
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto isWanted = [](int value) { return value > 2; };
///     std::cout << tactus::all_of(tactus::execution::par, values.begin(), values.end(), isWanted); // prints 0
template <execution_policy Policy, std::random_access_iterator I, class Predicate>
  requires std::predicate<Predicate &, std::iter_reference_t<I>>
[[nodiscard]] bool all_of(Policy &&policy, I first, I last, Predicate predicate) {
  return tactus::find_if(policy, first, last, std::not_fn(std::ref(predicate))) == last;
}

/// As parallel_count_if().
/// Complexity: n calls.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto isWanted = [](int value) { return value > 1; };
///     std::cout << tactus::count_if(tactus::execution::par, values.begin(), values.end(), isWanted); // prints 2
template <execution_policy Policy, std::random_access_iterator I, class Predicate>
  requires std::predicate<Predicate &, std::iter_reference_t<I>>
[[nodiscard]] std::iter_difference_t<I> count_if(Policy &&, I first, I last, Predicate predicate) {
  if constexpr (detail::isSerial<Policy>)
    return std::count_if(first, last, std::move(predicate));
  else
    return static_cast<std::iter_difference_t<I>>(parallel_count_if(detail::rangeOf(first, last), predicate));
}

/// As parallel_min_element().
/// Complexity: n - 1 comparisons, and one for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto place = tactus::min_element(tactus::execution::par, values.begin(), values.end());
///     std::cout << place - values.begin(); // prints 1
template <execution_policy Policy, std::random_access_iterator I, class Less = std::less<>>
  requires std::strict_weak_order<Less &, std::iter_reference_t<I>, std::iter_reference_t<I>>
[[nodiscard]] I min_element(Policy &&, I first, I last, Less less = {}) {
  if constexpr (detail::isSerial<Policy>)
    return std::min_element(first, last, std::move(less));
  else
    return parallel_min_element(detail::rangeOf(first, last), less);
}

/// As parallel_max_element().
/// Complexity: n - 1 comparisons, and one for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto place = tactus::max_element(tactus::execution::par, values.begin(), values.end());
///     std::cout << place - values.begin(); // prints 0
template <execution_policy Policy, std::random_access_iterator I, class Less = std::less<>>
  requires std::strict_weak_order<Less &, std::iter_reference_t<I>, std::iter_reference_t<I>>
[[nodiscard]] I max_element(Policy &&, I first, I last, Less less = {}) {
  if constexpr (detail::isSerial<Policy>)
    return std::max_element(first, last, std::move(less));
  else
    return parallel_max_element(detail::rangeOf(first, last), less);
}

/// As parallel_minmax_element().
/// Complexity: 2n comparisons, and two for each task.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     auto [least, greatest] = tactus::minmax_element(tactus::execution::par, values.begin(), values.end());
///     std::cout << *least << *greatest; // prints 13
template <execution_policy Policy, std::random_access_iterator I, class Less = std::less<>>
  requires std::strict_weak_order<Less &, std::iter_reference_t<I>, std::iter_reference_t<I>>
[[nodiscard]] std::pair<I, I> minmax_element(Policy &&, I first, I last, Less less = {}) {
  if constexpr (detail::isSerial<Policy>)
    return std::minmax_element(first, last, std::move(less));
  else
    return parallel_minmax_element(detail::rangeOf(first, last), less);
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/execution.hpp" // IWYU pragma: keep

#endif // TACTUS_EXECUTION_HPP

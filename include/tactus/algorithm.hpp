//===- algorithm.hpp - loops over ranges: for_each, transform, fold, transform_reduce --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::parallel_for(0, n, 4, [&](int i) { ... });                     i = 0, 4, 8, ...
//     tactus::parallel_for_blocks(0, n, [&](int begin, int end) { ... });    pieces as long as they are cheap
//     tactus::parallel_transform(x, y.begin(), [](double v) { return v * v; });
//     auto words = tactus::parallel_fold(0, n, Map(), [&](Map &map, int i) { ++map[word[i]]; }, merge);
//
// All need random access, run in any order at the same time, take the time of the serial loop over the number of
// workers, and hand on the exception of the first element in order. No grain sizes. A `stop` (std::stop_token) that is
// requested keeps further elements from being begun: the output has then been written for some of the elements only.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ALGORITHM_HPP
#define TACTUS_ALGORITHM_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/par.hpp" // IWYU pragma: export
#include "detail/refused/loops.hpp"
#include "detail/steps.hpp"
#include "detail/stoppable_loops.hpp"

#include <functional>
#include <numeric>

namespace tactus {

/// step(T &, Argument) adds something to an accumulator.
template <class Step, class T, class Argument>
concept fold_step = std::invocable<Step &, T &, Argument>;

/// function(element) can be assigned to what the output iterator points to.
template <class Function, class Output, class... Elements>
concept transforms_into = std::invocable<Function &, Elements...> && written_apart<Output> &&
                          std::indirectly_writable<Output, std::invoke_result_t<Function &, Elements...>>;

namespace detail {

template <class Input, class Output, class Function> struct TransformBody {
  Input input;
  Output output;
  KeptFunction<Function> function;
  [[gnu::always_inline]] constexpr void operator()(uint64_t index) const {
    element(output, index) = callBody(function, element(input, index));
  }
};

template <class Input, class Second, class Output, class Function> struct TransformPairsBody {
  Input input;
  Second second;
  Output output;
  KeptFunction<Function> function;
  [[gnu::always_inline]] constexpr void operator()(uint64_t index) const {
    element(output, index) = std::invoke(function, element(input, index), element(second, index));
  }
};

template <class T, class Step, class Combine> struct FoldKind {
  using State = T;
  using Cursor = uint64_t;
  const T &identity;
  Step step;
  KeptFunction<Combine> combiner;

  State begin(uint64_t) const { return identity; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] constexpr void iterate(State &state, uint64_t index) const { step(state, index); }
  void combine(State &state, State &&next) const { state = std::invoke(combiner, std::move(state), std::move(next)); }
};

template <class Combine, class T, class Step, class Stop>
[[gnu::always_inline]] constexpr T foldIndices(uint64_t count, const T &identity, Step step, Combine &combiner,
                                               const Stop &stop, std::source_location where) {
  T result = identity;
  FoldKind<T, Step, Combine> kind{identity, step, combiner};
  runUntil(kind, result, count, stop, where);
  return result;
}

/// Adds the index-th integer to the accumulator.
template <class Index, class Function> struct StepOfIndices {
  KeptFunction<Function> function;
  Index begin;
  template <class T> [[gnu::always_inline]] constexpr void operator()(T &state, uint64_t index) const {
    std::invoke(function, state, indexAt(begin, index));
  }
};

/// Adds the index-th element to the accumulator.
template <class Iterator, class Function> struct StepOfElements {
  KeptFunction<Function> function;
  Iterator first;
  template <class T> [[gnu::always_inline]] constexpr void operator()(T &state, uint64_t index) const {
    std::invoke(function, state, element(first, index));
  }
};

/// A reduction of small values, in four at a time where that is known to be free: the order stays, and the chain of
/// operations is a quarter as long.
template <class T, class Map, class Combine> struct TransformReduceKind : ReduceKind<T, Map, Combine> {
  static constexpr bool isLeaf = isPlainMap<Map> && isPlainOperation<Combine> && std::is_arithmetic_v<T>;
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    static_cast<void>(static_cast<T>(std::invoke(this->combiner, value(index), value(index))));
  }
  [[gnu::always_inline]] constexpr void runPiece(T &state, uint64_t begin, uint64_t end) const {
    if constexpr (std::is_arithmetic_v<T>) {
      for (; end - begin >= 4; begin += 4) {
        T first = std::invoke(this->combiner, value(begin), value(begin + 1));
        T second = std::invoke(this->combiner, value(begin + 2), value(begin + 3));
        T both = std::invoke(this->combiner, first, second);
        state = std::invoke(this->combiner, state, both);
      }
    }
    for (; begin != end; ++begin)
      this->iterate(state, this->at(begin));
  }

private:
  [[gnu::always_inline]] constexpr T value(uint64_t index) const { return static_cast<T>(this->map(this->at(index))); }
};

template <class Combine, class T, class Map, class Stop>
[[gnu::always_inline]] constexpr T transformReduce(uint64_t count, const T &identity, Map map, Combine &combiner,
                                                   const Stop &stop, std::source_location where) {
  T result = identity;
  TransformReduceKind<T, Map, Combine> kind{{identity, map, combiner}};
  runUntil(kind, result, count, stop, where);
  return result;
}

/// function(first[i], second[i])
template <class First, class Second, class Function> struct OfPairs {
  First first;
  Second second;
  KeptFunction<Function> function;
  using Result = typename ResultOfCall<Function, std::iter_reference_t<First>, std::iter_reference_t<Second>>::Type;
  [[gnu::always_inline]] constexpr Result operator()(uint64_t index) const {
    return std::invoke(function, element(first, index), element(second, index));
  }
};
template <class First, class Second, class Function>
inline constexpr bool isPlainMap<OfPairs<First, Second, Function>> =
    isPlainLoop<First, Function> && isPlainLoop<Second, Function>;

} // namespace detail

/// Calls function(element) for each element.
/// Complexity: a call for each element.
/// Example:
///     std::vector<int> values{1, 2, 3};
///     tactus::parallel_for_each(values, [](int &value) { value = -value; });
///     std::cout << values[0]; // prints -1
template <indexable_range Range, class Function, stop_request Stop = never_stop>
  requires body_for_element<Function, Range>
[[gnu::always_inline]] constexpr void parallel_for_each(Range &&range, Function &&function, Stop stop = {},
                                                        std::source_location where = std::source_location::current()) {
  using Called = std::remove_reference_t<Function>;
  detail::forIndicesUntil(
      detail::sizeOf(range),
      detail::OfElements<std::ranges::iterator_t<Range>, Called>{function, std::ranges::begin(range)}, stop, where);
}

/// The same for [first, last).
template <std::random_access_iterator Iterator, std::sized_sentinel_for<Iterator> Sentinel, class Function,
          stop_request Stop = never_stop>
  requires std::invocable<Function &, std::iter_reference_t<Iterator>>
[[gnu::always_inline]] constexpr void parallel_for_each(Iterator first, Sentinel last, Function &&function,
                                                        Stop stop = {},
                                                        std::source_location where = std::source_location::current()) {
  parallel_for_each(std::ranges::subrange(first, last), function, stop, where);
}

/// output[i] = function(range[i]). The output may be the range itself, and must not overlap it otherwise. Returns the
/// end of the output.
/// Complexity: a call for each element.
/// Example:
///     std::vector<std::string> words{"a", "abc"};
///     std::vector<std::size_t> sizes(2);
///     tactus::parallel_transform(words, sizes.begin(), [](const std::string &word) { return word.size(); });
///     std::cout << sizes[1]; // prints 3
template <indexable_range Range, std::random_access_iterator Output, class Function, stop_request Stop = never_stop>
  requires transforms_into<Function, Output, std::ranges::range_reference_t<Range>>
constexpr Output parallel_transform(Range &&range, Output output, Function &&function, Stop stop = {},
                                    std::source_location where = std::source_location::current()) {
  using Body = detail::TransformBody<std::ranges::iterator_t<Range>, Output, std::remove_reference_t<Function>>;
  uint64_t count = detail::sizeOf(range);
  detail::forIndicesUntil(count, Body{std::ranges::begin(range), output, function}, stop, where);
  return output + static_cast<std::iter_difference_t<Output>>(count);
}

/// output[i] = function(range[i], second[i]); `second` points to as many elements as the range has.
/// Complexity: a call for each element.
/// Example:
///     std::vector<int> x{1, 2}, y{10, 20}, sums(2);
///     tactus::parallel_transform(x, y.begin(), sums.begin(), std::plus<>());
///     std::cout << sums[1]; // prints 22
template <indexable_range Range, std::random_access_iterator Second, std::random_access_iterator Output, class Function,
          stop_request Stop = never_stop>
  requires transforms_into<Function, Output, std::ranges::range_reference_t<Range>, std::iter_reference_t<Second>>
constexpr Output parallel_transform(Range &&range, Second second, Output output, Function &&function, Stop stop = {},
                                    std::source_location where = std::source_location::current()) {
  using Body =
      detail::TransformPairsBody<std::ranges::iterator_t<Range>, Second, Output, std::remove_reference_t<Function>>;
  uint64_t count = detail::sizeOf(range);
  detail::forIndicesUntil(count, Body{std::ranges::begin(range), second, output, function}, stop, where);
  return output + static_cast<std::iter_difference_t<Output>>(count);
}

/// Folds [begin, end): each strand begins with a copy of `identity`, calls step(accumulator, i) for its iterations in
/// order, and combine(T, T) joins neighbours, the earlier first. So the result is that of the serial loop if `combine`
/// is associative and fits `step`.
/// Complexity: end - begin steps; a copy of `identity` and a call of `combine` for each task.
/// Example:
///     using Digits = std::vector<int>;
///     Digits even = tactus::parallel_fold(
///         0, 10, Digits(), [](Digits &found, int i) { if (i % 2 == 0) found.push_back(i); },
///         [](Digits a, const Digits &b) { a.insert(a.end(), b.begin(), b.end()); return a; });
///     std::cout << even.size() << ' ' << even.back(); // prints 5 8
template <std::integral Index, reduction_value T, class Step, class Combine, stop_request Stop = never_stop>
  requires fold_step<Step, T, Index> && combines<Combine, T>
[[nodiscard]] constexpr T parallel_fold(Index begin, std::type_identity_t<Index> end, const T &identity, Step &&step,
                                        Combine &&combine, Stop stop = {},
                                        std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Step>;
  if (!(begin < end))
    return identity;
  return detail::foldIndices<std::remove_reference_t<Combine>>(detail::distance(begin, end), identity,
                                                               detail::StepOfIndices<Index, Function>{step, begin},
                                                               combine, stop, where);
}

/// The same for the elements of a range: step(accumulator, element).
/// Complexity: a step for each element; a copy of `identity` and a call of `combine` for each task.
/// Example:
///     std::vector<std::string> words{"to", "be", "to"};
///     using Counts = std::map<std::string, int>;
///     Counts counts = tactus::parallel_fold(
///         words, Counts(), [](Counts &map, const std::string &word) { ++map[word]; },
///         [](Counts a, const Counts &b) { for (auto &[word, count] : b) a[word] += count; return a; });
///     std::cout << counts["to"]; // prints 2
template <indexable_range Range, reduction_value T, class Step, class Combine, stop_request Stop = never_stop>
  requires fold_step<Step, T, std::ranges::range_reference_t<Range>> && combines<Combine, T>
[[nodiscard]] constexpr T parallel_fold(Range &&range, const T &identity, Step &&step, Combine &&combine,
                                        Stop stop = {}, std::source_location where = std::source_location::current()) {
  using Steps = detail::StepOfElements<std::ranges::iterator_t<Range>, std::remove_reference_t<Step>>;
  return detail::foldIndices<std::remove_reference_t<Combine>>(
      detail::sizeOf(range), identity, Steps{step, std::ranges::begin(range)}, combine, stop, where);
}

/// combine(... combine(identity, map(x0)) ..., map(xn)), grouped in any way but in this order. For floating point
/// numbers that must come out the same each time, see <tactus/reproducible.hpp>.
/// Complexity: a call of each for each element, and one of `combine` for each task.
/// Example:
///     std::vector<std::string> words{"a", "abc", "ab"};
///     auto letters = tactus::parallel_transform_reduce(words, std::size_t{0}, std::plus<>(),
///                                                      [](const std::string &word) { return word.size(); });
///     std::cout << letters; // prints 6
template <indexable_range Range, reduction_value T, class Combine, class Map, stop_request Stop = never_stop>
  requires combines<Combine, T> && body_for_element<Map, Range> &&
           std::convertible_to<std::invoke_result_t<Map &, std::ranges::range_reference_t<Range>>, T>
[[nodiscard]] constexpr T parallel_transform_reduce(Range &&range, const T &identity, Combine &&combine, Map &&map,
                                                    Stop stop = {},
                                                    std::source_location where = std::source_location::current()) {
  using Mapped = detail::OfElements<std::ranges::iterator_t<Range>, std::remove_reference_t<Map>>;
  return detail::transformReduce<std::remove_reference_t<Combine>>(
      detail::sizeOf(range), identity, Mapped{map, std::ranges::begin(range)}, combine, stop, where);
}

/// The same of map(x[i], second[i]): an inner product.
/// Complexity: a call of each for each element, and one of `combine` for each task.
/// Example:
///     std::vector<double> x{1, 2, 3}, y{4, 5, 6};
///     std::cout << tactus::parallel_transform_reduce(x, y.begin(), 0.0); // prints 32
template <indexable_range Range, std::random_access_iterator Second, reduction_value T, class Combine = std::plus<>,
          class Map = std::multiplies<>, stop_request Stop = never_stop>
  requires combines<Combine, T> &&
           std::invocable<Map &, std::ranges::range_reference_t<Range>, std::iter_reference_t<Second>> &&
           std::convertible_to<
               std::invoke_result_t<Map &, std::ranges::range_reference_t<Range>, std::iter_reference_t<Second>>, T>
[[nodiscard]] constexpr T parallel_transform_reduce(Range &&range, Second second, const T &identity,
                                                    Combine &&combine = {}, Map &&map = {}, Stop stop = {},
                                                    std::source_location where = std::source_location::current()) {
  using Mapped = detail::OfPairs<std::ranges::iterator_t<Range>, Second, std::remove_reference_t<Map>>;
  return detail::transformReduce<std::remove_reference_t<Combine>>(
      detail::sizeOf(range), identity, Mapped{std::ranges::begin(range), second, map}, combine, stop, where);
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/algorithm.hpp" // IWYU pragma: keep

#endif // TACTUS_ALGORITHM_HPP

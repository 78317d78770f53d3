//===- search.hpp - find, any_of, count, min_element ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     auto place = tactus::parallel_find_if(words, [](const std::string &w) { return w.size() > 20; });
//     if (tactus::parallel_any_of(x, [](double v) { return v < 0; })) ...
//
// The answers are those of the serial algorithms: the first match in order, the first of several smallest elements.
// What stands behind a match is not looked at once the match is known, and may have been looked at before; an exception
// that the predicate throws behind a match does not arrive.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SEARCH_HPP
#define TACTUS_SEARCH_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/extremes.hpp"
#include "detail/par.hpp" // IWYU pragma: export
#include "detail/stop.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace tactus {

/// predicate(element) says yes or no.
template <class Predicate, class Range>
concept predicate_of_element = std::predicate<Predicate &, std::ranges::range_reference_t<Range>>;

/// less(a, b) is a strict weak order of the elements.
template <class Less, class Range>
concept orders_elements =
    std::strict_weak_order<Less &, std::ranges::range_reference_t<Range>, std::ranges::range_reference_t<Range>>;

namespace detail {

inline constexpr uint64_t NotFound = ~uint64_t{0};

/// Looks for the first event, a match or an exception. `first` is the earliest that anybody knows: written by who finds
/// one, relaxed, since it only saves work; the answer comes with the joins.
template <class Iterator, class Predicate> struct FindKind {
  struct State {
    uint64_t place = NotFound;
    bool isLate = false;
    Outcome<void> failure{};
  };
  using Cursor = uint64_t;
  static constexpr bool isLeaf = isPlainLoop<Iterator, Predicate>;
  Iterator begins;
  KeptFunction<Predicate> predicate;
  std::atomic<uint64_t> &first;

  State begin(uint64_t) const noexcept { return {}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  /// Where pieces are single elements, what others know is asked for now and then.
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const {
    if (index % 64 == 0)
      return runPiece(state, index, index + 1);
#if defined(__cpp_exceptions)
    try {
      if (std::invoke(predicate, element(begins, index)))
        note(state, index);
    } catch (...) {
      state.failure.fill([] { throw; });
      note(state, index);
    }
#else
    if (std::invoke(predicate, element(begins, index)))
      note(state, index);
#endif
  }
  [[gnu::always_inline]] void runPiece(State &state, uint64_t index, uint64_t end) const {
    if (first.load(std::memory_order_relaxed) < index) {
      state.isLate = true;
      return;
    }
    uint64_t place = index;
#if defined(__cpp_exceptions)
    try {
      place = search(place, end);
    } catch (...) {
      // At which element does not matter: what else is known lies before the piece or behind it.
      state.failure.fill([] { throw; });
      note(state, index);
      return;
    }
#else
    place = search(place, end);
#endif
    if (place != end)
      note(state, place);
  }
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    static_cast<void>(static_cast<bool>(std::invoke(predicate, element(begins, index))));
  }
  [[gnu::always_inline]] bool isDone(const State &state) const { return state.isLate || state.place != NotFound; }
  void combine(State &state, State &&later) const noexcept {
    if (state.place == NotFound)
      state = std::move(later);
  }

private:
  [[gnu::always_inline]] uint64_t search(uint64_t index, uint64_t end) const {
    auto from = begins + static_cast<std::iter_difference_t<Iterator>>(index);
    auto to = begins + static_cast<std::iter_difference_t<Iterator>>(end);
    return static_cast<uint64_t>(findFirst(from, to, predicate) - begins);
  }
  [[gnu::cold]] void note(State &state, uint64_t place) const noexcept {
    state.place = place;
    uint64_t known = first.load(std::memory_order_relaxed);
    while (place < known && !first.compare_exchange_weak(known, place, std::memory_order_relaxed))
      ;
  }
};

/// The index of the first match, or NotFound.
template <class Iterator, class Predicate, class Stop>
uint64_t findIndex(Iterator begins, uint64_t count, Predicate &predicate, const Stop &stop,
                   std::source_location where) {
  std::atomic<uint64_t> first{NotFound};
  using Kind = FindKind<Iterator, Predicate>;
  Kind kind{begins, predicate, first};
  typename Kind::State state;
  runUntil(kind, state, count, stop, where);
  state.failure.take();
  return state.place;
}

template <class Iterator, class Predicate> struct CountKind {
  using State = uint64_t;
  using Cursor = uint64_t;
  Iterator begins;
  KeptFunction<Predicate> predicate;

  State begin(uint64_t) const noexcept { return 0; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] constexpr void iterate(State &state, uint64_t index) const {
    // Not a sum of 0 and 1, of which g++ makes no vectors.
    if (std::invoke(predicate, element(begins, index)))
      ++state;
  }
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    static_cast<void>(static_cast<bool>(std::invoke(predicate, element(begins, index))));
  }
  [[gnu::always_inline]] constexpr void runPiece(State &state, uint64_t index, uint64_t end) const {
    uint64_t count = 0;
    for (; index != end; ++index)
      iterate(count, index);
    state += count;
  }
  void combine(State &state, State &&later) const noexcept { state += later; }
};

/// The negation of a predicate.
template <class Predicate> struct Not {
  Predicate &predicate;
  template <class T> [[gnu::always_inline]] bool operator()(T &&value) const {
    return !std::invoke(predicate, std::forward<T>(value));
  }
};

/// Is it equal to a value?
template <class T> struct EqualTo {
  const T &value;
  template <class U> [[gnu::always_inline]] bool operator()(const U &element) const { return element == value; }
};

template <class T> inline constexpr bool isPlainOperation<EqualTo<T>> = std::is_arithmetic_v<T>;

/// The place of the smallest and of the greatest element so far.
struct Extremes {
  uint64_t least = NotFound, greatest = NotFound;
};

/// `wantsLeast`, `wantsGreatest`: which are looked for. The first of several smallest; of several greatest the last if
/// both are wanted, as std::minmax_element has it, else the first.
template <class Iterator, class Less, bool wantsLeast, bool wantsGreatest> struct ExtremesKind {
  using State = Extremes;
  using Cursor = uint64_t;
  static constexpr bool isLeaf = isPlainLoop<Iterator, Less>;
  Iterator begins;
  KeptFunction<Less> less;

  State begin(uint64_t) const noexcept { return {}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const { combine(state, {index, index}); }
  [[gnu::always_inline]] void runPiece(State &state, uint64_t index, uint64_t end) const {
    auto from = begins + static_cast<std::iter_difference_t<Iterator>>(index);
    auto to = begins + static_cast<std::iter_difference_t<Iterator>>(end);
    Extremes piece{index, index};
    if constexpr (isLeaf && wantsLeast != wantsGreatest) {
      uint64_t place = index + placeOfBest<wantsLeast>(std::to_address(from), end - index, less);
      piece = {place, place};
    } else if constexpr (!hasCategory<Iterator, std::forward_iterator_tag>) {
      for (uint64_t next = index + 1; next != end; ++next)
        combine(piece, {next, next});
    } else if constexpr (wantsLeast && wantsGreatest) {
      auto [least, greatest] = std::minmax_element(from, to, std::ref(less));
      piece = {static_cast<uint64_t>(least - begins), static_cast<uint64_t>(greatest - begins)};
    } else if constexpr (wantsLeast) {
      piece.least = static_cast<uint64_t>(std::min_element(from, to, std::ref(less)) - begins);
    } else {
      piece.greatest = static_cast<uint64_t>(std::max_element(from, to, std::ref(less)) - begins);
    }
    combine(state, std::move(piece));
  }
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    static_cast<void>(static_cast<bool>(std::invoke(less, element(begins, index), element(begins, index))));
  }
  [[gnu::always_inline]] void combine(State &state, State &&later) const {
    if (state.least == NotFound) {
      state = later;
      return;
    }
    if constexpr (wantsLeast)
      if (std::invoke(less, element(begins, later.least), element(begins, state.least)))
        state.least = later.least;
    if constexpr (wantsGreatest) {
      bool isLater = wantsLeast ? !std::invoke(less, element(begins, later.greatest), element(begins, state.greatest))
                                : std::invoke(less, element(begins, state.greatest), element(begins, later.greatest));
      if (isLater)
        state.greatest = later.greatest;
    }
  }
};

template <bool wantsLeast, bool wantsGreatest, class Range, class Less, class Stop>
Extremes findExtremes(Range &range, Less &less, const Stop &stop, std::source_location where) {
  ExtremesKind<std::ranges::iterator_t<Range>, Less, wantsLeast, wantsGreatest> kind{std::ranges::begin(range), less};
  Extremes found;
  runUntil(kind, found, sizeOf(range), stop, where);
  return found;
}

/// The place of an index, or the end.
template <class Range> std::ranges::iterator_t<Range> placeOf(Range &range, uint64_t index) {
  uint64_t offset = index == NotFound ? sizeOf(range) : index;
  return std::ranges::begin(range) + static_cast<std::ranges::range_difference_t<Range>>(offset);
}

} // namespace detail

/// The first element for which the predicate says yes, or the end. If a stop is requested: a match, or the end.
/// Complexity: at most n calls, and some of elements behind the match for each task.
/// Exceptions: that of the first element in order, if it stands in front of the first match.
/// Example:
///     std::vector<int> values{3, 1, 4, 1, 5};
///     auto place = tactus::parallel_find_if(values, [](int value) { return value > 3; });
///     std::cout << place - values.begin(); // prints 2
template <indexable_range Range, class Predicate, stop_request Stop = never_stop>
  requires predicate_of_element<Predicate, Range>
[[nodiscard]] std::ranges::iterator_t<Range>
parallel_find_if(Range &&range, Predicate &&predicate, Stop stop = {},
                 std::source_location where = std::source_location::current()) {
  return detail::placeOf(range,
                         detail::findIndex(std::ranges::begin(range), detail::sizeOf(range), predicate, stop, where));
}

/// The first element that is equal to the value, or the end.
/// Complexity: at most n comparisons, and some of elements behind the match for each task.
/// Exceptions: that of the first element in order, if it stands in front of the first match.
/// Example:
///     std::vector<int> values{3, 1, 4, 1, 5};
///     std::cout << tactus::parallel_find(values, 1) - values.begin(); // prints 1
template <indexable_range Range, class T, stop_request Stop = never_stop>
  requires std::equality_comparable_with<std::ranges::range_reference_t<Range>, const T &>
[[nodiscard]] std::ranges::iterator_t<Range>
parallel_find(Range &&range, const T &value, Stop stop = {},
              std::source_location where = std::source_location::current()) {
  return parallel_find_if(range, detail::EqualTo<T>{value}, stop, where);
}

/// Does the predicate say yes for any element? If a stop is requested: for any that was looked at.
/// Complexity: at most n calls, and some of elements behind the element that decides for each task.
/// Exceptions: that of the first element in order, if it stands in front of the first element that decides.
/// Example:
///     std::vector<int> values{3, 1, 4};
///     std::cout << tactus::parallel_any_of(values, [](int value) { return value > 3; }); // prints 1
template <indexable_range Range, class Predicate, stop_request Stop = never_stop>
  requires predicate_of_element<Predicate, Range>
[[nodiscard]] bool parallel_any_of(Range &&range, Predicate &&predicate, Stop stop = {},
                                   std::source_location where = std::source_location::current()) {
  return detail::findIndex(std::ranges::begin(range), detail::sizeOf(range), predicate, stop, where) !=
         detail::NotFound;
}

/// For none?
/// Complexity: at most n calls, and some of elements behind the element that decides for each task.
/// Exceptions: that of the first element in order, if it stands in front of the first element that decides.
/// Example:
///     std::vector<int> values{3, 1, 4};
///     std::cout << tactus::parallel_none_of(values, [](int value) { return value > 3; }); // prints 0
template <indexable_range Range, class Predicate, stop_request Stop = never_stop>
  requires predicate_of_element<Predicate, Range>
[[nodiscard]] bool parallel_none_of(Range &&range, Predicate &&predicate, Stop stop = {},
                                    std::source_location where = std::source_location::current()) {
  return !parallel_any_of(range, predicate, stop, where);
}

/// For all?
/// Complexity: at most n calls, and some of elements behind the element that decides for each task.
/// Exceptions: that of the first element in order, if it stands in front of the first element that decides.
/// Example:
///     std::vector<int> values{3, 1, 4};
///     std::cout << tactus::parallel_all_of(values, [](int value) { return value > 3; }); // prints 0
template <indexable_range Range, class Predicate, stop_request Stop = never_stop>
  requires predicate_of_element<Predicate, Range>
[[nodiscard]] bool parallel_all_of(Range &&range, Predicate &&predicate, Stop stop = {},
                                   std::source_location where = std::source_location::current()) {
  return !parallel_any_of(range, detail::Not<std::remove_reference_t<Predicate>>{predicate}, stop, where);
}

/// The number of elements for which the predicate says yes.
/// Complexity: n calls.
/// Example:
///     std::vector<int> values{3, 1, 4, 1, 5};
///     std::cout << tactus::parallel_count_if(values, [](int value) { return value % 2 == 1; }); // prints 4
template <indexable_range Range, class Predicate, stop_request Stop = never_stop>
  requires predicate_of_element<Predicate, Range>
[[nodiscard]] constexpr uint64_t parallel_count_if(Range &&range, Predicate &&predicate, Stop stop = {},
                                                   std::source_location where = std::source_location::current()) {
  detail::CountKind<std::ranges::iterator_t<Range>, std::remove_reference_t<Predicate>> kind{std::ranges::begin(range),
                                                                                             predicate};
  uint64_t result = 0;
  detail::runUntil(kind, result, detail::sizeOf(range), stop, where);
  return result;
}

/// The first of the smallest elements, or the end of an empty range.
/// Complexity: n - 1 comparisons, and one for each task.
/// Example:
///     std::vector<int> values{3, 1, 4, 1, 5};
///     std::cout << tactus::parallel_min_element(values) - values.begin(); // prints 1
template <indexable_range Range, class Less = std::less<>, stop_request Stop = never_stop>
  requires orders_elements<Less, Range>
[[nodiscard]] std::ranges::iterator_t<Range>
parallel_min_element(Range &&range, Less &&less = {}, Stop stop = {},
                     std::source_location where = std::source_location::current()) {
  return detail::placeOf(range, detail::findExtremes<true, false>(range, less, stop, where).least);
}

/// The first of the greatest elements, or the end of an empty range.
/// Complexity: n - 1 comparisons, and one for each task.
/// Example:
///     std::vector<int> values{3, 1, 4, 1, 5};
///     std::cout << tactus::parallel_max_element(values) - values.begin(); // prints 4
template <indexable_range Range, class Less = std::less<>, stop_request Stop = never_stop>
  requires orders_elements<Less, Range>
[[nodiscard]] std::ranges::iterator_t<Range>
parallel_max_element(Range &&range, Less &&less = {}, Stop stop = {},
                     std::source_location where = std::source_location::current()) {
  return detail::placeOf(range, detail::findExtremes<false, true>(range, less, stop, where).greatest);
}

/// The first of the smallest and the last of the greatest elements, as std::minmax_element.
/// Complexity: 2n comparisons, and two for each task.
/// Example:
///     std::vector<int> values{3, 1, 5, 1, 5};
///     auto [least, greatest] = tactus::parallel_minmax_element(values);
///     std::cout << least - values.begin() << ' ' << greatest - values.begin(); // prints 1 4
template <indexable_range Range, class Less = std::less<>, stop_request Stop = never_stop>
  requires orders_elements<Less, Range>
[[nodiscard]] std::pair<std::ranges::iterator_t<Range>, std::ranges::iterator_t<Range>>
parallel_minmax_element(Range &&range, Less &&less = {}, Stop stop = {},
                        std::source_location where = std::source_location::current()) {
  detail::Extremes found = detail::findExtremes<true, true>(range, less, stop, where);
  return {detail::placeOf(range, found.least), detail::placeOf(range, found.greatest)};
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/search.hpp" // IWYU pragma: keep

#endif // TACTUS_SEARCH_HPP

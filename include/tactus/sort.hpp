//===- sort.hpp - stable sort, merge, partition ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::parallel_sort(x);                              equal elements may change places (<tactus/tactus.hpp>)
//     tactus::parallel_stable_sort(people, by_age);          they do not
//     tactus::parallel_merge(x, y, z.begin());
//     auto tail = tactus::parallel_partition(x, is_small);
//
// Merging is a loop over the output: a strand that begins at its k-th element finds by bisection which elements of the
// two inputs come before, and goes on as the serial merge. Partitioning is a reduction: a strand has its part ordered,
// and a join exchanges the blocks in the middle.
//
// Exceptions: one that comparing or moving throws arrives; of several, one. The elements are then in some order.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SORT_HPP
#define TACTUS_SORT_HPP

#include "detail/sort.hpp"
#include "detail/stop.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tactus {

/// less(x, y) orders the elements of both ranges, which the output takes.
template <class Less, class First, class Second, class Output>
concept merges_into = std::mergeable<std::ranges::iterator_t<First>, std::ranges::iterator_t<Second>, Output,
                                     std::remove_reference_t<Less>>;

namespace detail {

/// How many of the first range's elements are among the first `index` of the merged ones.
template <class First, class Second, class Less>
uint64_t splitMerge(First first, uint64_t firstSize, Second second, uint64_t secondSize, uint64_t index, Less &less) {
  uint64_t low = index > secondSize ? index - secondSize : 0;
  uint64_t high = std::min(index, firstSize);
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    // Equal elements of the first range come first.
    if (less(element(second, index - middle - 1), element(first, middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// `moves`: elements are moved, not copied.
template <bool moves, class First, class Second, class Output, class Less> struct MergeKind {
  /// The next element of each range.
  struct State {
    uint64_t first, second;
  };
  using Cursor = uint64_t;
  static constexpr bool isLeaf =
      isPlainLoop<First, Less> && isPlainLoop<Second, Less> && std::contiguous_iterator<Output>;
  First first;
  Second second;
  Output output;
  uint64_t firstSize, secondSize;
  KeptFunction<Less> less;

  State begin(uint64_t index) const {
    uint64_t taken = splitMerge(first, firstSize, second, secondSize, index, less);
    return {taken, index - taken};
  }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const {
    bool takesSecond = state.first == firstSize ||
                       (state.second != secondSize && less(element(second, state.second), element(first, state.first)));
    if (takesSecond)
      take(index, element(second, state.second++));
    else
      take(index, element(first, state.first++));
  }
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    bool takesSecond = less(element(second, index), element(first, index));
    uint64_t x = index, y = index;
    take(index, takesSecond, x, y);
  }
  /// As long as both ranges have elements, nobody asks whether they do.
  [[gnu::always_inline]] void runPiece(State &state, uint64_t begin, uint64_t end) const {
    uint64_t x = state.first, y = state.second, index = begin;
    while (x != firstSize && y != secondSize && index != end) {
      uint64_t safe = index + std::min({firstSize - x, secondSize - y, end - index});
      for (; index != safe; ++index) {
        bool takesSecond = less(element(second, y), element(first, x));
        take(index, takesSecond, x, y);
      }
    }
    for (; index != end; ++index)
      take(index, x == firstSize, x, y);
    state = {x, y};
  }
  void combine(State &state, State &&task) const noexcept { state = task; }

private:
  /// Small values are chosen, not jumped for: which one comes is anybody's guess.
  static constexpr bool isSmall = std::is_arithmetic_v<std::iter_value_t<First>> &&
                                  std::is_same_v<std::iter_value_t<First>, std::iter_value_t<Second>>;
  [[gnu::always_inline]] void take(uint64_t index, bool takesSecond, uint64_t &x, uint64_t &y) const {
    if constexpr (isSmall) {
      using T = std::iter_value_t<First>;
      const T *chosen = takesSecond ? std::addressof(element(second, y)) : std::addressof(element(first, x));
      element(output, index) = *chosen;
      x += !takesSecond;
      y += takesSecond;
    } else if (takesSecond) {
      take(index, element(second, y++));
    } else {
      take(index, element(first, x++));
    }
  }
  template <class Element> [[gnu::always_inline]] void take(uint64_t index, Element &&taken) const {
    if constexpr (moves)
      element(output, index) = std::move(taken);
    else
      element(output, index) = std::forward<Element>(taken);
  }
};

template <bool moves, class First, class Second, class Output, class Less, class Stop>
void mergeInto(First first, uint64_t firstSize, Second second, uint64_t secondSize, Output output, Less &less,
               const Stop &stop, std::source_location where) {
  using Kind = MergeKind<moves, First, Second, Output, Less>;
  Kind kind{first, second, output, firstSize, secondSize, less};
  typename Kind::State state{0, 0};
  runUntil(kind, state, firstSize + secondSize, stop, where);
}

/// Merge sort between a range and a buffer, in turns. A part that is told to stop is not sorted, but where it should
/// be.
template <class T, class Less, class Stop> class MergeSort {
public:
  MergeSort(Less &order, const Stop &request, std::source_location place) : less(order), stop(request), where(place) {}

  /// The sorted elements are where they were.
  template <class Iterator> void inPlace(Iterator data, T *buffer, uint64_t count) {
    if (count <= Short || stop.stop_requested())
      return insert(data, count);
    uint64_t half = count / 2;
    parAt(
        where, [&] { intoBuffer(data, buffer, half); },
        [&] { intoBuffer(data + offset<Iterator>(half), buffer + half, count - half); });
    mergeBack(buffer, half, buffer + half, count - half, data);
  }

private:
  /// Insertion sort takes fewer steps.
  static constexpr uint64_t Short = 16;
  Less &less;
  const Stop &stop;
  std::source_location where;

  template <class Iterator> static std::iter_difference_t<Iterator> offset(uint64_t count) {
    return static_cast<std::iter_difference_t<Iterator>>(count);
  }

  template <class Iterator> void intoBuffer(Iterator data, T *buffer, uint64_t count) {
    if (count <= Short || stop.stop_requested()) {
      insert(data, count);
      std::move(data, data + offset<Iterator>(count), buffer);
      return;
    }
    uint64_t half = count / 2;
    Iterator middle = data + offset<Iterator>(half);
    parAt(where, [&] { inPlace(data, buffer, half); }, [&] { inPlace(middle, buffer + half, count - half); });
    mergeBack(data, half, middle, count - half, buffer);
  }

  template <class Iterator> void insert(Iterator data, uint64_t count) {
    for (uint64_t index = 1; index < count && !stop.stop_requested(); ++index) {
      if (!less(element(data, index), element(data, index - 1)))
        continue;
      T value = std::move(element(data, index));
      uint64_t place = index;
      do {
        element(data, place) = std::move(element(data, place - 1));
        --place;
      } while (place != 0 && less(std::as_const(value), element(data, place - 1)));
      element(data, place) = std::move(value);
    }
  }

  /// Never stopped, since elements are on their way between two places. But parts that are not in order, because a stop
  /// was requested before this began, are only moved: bisection would find places that do not fit together.
  template <class First, class Output>
  void mergeBack(First first, uint64_t firstSize, First second, uint64_t secondSize, Output output) {
    if (stop.stop_requested()) {
      std::move(second, second + offset<First>(secondSize), std::move(first, first + offset<First>(firstSize), output));
      return;
    }
    mergeInto<true>(first, firstSize, second, secondSize, output, less, never_stop{}, where);
  }
};

/// A strand has partitioned [first, next): those before `middle` are in, those behind it are out.
template <class Iterator, class Predicate> struct PartitionKind {
  struct State {
    uint64_t first, middle, next;
  };
  using Cursor = uint64_t;
  Iterator data;
  KeptFunction<Predicate> predicate;

  State begin(uint64_t index) const noexcept { return {index, index, index}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const {
    using T = std::iter_value_t<Iterator>;
    if constexpr (std::is_arithmetic_v<T> && std::contiguous_iterator<Iterator>) {
      // Without a jump, which nobody could predict: one that is out is exchanged with another one that is.
      bool isIn = std::invoke(predicate, element(data, index));
      T value = element(data, index);
      element(data, index) = element(data, state.middle);
      element(data, state.middle) = value;
      state.middle += isIn;
    } else if (std::invoke(predicate, element(data, index))) {
      if (state.middle != index)
        std::iter_swap(data + offset(state.middle), data + offset(index));
      ++state.middle;
    }
    state.next = index + 1;
  }
  /// Exchanges what is out of the first with what is in of the second. Nobody has looked at what lies between, if a
  /// stop was requested: it is out.
  void combine(State &state, State &&task) const {
    uint64_t in = task.middle - task.first, out = task.first - state.middle, count = std::min(in, out);
    auto exchange = [&](uint64_t index) {
      std::iter_swap(data + offset(state.middle + index), data + offset(task.middle - 1 - index));
    };
    if (count != 0) {
      ForKind<decltype(exchange)> kind{exchange};
      typename ForKind<decltype(exchange)>::State nothing;
      runLoop(kind, nothing, 0, count, {});
    }
    state.middle += in;
    state.next = task.next;
  }

private:
  static std::iter_difference_t<Iterator> offset(uint64_t index) {
    return static_cast<std::iter_difference_t<Iterator>>(index);
  }
};

} // namespace detail

/// Sorts a random-access range by `less`; equal elements keep their order. Takes n log n comparisons, and memory for as
/// many elements again, which are default constructed. If `less` throws, the elements are valid, but some may be moved
/// from. If a stop is requested, the range holds its elements in some order.
/// Complexity: n log n comparisons, and room for n elements.
/// Exceptions: one that comparing or moving throws arrives; of several, one. Some elements may then be moved from. And
/// std::bad_alloc, before anything has been moved.
/// Example:
///     std::vector<std::string> words{"pear", "fig", "kiwi"};
///     tactus::parallel_stable_sort(words, [](auto &a, auto &b) { return a.size() < b.size(); });
///     std::cout << words[1] << words[2]; // prints pearkiwi
template <indexable_range Range, class Less = std::less<>, stop_request Stop = never_stop>
  requires std::sortable<std::ranges::iterator_t<Range>, std::remove_reference_t<Less>> &&
           std::default_initializable<std::ranges::range_value_t<Range>>
void parallel_stable_sort(Range &&range, Less &&less = {}, Stop stop = {},
                          std::source_location where = std::source_location::current()) {
  using T = std::ranges::range_value_t<Range>;
  uint64_t count = detail::sizeOf(range);
  if (count < 2 || stop.stop_requested())
    return;
  auto buffer = std::make_unique_for_overwrite<T[]>(count);
  detail::MergeSort<T, std::remove_reference_t<Less>, Stop>(less, stop, where)
      .inPlace(std::ranges::begin(range), buffer.get(), count);
}

/// Merges two sorted ranges, of which equal elements of the first come first, and returns the end of the output, which
/// must not overlap them. Elements are copied. Takes n + m comparisons, and log(n + m) more for each task.
/// Complexity: n + m comparisons, and log(n + m) for each task.
/// Exceptions: one that comparing or copying throws arrives. What the output holds is then unspecified.
/// Example:
///     std::vector<int> x{1, 4, 7}, y{2, 4}, z(5);
///     tactus::parallel_merge(x, y, z.begin());
///     std::cout << z[0] << z[1] << z[2] << z[3] << z[4]; // prints 12447
template <indexable_range First, indexable_range Second, std::random_access_iterator Output, class Less = std::less<>,
          stop_request Stop = never_stop>
  requires merges_into<Less, First, Second, Output>
Output parallel_merge(First &&first, Second &&second, Output output, Less &&less = {}, Stop stop = {},
                      std::source_location where = std::source_location::current()) {
  uint64_t firstSize = detail::sizeOf(first), secondSize = detail::sizeOf(second);
  detail::mergeInto<false>(std::ranges::begin(first), firstSize, std::ranges::begin(second), secondSize, output, less,
                           stop, where);
  return output + static_cast<std::iter_difference_t<Output>>(firstSize + secondSize);
}

/// Moves the elements for which the predicate says yes in front of the others, and returns where those begin. They may
/// change places; which do depends on the schedule. If a stop is requested, or the predicate throws, the range holds
/// its elements in some order.
/// Complexity: n calls, n exchanges, and up to n / 2 more for what was promoted; in place.
/// Example:
///     std::vector<int> values{1, 2, 3, 4};
///     auto odd = tactus::parallel_partition(values, [](int value) { return value % 2 == 0; });
///     std::cout << odd - values.begin(); // prints 2
template <indexable_range Range, class Predicate, stop_request Stop = never_stop>
  requires std::predicate<Predicate &, std::ranges::range_reference_t<Range>> &&
           std::permutable<std::ranges::iterator_t<Range>>
std::ranges::iterator_t<Range> parallel_partition(Range &&range, Predicate &&predicate, Stop stop = {},
                                                  std::source_location where = std::source_location::current()) {
  using Kind = detail::PartitionKind<std::ranges::iterator_t<Range>, std::remove_reference_t<Predicate>>;
  Kind kind{std::ranges::begin(range), predicate};
  typename Kind::State state = kind.begin(0);
  detail::runUntil(kind, state, detail::sizeOf(range), stop, where);
  return std::ranges::begin(range) + static_cast<std::ranges::range_difference_t<Range>>(state.middle);
}

} // namespace tactus

#endif // TACTUS_SORT_HPP

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

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/par.hpp" // IWYU pragma: export
#include "detail/sort.hpp"
#include "detail/stop.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tactus {

/// less(x, y) orders the elements of both ranges, which the output takes.
template <class Less, class First, class Second, class Output>
concept merges_into =
    written_apart<Output> && std::mergeable<std::ranges::iterator_t<First>, std::ranges::iterator_t<Second>, Output,
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

/// `moves`: elements are moved, not copied, and stay what they are.
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
                                  std::is_same_v<std::iter_value_t<First>, std::iter_value_t<Second>> &&
                                  std::is_lvalue_reference_v<std::iter_reference_t<First>> &&
                                  std::is_lvalue_reference_v<std::iter_reference_t<Second>>;
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

/// Merges by calls of mergePart(first, size, second, size, output) for parts of at most `length` elements of the
/// output: forks, because what is in front of a part must be told from it before anybody moves elements.
template <class First, class Second, class Output, class Less, class MergePart>
void mergeInHalves(First first, uint64_t firstSize, Second second, uint64_t secondSize, Output output, uint64_t length,
                   Less &less, MergePart &mergePart, std::source_location where) {
  uint64_t size = firstSize + secondSize;
  if (size <= length) {
    mergePart(first, firstSize, second, secondSize, output);
    return;
  }
  uint64_t half = size / 2, fromFirst = splitMerge(first, firstSize, second, secondSize, half, less);
  uint64_t fromSecond = half - fromFirst;
  both(
      where, [&] { mergeInHalves(first, fromFirst, second, fromSecond, output, length, less, mergePart, where); },
      [&] {
        mergeInHalves(first + static_cast<std::iter_difference_t<First>>(fromFirst), firstSize - fromFirst,
                      second + static_cast<std::iter_difference_t<Second>>(fromSecond), secondSize - fromSecond,
                      output + static_cast<std::iter_difference_t<Output>>(half), length, less, mergePart, where);
      });
}

/// The serial merge, which moves.
template <class First, class Second, class Output, class Less>
void moveMerged(First first, uint64_t firstSize, Second second, uint64_t secondSize, Output output, Less &less) {
  First firstLast = first + static_cast<std::iter_difference_t<First>>(firstSize);
  Second secondLast = second + static_cast<std::iter_difference_t<Second>>(secondSize);
  for (; first != firstLast && second != secondLast; ++output)
    if (less(*second, *first))
      *output = std::ranges::iter_move(second++);
    else
      *output = std::ranges::iter_move(first++);
  std::move(second, secondLast, std::move(first, firstLast, output));
}

/// A part of a merge that moves elements, which are compared by calls and have buffers as a rule. Against it a fork,
/// and the ten comparisons of its bisection, cost nothing.
inline constexpr uint64_t MovedPart = 1024;

/// Merges into other places, and leaves moved-from elements behind. A strand of a loop looks for its place among
/// elements that strands before it may have taken: so that loop is for those that are still there when they are moved.
template <class First, class Second, class Output, class Less>
void mergeMoving(First first, uint64_t firstSize, Second second, uint64_t secondSize, Output output, Less &less,
                 std::source_location where) {
  if constexpr (std::is_trivially_copyable_v<std::iter_value_t<First>>) {
    mergeInto<true>(first, firstSize, second, secondSize, output, less, never_stop{}, where);
  } else {
    auto mergePart = [&less](First x, uint64_t xSize, Second y, uint64_t ySize, Output to) {
      moveMerged(x, xSize, y, ySize, to, less);
    };
    mergeInHalves(first, firstSize, second, secondSize, output, MovedPart, less, mergePart, where);
  }
}

/// Room for as many elements as a range has, all of them made. Those that have no default are moved through, one from
/// the one before, and the last of them back to where the first came from.
template <class T> class MergeBuffer {
  std::allocator<T> allocator;
  T *memory;
  uint64_t size, made = 0;

public:
  template <class Iterator>
  MergeBuffer(Iterator first, uint64_t count) : memory(allocator.allocate(count)), size(count) {
#if defined(__cpp_exceptions)
    try {
      make(first);
    } catch (...) {
      clear();
      throw;
    }
#else
    make(first);
#endif
  }
  MergeBuffer(const MergeBuffer &) = delete;
  MergeBuffer &operator=(const MergeBuffer &) = delete;
  ~MergeBuffer() { clear(); }
  T *get() const noexcept { return memory; }

private:
  template <class Iterator> void make(Iterator first) {
    if constexpr (std::is_trivially_default_constructible_v<T>) {
      std::uninitialized_default_construct_n(memory, size);
      made = size;
    } else if constexpr (std::default_initializable<T>) {
      for (; made != size; ++made)
        std::construct_at(memory + made);
    } else {
      std::construct_at(memory, std::move(*first));
      for (made = 1; made != size; ++made)
        std::construct_at(memory + made, std::move(memory[made - 1]));
      *first = std::move(memory[size - 1]);
    }
  }
  void clear() noexcept {
    std::destroy_n(memory, made);
    allocator.deallocate(memory, size);
  }
};

/// Sorts the few elements of a part: insertion sort takes fewer steps.
template <class Less, class Stop> struct InsertionSort {
  Less &less;
  const Stop &stop;

  template <class Iterator> void operator()(Iterator data, uint64_t count) const {
    for (uint64_t index = 1; index < count && !stop.stop_requested(); ++index) {
      if (!less(element(data, index), element(data, index - 1)))
        continue;
      std::iter_value_t<Iterator> value = std::move(element(data, index));
      uint64_t place = index;
      do {
        element(data, place) = std::move(element(data, place - 1));
        --place;
      } while (place != 0 && less(std::as_const(value), element(data, place - 1)));
      element(data, place) = std::move(value);
    }
  }
};

/// Parts that are sorted already.
struct SortedParts {
  template <class Iterator> void operator()(Iterator, uint64_t) const noexcept {}
};

/// Merge sort between a range and a buffer, in turns, of parts of a length that `sortPart` sorts. A part that is told
/// to stop is not sorted, but where it should be.
template <class T, class Less, class SortPart, class Stop> class MergeSort {
public:
  MergeSort(Less &order, SortPart part, uint64_t length, const Stop &request, std::source_location place)
      : less(order), sortPart(part), partLength(length), stop(request), where(place) {}

  /// The sorted elements are where they were.
  template <class Iterator> void inPlace(Iterator data, T *buffer, uint64_t count) {
    if (count <= partLength || stop.stop_requested())
      return sortPart(data, count);
    uint64_t half = halfOf(count);
    both(
        where, [&] { intoBuffer(data, buffer, half); },
        [&] { intoBuffer(data + offset<Iterator>(half), buffer + half, count - half); });
    mergeBack(buffer, half, buffer + half, count - half, data);
  }

private:
  Less &less;
  SortPart sortPart;
  uint64_t partLength;
  const Stop &stop;
  std::source_location where;

  template <class Iterator> static std::iter_difference_t<Iterator> offset(uint64_t count) {
    return static_cast<std::iter_difference_t<Iterator>>(count);
  }

  /// Whole parts, at least one, and not all.
  uint64_t halfOf(uint64_t count) const noexcept { return ((count - 1) / partLength + 1) / 2 * partLength; }

  template <class Iterator> void intoBuffer(Iterator data, T *buffer, uint64_t count) {
    if (count <= partLength || stop.stop_requested()) {
      sortPart(data, count);
      std::move(data, data + offset<Iterator>(count), buffer);
      return;
    }
    uint64_t half = halfOf(count);
    Iterator middle = data + offset<Iterator>(half);
    both(where, [&] { inPlace(data, buffer, half); }, [&] { inPlace(middle, buffer + half, count - half); });
    mergeBack(data, half, middle, count - half, buffer);
  }

  /// Never stopped, since elements are on their way between two places. But parts that are not in order, because a stop
  /// was requested before this began, are only moved: bisection would find places that do not fit together.
  template <class First, class Output>
  void mergeBack(First first, uint64_t firstSize, First second, uint64_t secondSize, Output output) {
    if (stop.stop_requested()) {
      std::move(second, second + offset<First>(secondSize), std::move(first, first + offset<First>(firstSize), output));
      return;
    }
    mergeMoving(first, firstSize, second, secondSize, output, less, where);
  }
};

/// Below this many elements insertion sort takes fewer steps than merging.
inline constexpr uint64_t ShortPart = 16;

/// Sorts a range whose parts of a length, the last one shorter, are sorted. Stable.
template <class Iterator, class Less>
void mergeSortedParts(Iterator first, uint64_t count, uint64_t length, Less &less) {
  using T = std::iter_value_t<Iterator>;
  never_stop never;
  MergeBuffer<T> buffer(first, count);
  MergeSort<T, Less, SortedParts, never_stop>(less, {}, length, never, {}).inPlace(first, buffer.get(), count);
}

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
/// many elements again, which are default constructed, or moved if they have no default. If `less` throws, the elements
/// are valid, but some may be moved from. If a stop is requested, the range holds its elements in some order.
/// Complexity: n log n comparisons, and room for n elements.
/// Exceptions: one that comparing or moving throws arrives; of several, one. Some elements may then be moved from. And
/// std::bad_alloc, before anything has been moved.
/// Example:
///     std::vector<std::string> words{"pear", "fig", "kiwi"};
///     tactus::parallel_stable_sort(words, [](auto &a, auto &b) { return a.size() < b.size(); });
///     std::cout << words[1] << words[2]; // prints pearkiwi
template <indexable_range Range, class Less = std::less<>, stop_request Stop = never_stop>
  requires std::sortable<std::ranges::iterator_t<Range>, std::remove_reference_t<Less>> &&
           written_apart<std::ranges::iterator_t<Range>>
void parallel_stable_sort(Range &&range, Less &&less = {}, Stop stop = {},
                          std::source_location where = std::source_location::current()) {
  using T = std::ranges::range_value_t<Range>;
  uint64_t count = detail::sizeOf(range);
  if (count < 2 || stop.stop_requested())
    return;
  using Order = std::remove_reference_t<Less>;
  detail::MergeBuffer<T> buffer(std::ranges::begin(range), count);
  detail::MergeSort<T, Order, detail::InsertionSort<Order, Stop>, Stop>(less, {less, stop}, detail::ShortPart, stop,
                                                                        where)
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
           std::permutable<std::ranges::iterator_t<Range>> && written_apart<std::ranges::iterator_t<Range>>
std::ranges::iterator_t<Range> parallel_partition(Range &&range, Predicate &&predicate, Stop stop = {},
                                                  std::source_location where = std::source_location::current()) {
  using Kind = detail::PartitionKind<std::ranges::iterator_t<Range>, std::remove_reference_t<Predicate>>;
  Kind kind{std::ranges::begin(range), predicate};
  typename Kind::State state = kind.begin(0);
  detail::runUntil(kind, state, detail::sizeOf(range), stop, where);
  return std::ranges::begin(range) + static_cast<std::ranges::range_difference_t<Range>>(state.middle);
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/sort.hpp" // IWYU pragma: keep

#endif // TACTUS_SORT_HPP

//===- steps.hpp - loops over ranges that can only be walked -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The elements of a std::map or a std::list have a number, but no way there but step by step. The thread that enters
// the loop walks as the serial loop does. A task walks to its first element, from the last checkpoint before it that
// somebody has passed on such a way, and leaves checkpoints. So what is not promoted pays a counter, and all ways of
// all tasks together are one walk over the range, and one more of its thirty-second part for each task.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STEPS_HPP
#define TACTUS_DETAIL_STEPS_HPP

#include "algorithms.hpp"
#include "stop.hpp"

#include <atomic>
#include <cstdint>
#include <iterator>
#include <source_location>

namespace tactus {

namespace detail {

/// Where some of the elements are.
template <class Iterator> class Checkpoints {
  static constexpr uint64_t most = 32;
  enum State : uint8_t { Unknown, Claimed, Known };
  struct Place {
    // Claimed by who stores the iterator. Release: the iterator; acquire: who reads it.
    std::atomic<State> state{Unknown};
    Iterator iterator{};
  };
  Iterator first;
  uint64_t distance;
  Place places[most];

  void note(Place &place, const Iterator &iterator) {
    State seen = Unknown;
    if (!place.state.compare_exchange_strong(seen, Claimed, std::memory_order_relaxed))
      return;
    place.iterator = iterator;
    place.state.store(Known, std::memory_order_release);
  }

public:
  Checkpoints(Iterator begin, uint64_t count) : first(std::move(begin)), distance(count / most + 1) {}
  Checkpoints(const Checkpoints &) = delete;
  Checkpoints &operator=(const Checkpoints &) = delete;

  const Iterator &begin() const noexcept { return first; }

  /// Walks to the element with that number. Place i has number (i + 1) * distance.
  Iterator walkTo(uint64_t number) {
    uint64_t passed = number / distance;
    while (passed > 0 && places[passed - 1].state.load(std::memory_order_acquire) != Known)
      --passed;
    Iterator iterator = passed > 0 ? places[passed - 1].iterator : first;
    for (uint64_t at = passed * distance, next = at + distance; at != number;) {
      ++iterator;
      if (++at == next) {
        note(places[passed++], iterator);
        next += distance;
      }
    }
    return iterator;
  }
};

template <class Iterator, class Function> struct StepKind {
  /// Where a strand is in the range.
  struct State {
    Iterator iterator;
    uint64_t number;
  };
  using Cursor = uint64_t;
  KeptFunction<Function> function;
  Checkpoints<Iterator> &checkpoints;

  State begin(uint64_t index) const { return {checkpoints.walkTo(index), index}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const {
    for (; state.number != index; ++state.number)
      ++state.iterator;
    callBody(function, *state.iterator);
  }
  void combine(State &, State &&) const noexcept {}
};

template <class Range, class Function, class Stop>
void forSteps(Range &range, Function &function, const Stop &stop, std::source_location where) {
  using Iterator = std::ranges::iterator_t<Range>;
  uint64_t count = sizeOf(range);
  Checkpoints<Iterator> checkpoints(std::ranges::begin(range), count);
  StepKind<Iterator, Function> kind{function, checkpoints};
  typename StepKind<Iterator, Function>::State state{checkpoints.begin(), 0};
  runUntil(kind, state, count, stop, where);
}

} // namespace detail

/// Calls body(element) for each element of a range without random access, such as a std::map. The body may change
/// elements, but neither add nor remove some.
/// Complexity: a call and a step for each element; each task walks to its first one.
/// Example:
///     std::map<int, int> squares{{1, 0}, {2, 0}, {3, 0}};
///     tactus::parallel_for(squares, [](std::pair<const int, int> &entry) { entry.second = entry.first * entry.first;
///     }); std::cout << squares[3]; // prints 9
template <steppable_range Range, class Body, stop_request Stop = never_stop>
  requires body_for_element<Body, Range>
void parallel_for(Range &&range, Body &&body, Stop stop = {},
                  std::source_location where = std::source_location::current()) {
  detail::forSteps(range, body, stop, where);
}

/// The same.
/// Complexity: as above.
/// Example:
///     std::list<int> values{1, 2, 3};
///     tactus::parallel_for_each(values, [](int &value) { value = -value; });
///     std::cout << values.front(); // prints -1
template <steppable_range Range, class Function, stop_request Stop = never_stop>
  requires body_for_element<Function, Range>
void parallel_for_each(Range &&range, Function &&function, Stop stop = {},
                       std::source_location where = std::source_location::current()) {
  detail::forSteps(range, function, stop, where);
}

} // namespace tactus

#endif // TACTUS_DETAIL_STEPS_HPP

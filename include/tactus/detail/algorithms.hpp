//===- algorithms.hpp - parallel_for, parallel_reduce ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All are loops (loop.hpp) or forks (par.hpp). None has a grain size: what is not promoted runs as the sequential loop.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_ALGORITHMS_HPP
#define TACTUS_DETAIL_ALGORITHMS_HPP

#include "fork.hpp"
#include "loop.hpp"
#include "loop_start.hpp"

#include <algorithm> // and with it the concepts of ranges: <ranges> itself has views, which cost as much to compile again
#include <iterator>
#include <vector>

namespace tactus {

/// What a body gets for its iterations: i of [begin, end).
template <class Body, class Index>
concept body_for_index = std::invocable<Body &, Index>;

/// What a body gets for a range: its elements.
template <class Body, class Range>
concept body_for_element = std::invocable<Body &, std::ranges::range_reference_t<Range>>;

/// Parts of a range are reached by their index.
template <class Range>
concept indexable_range = std::ranges::random_access_range<Range> && std::ranges::sized_range<Range>;

/// They are reached by steps, and the range knows its size: std::map, std::unordered_set, std::list.
template <class Range>
concept steppable_range =
    std::ranges::forward_range<Range> && std::ranges::sized_range<Range> && !indexable_range<Range>;

namespace detail {
/// What stands for a bit of std::vector<bool>. The vector is instantiated only where somebody asks.
template <class Asking>
using Bit = typename std::vector<std::conditional_t<std::is_void_v<Asking>, void, bool>>::reference;
} // namespace detail

/// Several threads may write its elements at the same time: they are not bits of one word, as those of
/// std::vector<bool>.
template <class Iterator>
concept written_apart = !std::same_as<std::remove_cvref_t<std::iter_reference_t<Iterator>>, detail::Bit<Iterator>>;

/// combine(T, T) gives a T. It must be associative; it need not be commutative.
template <class Combine, class T>
concept combines = std::invocable<Combine &, T, T> && std::convertible_to<std::invoke_result_t<Combine &, T, T>, T>;

/// Reduction results move between threads.
template <class T>
concept reduction_value = std::movable<T> && std::copy_constructible<T>;

namespace detail {

/// Does uint64_t not hold it? In GNU's dialect __int128 is an integer as well.
template <class Index> inline constexpr bool isWide = sizeof(Index) > sizeof(uint64_t);

/// The number of iterations of [begin, end), which is not empty; without overflow. Callers look at that first: of a
/// difference that may also be 0 instead, the optimiser does not find out later that it is not.
template <std::integral Index> constexpr uint64_t distance(Index begin, Index end) noexcept {
  if constexpr (isWide<Index>)
    return static_cast<uint64_t>(end - begin);
  else
    return static_cast<uint64_t>(end) - static_cast<uint64_t>(begin);
}

/// begin + offset, which is an Index, by arithmetic that may wrap around in between.
template <std::integral Index> [[gnu::always_inline]] constexpr Index indexAt(Index begin, uint64_t offset) noexcept {
  if constexpr (isWide<Index>)
    return begin + static_cast<Index>(offset);
  else
    return static_cast<Index>(static_cast<uint64_t>(begin) + offset);
}

/// The body of a loop belongs in the loop, as it would in one of the language, although there are two of them: one runs
/// the tasks.
#if defined(__clang__) && defined(__OPTIMIZE__)
#define TACTUS_DETAIL_INLINE_CALL [[clang::always_inline]]
#else
#define TACTUS_DETAIL_INLINE_CALL
#endif

/// std::invoke is left out where it says nothing: its call would be inlined, but not the body in it.
template <class Function, class Argument>
[[gnu::always_inline]] constexpr decltype(auto) callBody(Function &function, Argument &&argument) {
  if constexpr (std::is_member_pointer_v<Function>)
    return std::invoke(function, std::forward<Argument>(argument));
  else
    TACTUS_DETAIL_INLINE_CALL return function(std::forward<Argument>(argument));
}

#undef TACTUS_DETAIL_INLINE_CALL

/// May a reference that a function returns be one to its argument, or into it, which ends with the call?
template <class Result, class Argument>
inline constexpr bool mayReferTo =
    !std::is_lvalue_reference_v<Argument> &&
    (std::is_rvalue_reference_v<Result> || std::is_class_v<std::remove_reference_t<Argument>> ||
     std::is_same_v<std::remove_cvref_t<Result>, std::remove_cvref_t<Argument>>);

/// What a call gives to others: of std::identity and its like, a value and no reference to an argument that is no more.
template <class Function, class... Arguments> struct ResultOfCall {
  using Type = std::invoke_result_t<Function &, Arguments...>;
};
template <class Function, class... Arguments>
  requires std::is_reference_v<std::invoke_result_t<Function &, Arguments...>> &&
           (mayReferTo<std::invoke_result_t<Function &, Arguments...>, Arguments> || ...) &&
           std::constructible_from<std::remove_cvref_t<std::invoke_result_t<Function &, Arguments...>>,
                                   std::invoke_result_t<Function &, Arguments...>>
struct ResultOfCall<Function, Arguments...> {
  using Type = std::remove_cvref_t<std::invoke_result_t<Function &, Arguments...>>;
};

/// How a loop over integers counts, beside the number of the iteration: in the program's own variable, if it is
/// narrower and does not overflow, so that compilers widen it. Of a truncated number they know nothing, and compute
/// each address anew.
template <class Index>
inline constexpr bool countsByItself = std::signed_integral<Index> && sizeof(Index) == sizeof(int);

/// Calls a function for the index-th of an interval of integers.
template <class Index, class Function> class OfIndices {
  KeptFunction<Function> function;
  Index begin;

public:
  using Cursor = std::conditional_t<countsByItself<Index>, Index, uint64_t>;

  [[gnu::always_inline]] constexpr OfIndices(Function &body, Index first) : function(body), begin(first) {
    if constexpr (countsByItself<Index>)
      if (!std::is_constant_evaluated())
        sayStart<OfIndices>(first);
  }
  [[gnu::always_inline]] constexpr Cursor at(uint64_t index) const {
    if constexpr (countsByItself<Index>) {
      Cursor cursor = indexAt(begin, index);
      return std::is_constant_evaluated() ? cursor : notBeforeStart<OfIndices>(cursor);
    } else {
      return index;
    }
  }
  [[gnu::always_inline]] constexpr typename ResultOfCall<Function, Index>::Type operator()(Cursor cursor) const {
    if constexpr (countsByItself<Index>)
      return callBody(function, std::is_constant_evaluated() ? cursor : countedFromStart<OfIndices>(cursor));
    else
      return callBody(function, indexAt(begin, cursor));
  }
};

/// Calls a function for the index-th element.
template <class Iterator, class Function> struct OfElements {
  KeptFunction<Function> function;
  Iterator first;
  using Result = typename ResultOfCall<Function, std::iter_reference_t<Iterator>>::Type;
  [[gnu::always_inline]] constexpr Result operator()(uint64_t index) const {
    return callBody(function, first[static_cast<std::iter_difference_t<Iterator>>(index)]);
  }
};

/// The index-th element.
template <class Iterator> struct Elements {
  Iterator first;
  [[gnu::always_inline]] constexpr decltype(auto) operator()(uint64_t index) const {
    return first[static_cast<std::iter_difference_t<Iterator>>(index)];
  }
};

template <class Body> struct CursorOfBody {
  using Type = uint64_t;
};
template <class Body>
  requires requires { typename Body::Cursor; }
struct CursorOfBody<Body> {
  using Type = typename Body::Cursor;
};

/// What a body counts in, and where that stands.
template <class Body> using CursorOf = typename CursorOfBody<Body>::Type;
template <class Body> [[gnu::always_inline]] constexpr CursorOf<Body> cursorAt(const Body &body, uint64_t index) {
  if constexpr (requires { typename Body::Cursor; })
    return body.at(index);
  else
    return index;
}

template <class Body> struct ForKind {
  struct State {};
  using Cursor = CursorOf<Body>;
  Body body;

  State begin(uint64_t) const noexcept { return {}; }
  [[gnu::always_inline]] constexpr Cursor at(uint64_t index) const { return cursorAt(body, index); }
  [[gnu::always_inline]] constexpr void iterate(State &, Cursor cursor) const { body(cursor); }
  void combine(State &, State &&) const noexcept {}
};

template <class T, class Map, class Combine> struct ReduceKind {
  using State = T;
  using Cursor = CursorOf<Map>;
  /// By value where that is no more than the pointer would be.
  std::conditional_t<std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(void *), T, const T &> identity;
  Map map;
  KeptFunction<Combine> combiner;

  State begin(uint64_t) const { return identity; }
  [[gnu::always_inline]] constexpr Cursor at(uint64_t index) const { return cursorAt(map, index); }
  [[gnu::always_inline]] constexpr void iterate(State &state, Cursor cursor) const {
    state = std::invoke(combiner, std::move(state), static_cast<T>(map(cursor)));
  }
  void combine(State &state, State &&next) const { state = std::invoke(combiner, std::move(state), std::move(next)); }
};

template <class Kind>
[[gnu::always_inline]] constexpr void runAnywhere(Kind &kind, typename Kind::State &state, uint64_t count,
                                                  std::source_location where) {
  if (std::is_constant_evaluated()) {
    for (uint64_t index = 0; index < count; ++index)
      kind.iterate(state, kind.at(index));
    return;
  }
  runLoop(kind, state, 0, count, where);
}

template <class Body>
[[gnu::always_inline]] constexpr void forIndices(uint64_t count, Body body, std::source_location where) {
  ForKind<Body> kind{body};
  typename ForKind<Body>::State nothing{};
  runAnywhere(kind, nothing, count, where);
}

template <class Combine, class T, class Map>
[[gnu::always_inline]] constexpr T reduceIndices(uint64_t count, const T &identity, Map map, Combine &combiner,
                                                 std::source_location where) {
  T result = identity;
  ReduceKind<T, Map, Combine> kind{identity, map, combiner};
  runAnywhere(kind, result, count, where);
  return result;
}

} // namespace detail

/// Calls body(i) for each i of [begin, end). Different iterations may run at the same time. If some throw, the
/// exception of the first of them in order arrives, and later iterations may not have run. Thread-safe.
/// Complexity: end - begin calls.
/// Example:
///     std::vector<int> squares(5);
///     tactus::parallel_for(0, 5, [&](int i) { squares[i] = i * i; });
///     std::cout << squares[4]; // prints 16
template <std::integral Index, class Body>
  requires body_for_index<Body, Index>
[[gnu::always_inline]] constexpr void parallel_for(Index begin, std::type_identity_t<Index> end, Body &&body,
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  if (begin < end)
    detail::forIndices(detail::distance(begin, end), detail::OfIndices<Index, Function>{body, begin}, where);
}

/// Calls body(element) for each element of a random-access range; as above.
/// Complexity: a call for each element.
/// Example:
///     std::vector<int> values{1, 2, 3};
///     tactus::parallel_for(values, [](int &value) { value *= 10; });
///     std::cout << values[2]; // prints 30
template <indexable_range Range, class Body>
  requires body_for_element<Body, Range>
[[gnu::always_inline]] constexpr void parallel_for(Range &&range, Body &&body,
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  detail::forIndices(static_cast<uint64_t>(std::ranges::size(range)),
                     detail::OfElements<std::ranges::iterator_t<Range>, Function>{body, std::ranges::begin(range)},
                     where);
}

/// combine(... combine(combine(identity, map(begin)), map(begin + 1)) ..., map(end - 1)), grouped in any way but in
/// this order. `combine` is associative and `identity` is neutral to it; T is the type of `identity`.
/// Complexity: end - begin calls of each, and one of `combine` for each task.
/// Example:
///     int sum = tactus::parallel_reduce(1, 101, 0, [](int i) { return i; }, std::plus<>());
///     std::cout << sum; // prints 5050
template <std::integral Index, reduction_value T, class Map, class Combine>
  requires body_for_index<Map, Index> && combines<Combine, T> &&
           std::convertible_to<std::invoke_result_t<Map &, Index>, T>
[[nodiscard]] [[gnu::always_inline]] constexpr T
parallel_reduce(Index begin, std::type_identity_t<Index> end, const T &identity, Map &&map, Combine &&combine,
                std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Map>;
  if (!(begin < end))
    return identity;
  return detail::reduceIndices<std::remove_reference_t<Combine>>(
      detail::distance(begin, end), identity, detail::OfIndices<Index, Function>{map, begin}, combine, where);
}

/// The elements of a random-access range, combined; as above.
/// Complexity: a call for each element, and one for each task.
/// Example:
///     std::vector<std::string> words{"to", "get", "her"};
///     std::cout << tactus::parallel_reduce(words, std::string()); // prints together
template <indexable_range Range, reduction_value T, class Combine = std::plus<>>
  requires combines<Combine, T> && std::convertible_to<std::ranges::range_reference_t<Range>, T>
[[nodiscard]] [[gnu::always_inline]] constexpr T
parallel_reduce(Range &&range, const T &identity, Combine &&combine = {},
                std::source_location where = std::source_location::current()) {
  return detail::reduceIndices<std::remove_reference_t<Combine>>(
      static_cast<uint64_t>(std::ranges::size(range)), identity,
      detail::Elements<std::ranges::iterator_t<Range>>{std::ranges::begin(range)}, combine, where);
}

} // namespace tactus

#endif // TACTUS_DETAIL_ALGORITHMS_HPP

//===- loop_kinds.hpp - what loops over indices are made of --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// oneTBB's algorithms are made of this and no more (stopping.hpp), since a file that includes <tbb/tbb.h> must not take
// longer to compile than with oneTBB.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LOOP_KINDS_HPP
#define TACTUS_DETAIL_LOOP_KINDS_HPP

#include "fork.hpp"
#include "invoke.hpp"
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

/// invoke() is left out where it says nothing: its call would be inlined, but not the body in it.
template <class Function, class Argument>
[[gnu::always_inline]] constexpr decltype(auto) callBody(Function &function, Argument &&argument) {
  if constexpr (std::is_member_pointer_v<Function>)
    return callMember(function, std::forward<Argument>(argument));
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

} // namespace detail

} // namespace tactus

#endif // TACTUS_DETAIL_LOOP_KINDS_HPP

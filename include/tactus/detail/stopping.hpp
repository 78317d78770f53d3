//===- stopping.hpp - loops that may be told to stop ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whoever is not asked to stop pays nothing: without a token there is no question in the loop.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STOPPING_HPP
#define TACTUS_DETAIL_STOPPING_HPP

#include "loop_kinds.hpp"
#include "never_stop.hpp"

#include <concepts>

namespace tactus {

/// What algorithms ask between two elements, from several threads: a std::stop_token, or whatever looks like it.
template <class Stop>
concept stop_request = std::copy_constructible<Stop> && requires(const Stop &stop) {
  { stop.stop_requested() } -> std::convertible_to<bool>;
};

namespace detail {

/// A loop that ends early. One piece of it is one iteration.
template <class Kind, class Stop> struct Stopping {
  using State = typename Kind::State;
  using Cursor = typename Kind::Cursor;
  Kind &kind;
  const Stop &stop;

  State begin(uint64_t index) const { return kind.begin(index); }
  [[gnu::always_inline]] Cursor at(uint64_t index) const { return kind.at(index); }
  [[gnu::always_inline]] void iterate(State &state, Cursor cursor) const { kind.iterate(state, cursor); }
  void combine(State &state, State &&next) const { kind.combine(state, std::move(next)); }
  [[gnu::always_inline]] bool isDone(const State &state) const {
    return stop.stop_requested() || detail::isDone(kind, state);
  }
};

/// Runs [0, count), which may be empty.
template <class Kind, class Stop>
[[gnu::always_inline]] constexpr void runUntil(Kind &kind, typename Kind::State &state, uint64_t count,
                                               [[maybe_unused]] const Stop &stop, std::source_location where) {
  if (count == 0)
    return;
  if constexpr (std::is_same_v<Stop, never_stop>) {
    runAnywhere(kind, state, count, where);
  } else {
    if (stop.stop_requested())
      return;
    Stopping<Kind, Stop> stopping{kind, stop};
    runAnywhere(stopping, state, count, where);
  }
}

/// The same for a loop without results.
template <class Body, class Stop>
[[gnu::always_inline]] constexpr void forIndicesUntil(uint64_t count, Body body, const Stop &stop,
                                                      std::source_location where) {
  ForKind<Body> kind{body};
  typename ForKind<Body>::State nothing{};
  runUntil(kind, nothing, count, stop, where);
}

} // namespace detail

} // namespace tactus

#endif // TACTUS_DETAIL_STOPPING_HPP

//===- call.hpp - functions and captures that may move between processes ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     call<count>(board, depth)                                          count(board, depth)
//     call<[](const Board &board, int row) { ... }>(board)               a body of a loop, whose index comes behind
//
// The function is a part of the type, so that every rank knows it. The captures are values, and travel.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_CALL_HPP
#define TACTUS_CLUSTER_CALL_HPP

#include "travel.hpp"

#include <functional>
#include <tuple>

namespace tactus::cluster {

/// A function with its first arguments.
template <auto Function, travels... Captures> class bound_call {
  std::tuple<Captures...> captures;

public:
  bound_call() = default;
  explicit bound_call(std::tuple<Captures...> values) : captures(std::move(values)) {}

  template <class... Arguments>
    requires std::invocable<decltype(Function), const Captures &..., Arguments...>
  [[gnu::always_inline]] decltype(auto) operator()(Arguments &&...arguments) const {
    return invoke(std::index_sequence_for<Captures...>(), std::forward<Arguments>(arguments)...);
  }
  template <class Archive> void serialise(Archive &archive) { archive(captures); }

private:
  /// No std::apply, which compilers call instead of inlining it: a fork would pay for that.
  template <std::size_t... Index, class... Arguments>
  [[gnu::always_inline]] decltype(auto) invoke(std::index_sequence<Index...>, Arguments &&...arguments) const {
    if constexpr (std::is_member_pointer_v<decltype(Function)>)
      return std::invoke(Function, std::get<Index>(captures)..., std::forward<Arguments>(arguments)...);
    else
      return Function(std::get<Index>(captures)..., std::forward<Arguments>(arguments)...);
  }
};

/// Binds copies of the captures, which have to travel.
template <auto Function, class... Captures>
  requires(travels<std::decay_t<Captures>> && ...)
bound_call<Function, std::decay_t<Captures>...> call(Captures &&...captures) {
  return bound_call<Function, std::decay_t<Captures>...>(
      std::tuple<std::decay_t<Captures>...>(std::forward<Captures>(captures)...));
}

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_CALL_HPP

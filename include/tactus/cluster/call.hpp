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

namespace tactus::cluster {

namespace detail {

template <std::size_t Index, class T> struct Capture {
  T value{};
};
template <class Numbers, class... T> struct CapturesOf;
/// Captures by their numbers. A std::tuple's elements are behind calls: the plugin then takes the call of the function
/// for one among others, and leaves the captures of each fork in memory.
template <std::size_t... Index, class... T>
struct CapturesOf<std::index_sequence<Index...>, T...> : Capture<Index, T>... {};
template <class... T> using Captures = CapturesOf<std::index_sequence_for<T...>, T...>;

} // namespace detail

/// A function with its first arguments.
template <auto Function, travels... T> class bound_call {
  detail::Captures<T...> captures;

public:
  bound_call() = default;
  explicit bound_call(detail::Captures<T...> values) : captures(std::move(values)) {}

  template <class... Arguments>
    requires std::invocable<decltype(Function), const T &..., Arguments...>
  [[gnu::always_inline]] decltype(auto) operator()(Arguments &&...arguments) const {
    return invoke(std::index_sequence_for<T...>(), std::forward<Arguments>(arguments)...);
  }
  template <class Archive> void serialise(Archive &archive) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      archive(static_cast<detail::Capture<Index, T> &>(captures).value...);
    }(std::index_sequence_for<T...>());
  }

private:
  /// No std::apply, which compilers call instead of inlining it: a fork would pay for that.
  template <std::size_t... Index, class... Arguments>
  [[gnu::always_inline]] decltype(auto) invoke(std::index_sequence<Index...>, Arguments &&...arguments) const {
    if constexpr (std::is_member_pointer_v<decltype(Function)>)
      return std::invoke(Function, static_cast<const detail::Capture<Index, T> &>(captures).value...,
                         std::forward<Arguments>(arguments)...);
    else
      return Function(static_cast<const detail::Capture<Index, T> &>(captures).value...,
                      std::forward<Arguments>(arguments)...);
  }
};

/// Binds copies of the captures, which have to travel.
template <auto Function, class... Captures>
  requires(travels<std::decay_t<Captures>> && ...)
bound_call<Function, std::decay_t<Captures>...> call(Captures &&...captures) {
  return bound_call<Function, std::decay_t<Captures>...>(
      detail::Captures<std::decay_t<Captures>...>{{std::forward<Captures>(captures)}...});
}

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_CALL_HPP

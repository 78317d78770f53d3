//===- branches.hpp - calls of par and parallel_invoke that are refused ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_BRANCHES_HPP
#define TACTUS_DETAIL_REFUSED_BRANCHES_HPP

#include "../par.hpp"
#include "call.hpp"

namespace tactus {

namespace detail {

template <class... Functions> constexpr Mistake mistakeInBranches() {
  if constexpr (sizeof...(Functions) < 2)
    return Mistake::count;
  else if constexpr (!(callable_without_arguments<Functions> && ...))
    return Mistake::body;
  else if constexpr (!(returns_movable_or_void<Functions> && ...))
    return Mistake::result;
  else
    return Mistake::none;
}

} // namespace detail

template <class... Functions> std::tuple<std::conditional_t<true, detail::Refused, Functions>...> par(Functions &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInBranches<Functions...>()};
  static_assert(no(Mistake::count), "tactus::par: there are fewer than two functions");
  static_assert(no(Mistake::body), "tactus::par: a function needs arguments (concept callable_without_arguments)");
  static_assert(no(Mistake::result), "tactus::par: a result cannot be moved (concept returns_movable_or_void)");
  return detail::refused<std::tuple<std::conditional_t<true, detail::Refused, Functions>...>>();
}

template <class... Functions> void parallel_invoke(Functions &&...) {
  constexpr bool isCallable = (callable_without_arguments<Functions> && ...);
  static_assert(isCallable, "tactus::parallel_invoke: a function needs arguments (concept callable_without_arguments)");
}

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_BRANCHES_HPP

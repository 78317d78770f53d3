//===- branches.hpp - calls of par and parallel_invoke that are refused ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_BRANCHES_HPP
#define TACTUS_DETAIL_REFUSED_BRANCHES_HPP

#pragma GCC system_header
#include "../par.hpp"
#include "call.hpp"

namespace tactus {

namespace detail {

template <class... Functions> constexpr Mistake mistakeInBranches() {
  TACTUS_DETAIL_NEEDS(count, sizeof...(Functions) >= 2)
  TACTUS_DETAIL_NEEDS(body, (callable_without_arguments<Functions> && ...))
  TACTUS_DETAIL_NEEDS(result, (returns_movable_or_void<Functions> && ...))
  return Mistake::none;
}

template <class... Functions> constexpr Mistake mistakeInInvoked() {
  return (callable_without_arguments<Functions> && ...) ? Mistake::none : Mistake::body;
}

} // namespace detail

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class... Functions>                                                                                        \
  std::tuple<std::conditional_t<true, detail::Refused, Functions>...> TACTUS_DETAIL_NAME(Functions &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInBranches<Functions...>()
#define TACTUS_DETAIL_COUNT "there are fewer than two functions"
#define TACTUS_DETAIL_BODY TACTUS_DETAIL_NOT_CALLABLE
#define TACTUS_DETAIL_RESULT "a result cannot be moved (concept returns_movable_or_void)"
#define TACTUS_DETAIL_NAME par
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Functions> void TACTUS_DETAIL_NAME(Functions &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInInvoked<Functions...>()
#define TACTUS_DETAIL_BODY TACTUS_DETAIL_NOT_CALLABLE
#define TACTUS_DETAIL_NAME parallel_invoke
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_BRANCHES_HPP

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

#if !defined(__clang__)
#line 17 "tactus/detail/refused/branches.hpp"
#endif

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

template <class... Functions> constexpr Mistake mistakeInInvoked() {
  return (callable_without_arguments<Functions> && ...) ? Mistake::none : Mistake::body;
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInBranches<Functions...>()
template <class... Functions>
std::tuple<std::conditional_t<true, detail::Refused, Functions>...> par(Functions &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(par, count, "there are fewer than two functions"))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(par, body, TACTUS_DETAIL_NOT_CALLABLE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::par: a result cannot be moved (concept returns_movable_or_void)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInInvoked<Functions...>()
template <class... Functions> void parallel_invoke(Functions &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_invoke, body, TACTUS_DETAIL_NOT_CALLABLE))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_BRANCHES_HPP

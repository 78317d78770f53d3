//===- nary.hpp - par of several branches, parallel_invoke -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Several branches are forks inside forks: the first against all others, and so on. The oldest fork, promoted first,
// hands over most of the work.
//
// Exceptions: that of the first branch in order arrives, when all that had been begun has ended.
// Later ones may have run.
// Threads: any thread may call it at any time, also inside of a branch.
// Branches may run on several threads at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_NARY_HPP
#define TACTUS_DETAIL_NARY_HPP

#include "par.hpp"

namespace tactus {

namespace detail {

/// The result of one branch in a tuple, also of the last one.
template <class First, class... Rest>
[[gnu::always_inline]] constexpr std::tuple<Materialised<std::invoke_result_t<First>>,
                                            Materialised<std::invoke_result_t<Rest>>...>
forkAll(std::source_location where, First &&first, Rest &&...rest) {
  if constexpr (sizeof...(Rest) == 0) {
    return {callMaterialised(std::forward<First>(first))};
  } else {
    auto others = [&] { return forkAll(where, std::forward<Rest>(rest)...); };
    auto one = [&]() -> Materialised<std::invoke_result_t<First>> {
      return callMaterialised(std::forward<First>(first));
    };
    auto [head, tail] = parAt(where, one, std::move(others));
    return std::tuple_cat(std::tuple<Materialised<std::invoke_result_t<First>>>(std::forward<decltype(head)>(head)),
                          std::move(tail));
  }
}

} // namespace detail

/// As par(first, second), for more branches: all results in one tuple, or void if all are void. If several throw, the
/// exception of the first of them arrives.
/// Complexity: a call of each.
/// Example:
///     auto [x, y, z] = tactus::par([] { return 1; }, [] { return 2; }, [] { return 3; });
///     std::cout << x + y + z; // prints 6
template <branch First, branch Second, branch Third>
[[gnu::always_inline]] constexpr auto par(First &&first, Second &&second, Third &&third,
                                          std::source_location where = std::source_location::current()) {
  auto results =
      detail::forkAll(where, std::forward<First>(first), std::forward<Second>(second), std::forward<Third>(third));
  if constexpr (!detail::allVoid<First, Second, Third>)
    return results;
}

template <branch First, branch Second, branch Third, branch Fourth, branch... More>
[[gnu::always_inline]] constexpr auto par(First &&first, Second &&second, Third &&third, Fourth &&fourth,
                                          More &&...more) {
  auto results =
      detail::forkAll(std::source_location::current(), std::forward<First>(first), std::forward<Second>(second),
                      std::forward<Third>(third), std::forward<Fourth>(fourth), std::forward<More>(more)...);
  if constexpr (!detail::allVoid<First, Second, Third, Fourth, More...>)
    return results;
}

/// Calls all functions, which may run at the same time, and drops their results.
/// Complexity: a call of each.
/// Example:
///     int left = 0, right = 0;
///     tactus::parallel_invoke([&] { left = 1; }, [&] { right = 2; });
///     std::cout << left + right; // prints 3
template <callable_without_arguments... Functions> constexpr void parallel_invoke(Functions &&...functions) {
  if constexpr (sizeof...(Functions) == 1) {
    (static_cast<void>(std::invoke(std::forward<Functions>(functions))), ...);
  } else if constexpr (sizeof...(Functions) > 1) {
    par([&] { static_cast<void>(std::invoke(std::forward<Functions>(functions))); }...);
  }
}

} // namespace tactus

#endif // TACTUS_DETAIL_NARY_HPP

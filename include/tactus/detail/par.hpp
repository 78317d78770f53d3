//===- par.hpp - par(f, g): two branches that may run at the same time -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Exceptions: that of the first branch in order arrives, when all that had been begun has ended.
// Later ones may have run.
// Threads: any thread may call it at any time, also inside of a branch.
// Branches may run on several threads at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_PAR_HPP
#define TACTUS_DETAIL_PAR_HPP

#include "fork.hpp"

#include <concepts>
#include <functional>
#include <tuple>
#include <variant>

namespace tactus {

/// What can be called without arguments.
template <class Function>
concept callable_without_arguments = std::invocable<Function>;

/// A branch's result travels from the thread that computed it to the one that joins.
template <class Function>
concept returns_movable_or_void =
    std::is_void_v<std::invoke_result_t<Function>> || std::is_reference_v<std::invoke_result_t<Function>> ||
    std::move_constructible<std::invoke_result_t<Function>>;

/// A branch of a fork.
template <class Function>
concept branch = callable_without_arguments<Function> && returns_movable_or_void<Function>;

namespace detail {

/// In tuples of results, nothing is std::monostate.
template <class T> using Materialised = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

template <class... Functions> inline constexpr bool allVoid = (std::is_void_v<std::invoke_result_t<Functions>> && ...);

template <class Function> constexpr Materialised<std::invoke_result_t<Function>> callMaterialised(Function &&function) {
  if constexpr (std::is_void_v<std::invoke_result_t<Function>>) {
    std::invoke(std::forward<Function>(function));
    return {};
  } else {
    return std::invoke(std::forward<Function>(function));
  }
}

template <class T> [[gnu::always_inline]] inline decltype(auto) takeMaterialised(Holder<T> &holder) noexcept {
  if constexpr (std::is_void_v<T>)
    return std::monostate();
  else
    return holder.take();
}

template <class Second>
[[gnu::always_inline]] inline Materialised<std::invoke_result_t<Second>> joinMaterialised(tactus_fork_record *record) {
  if constexpr (std::is_void_v<std::invoke_result_t<Second>>) {
    takeJoined<Second>(record);
    return {};
  } else {
    return takeJoined<Second>(record);
  }
}

template <class First, class Second>
using PairOfResults = std::tuple<Materialised<std::invoke_result_t<First>>, Materialised<std::invoke_result_t<Second>>>;

template <class First, class Second>
[[gnu::always_inline]] inline PairOfResults<First, Second> forkPair(First &&first, Second &&second,
                                                                    std::source_location where) {
  using Site = ForkSite<Second>;
  using Results = PairOfResults<First, Second>;
  typename Site::Environment environment(second);
  Holder<std::invoke_result_t<First>> holder;
  tactus_fork_record *record = fork(
      Site::descriptor, environment.data(),
      [&]() __attribute__((always_inline)) { holder.fill(std::forward<First>(first)); }, where);
  Destroyer<decltype(holder)> destroyer(holder);
  if (!record) [[likely]]
    return Results{takeMaterialised(holder), callMaterialised(std::forward<Second>(second))};
  return Results{takeMaterialised(holder), joinMaterialised<Second>(record)};
}

/// par(), at a given place.
template <class First, class Second>
[[gnu::always_inline]] constexpr auto parAt(std::source_location where, First &&first, Second &&second) {
  if constexpr (allVoid<First, Second>) {
    both(where, std::forward<First>(first), std::forward<Second>(second));
  } else {
    if (std::is_constant_evaluated())
      return PairOfResults<First, Second>{callMaterialised(std::forward<First>(first)),
                                          callMaterialised(std::forward<Second>(second))};
    return forkPair(std::forward<First>(first), std::forward<Second>(second), where);
  }
}

} // namespace detail

/// Calls both, `first` on this thread and `second` here or on another one, and returns both results when both have
/// returned: as a std::tuple, in which void is std::monostate, or void if both are void. `second` may begin before
/// `first` has ended.
///
/// If both throw, the exception of `first` arrives; `second` may then have run, or not. Thread-safe; needs no memory
/// unless the fork is promoted.
/// Complexity: a call of each.
/// Example:
///     auto [one, two] = tactus::par([] { return 1; }, [] { return std::string("two"); });
///     std::cout << one << two; // prints 1two
template <branch First, branch Second>
[[gnu::always_inline]] constexpr auto par(First &&first, Second &&second,
                                          std::source_location where = std::source_location::current()) {
  return detail::parAt(where, std::forward<First>(first), std::forward<Second>(second));
}

} // namespace tactus

#endif // TACTUS_DETAIL_PAR_HPP

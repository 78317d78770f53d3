//===- combinable.hpp - an accumulator for each strand -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::combinable<Histogram> counts(Histogram{}, add);
//     tactus::parallel_for(0, n, [&](int i) { ++counts.local()[bucket(i)]; });
//     use(counts.get());
//
// Everything that runs in a row uses one accumulator; a task gets one when it first asks. Where a task is joined, its
// accumulator is combined into that of the strand before it, the earlier one on the left: so the result is that of the
// serial program if `combine` is associative and `identity` is neutral. (As reducer.h, which it is made of.
// Accumulators by thread would come in an order that nobody knows.)
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMBINABLE_HPP
#define TACTUS_COMBINABLE_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/refused/combinable.hpp"
#include "reducer.h"

#include <concepts>
#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace tactus {

/// combine(T, T) gives the T of two strands; accumulators are made as copies of the identity.
template <class Combine, class T>
concept combines_accumulators =
    std::copy_constructible<T> && std::movable<T> && std::invocable<const Combine &, T, T> &&
    std::convertible_to<std::invoke_result_t<const Combine &, T, T>, T>;

/// An accumulator that all strands may update at the same time. To be made before, and read behind, what updates it.
/// Neither copying the identity nor `combine` may throw.
/// Complexity: local() takes some twenty instructions; for each task that asks, the identity is copied and `combine`
/// called.
/// Exceptions: those of the first copies of the identity, when it is made. What an abandoned task has added is dropped.
/// Threads: any strand may call local() at any time; get() is for who has joined all of them.
/// Example:
///     tactus::combinable<int> sum;
///     tactus::parallel_for(0, 101, [&](int i) { sum.local() += i; });
///     std::cout << sum.get(); // prints 5050
template <class T, class Combine>
  requires combines_accumulators<Combine, T>
class combinable<T, Combine> {
  T leftmost, identity;
  [[no_unique_address]] Combine combiner;

  static void makeIdentity(void *reducer, void *view) noexcept {
    ::new (view) T(static_cast<combinable *>(reducer)->identity);
  }
  static void reduce(void *reducer, void *left, void *right) noexcept {
    T &earlier = *static_cast<T *>(left);
    earlier = std::invoke(std::as_const(static_cast<combinable *>(reducer)->combiner), std::move(earlier),
                          std::move(*static_cast<T *>(right)));
  }
  static void destroy(void *, void *view) noexcept { std::destroy_at(static_cast<T *>(view)); }
  static constexpr tactus_reducer_kind kind{sizeof(T), alignof(T), makeIdentity, reduce, destroy};

public:
  explicit combinable(T neutral = T(), Combine combine = {})
      : leftmost(neutral), identity(std::move(neutral)), combiner(std::move(combine)) {
    tactus_reducer_made(&leftmost, &kind, this);
  }
  combinable(const combinable &) = delete;
  combinable &operator=(const combinable &) = delete;
  ~combinable() { tactus_reducer_gone(&leftmost); }

  /// The calling strand's accumulator. Not to be kept beyond the next fork, loop or join.
  [[nodiscard]] T &local() noexcept {
    // As compiled reducers: what loops of the library run in has the runtime, whoever compiles it.
    tactus_views *views = tactus_current_views;
    if (!views)
      return leftmost;
    if (views->latest_leftmost == &leftmost)
      return *static_cast<T *>(views->latest_view);
    return *static_cast<T *>(tactus_reducer_find(&leftmost, &kind, this));
  }

  /// What has been accumulated so far, where everything that updates it has been joined.
  [[nodiscard]] T &get() noexcept { return local(); }
};

template <class T> combinable(T) -> combinable<T>;
template <class T, class Combine> combinable(T, Combine) -> combinable<T, Combine>;

} // namespace tactus

#endif // TACTUS_COMBINABLE_HPP

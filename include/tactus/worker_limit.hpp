//===- worker_limit.hpp - work that may use few of the workers ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::worker_limit few(2);
//     few.run([&] { tactus::parallel_for(0, n, body); });       on two threads at most, whatever is nested in it
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_WORKER_LIMIT_HPP
#define TACTUS_WORKER_LIMIT_HPP

#include "detail/outcome.hpp"
#include "detail/par.hpp"
#include "tactus.h"

#include <type_traits>

namespace tactus {

/// A number of threads that work may use at a time: loops, forks and groups that a function begins, and those inside of
/// them, wherever they run. What runs at the same time with other limits, or with the same one elsewhere, is counted
/// apart; a limit inside of a narrower one changes nothing. OpenMP's loops inside get as many threads at most, and its
/// queries see a parallel region with that many, which is no active level.
/// Complexity: some hundred instructions for run(); what is promoted inside counts its threads.
/// Exceptions: those of the function.
/// Threads: any thread may call it at any time; objects may be shared.
/// Example:
///     std::atomic<int> running = 0;
///     std::atomic<bool> isKept = true;
///     tactus::worker_limit(2).run([&] {
///       tactus::parallel_for(0, 1000, [&](int) {
///         if (++running > 2)
///           isKept = false;
///         --running;
///       });
///     });
///     std::cout << isKept; // prints 1
class worker_limit {
  unsigned count;

public:
  /// Of one thread at least, the calling one.
  explicit constexpr worker_limit(unsigned workers) noexcept : count(workers) {}

  /// Calls the function on this thread, and returns what it returns.
  template <branch Function> decltype(auto) run(Function &&function) const {
    using Result = std::invoke_result_t<Function>;
    struct Call {
      Function &&function;
      detail::Holder<Result> holder;
      detail::Outcome<void> failure;
    } call{std::forward<Function>(function), {}, {}};
    // Nothing may be thrown into libtactus.
    auto callIt = [](void *context) {
      auto &made = *static_cast<Call *>(context);
      made.failure.fill([&] { made.holder.fill(std::forward<Function>(made.function)); });
    };
    tactus_limit_workers(count, callIt, &call);
    call.failure.take();
    detail::Destroyer<detail::Holder<Result>> destroyer(call.holder);
    if constexpr (!std::is_void_v<Result>)
      return static_cast<Result>(call.holder.take());
  }
};

} // namespace tactus

#endif // TACTUS_WORKER_LIMIT_HPP

//===- future.hpp - async, and futures whose wait helps ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::future<Index> index = tactus::async([&] { return build(words); });
//     Document document = read(file);
//     use(document, index.get());
//
// A group of one function (detail/task_group.hpp) and room for its result: async() calls the function at once, unless a
// beat makes a task of it. get() runs that task itself if nobody has begun it, and what it has forked if somebody has.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_FUTURE_HPP
#define TACTUS_FUTURE_HPP

#include "detail/outcome.hpp"
#include "detail/task_group.hpp"

#include <concepts>
#include <functional>
#include <memory>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tactus {

namespace detail {

/// In one piece of memory, which stays where it is while the future moves.
template <class T> struct FutureState {
  Holder<T> holder;
  bool isHeld = false;
  Outcome<void> failure;
  task_group group;

  FutureState() = default;
  FutureState(const FutureState &) = delete;
  FutureState &operator=(const FutureState &) = delete;
  ~FutureState() {
    group.wait();
    if (isHeld)
      holder.destroy();
  }

  template <class Function> void fill(Function &&function) noexcept {
    failure.fill([&] {
      holder.fill(std::forward<Function>(function));
      isHeld = true;
    });
  }
};

/// A call that can be made once, later.
template <class Function, class... Arguments> struct KeptCall {
  Function function;
  std::tuple<Arguments...> arguments;
  using Result = std::invoke_result_t<Function, Arguments...>;
  Result operator()() {
    return std::apply(
        [&](Arguments &...each) -> Result { return std::invoke(std::move(function), std::move(each)...); }, arguments);
  }
};

struct FutureMaker;

} // namespace detail

/// What a function of async() returns, some time. For the strand that has called async(): it gets the result, or drops
/// the future, before the function returns in which it was called. The destructor waits, and drops exceptions.
/// Complexity: wait() and get() run what nobody else has begun.
/// Exceptions: get() throws what the function has thrown.
/// Threads: for one strand, other than std::future.
/// Example:
///     tactus::future<int> seven = tactus::async([] { return 7; });
///     std::cout << seven.valid() << seven.get() << seven.valid(); // prints 170
template <class T> class future {
  std::unique_ptr<detail::FutureState<T>> state;
  friend struct detail::FutureMaker;

public:
  future() = default;
  /// Is there a result, or will there be one, that nobody has got?
  [[nodiscard]] bool valid() const noexcept { return state != nullptr; }
  /// Returns when the function has returned or thrown.
  void wait() const { state->group.wait(); }
  /// Waits, and gives the result away.
  T get() {
    auto last = std::move(state);
    last->group.wait();
    last->failure.take();
    if constexpr (!std::is_void_v<T>)
      return static_cast<T>(last->holder.take());
  }
};

namespace detail {
struct FutureMaker {
  template <class Call> static auto make(Call call, std::source_location where) {
    using Result = typename Call::Result;
    future<Result> made;
    made.state = std::make_unique<FutureState<Result>>();
    made.state->group.run([state = made.state.get(), call = std::move(call)]() mutable { state->fill(call); }, where);
    return made;
  }
};
} // namespace detail

/// Calls function(arguments...), with copies of both, here and now or on another thread until the future is asked.
/// Complexity: a call, and an allocation.
/// Exceptions: what the function throws arrives at get(); async() throws std::bad_alloc, and what copying throws.
/// Threads: any thread may call it at any time.
/// Example:
///     auto sum = tactus::async([](int a, int b) { return a + b; }, 3, 4);
///     auto product = tactus::async(std::multiplies<>(), 3, 4);
///     std::cout << sum.get() << ' ' << product.get(); // prints 7 12
template <class Function, class... Arguments>
  requires std::invocable<std::decay_t<Function>, std::decay_t<Arguments>...>
[[nodiscard]] auto async(Function &&function, Arguments &&...arguments) {
  using Call = detail::KeptCall<std::decay_t<Function>, std::decay_t<Arguments>...>;
  return detail::FutureMaker::make(Call{std::forward<Function>(function),
                                        std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...)},
                                   std::source_location::current());
}

} // namespace tactus

#endif // TACTUS_FUTURE_HPP

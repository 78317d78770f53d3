//===- coroutine.hpp - coroutines as branches of a fork ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::task<int> count(const Node *node) {
//       if (!node)
//         co_return 0;
//       auto [left, right] = co_await tactus::par(count(node->left), count(node->right));
//       co_return left + right + 1;
//     }
//     int nodes = count(root).get();
//
// A task begins when it is awaited, or asked by get(). One that awaits another goes on in the same strand. `co_await
// par(...)` is a fork whose branches ask each task by get(), on this thread or elsewhere. A task that awaits something
// else, such as a sender, goes on wherever that resumes it; who has asked it sleeps.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COROUTINE_HPP
#define TACTUS_COROUTINE_HPP

#include "detail/nary.hpp"
#include "detail/outcome.hpp"
#include "detail/par.hpp"

#include <atomic>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tactus {

template <class T> class task;

namespace detail {

/// The promise of a task, without its result.
class TaskPromise {
  /// Who goes on behind the end; null if that is the thread in get().
  std::coroutine_handle<> awaiting;
  // Set at the end, for the thread in get(). Release and acquire: the result.
  std::atomic<bool> isDone{false};

  struct End {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      TaskPromise &promise = ended.promise();
      if (promise.awaiting)
        return promise.awaiting;
      promise.isDone.store(true, std::memory_order_release);
      promise.isDone.notify_one();
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

protected:
  Outcome<void> failure;

public:
  std::suspend_always initial_suspend() const noexcept { return {}; }
  End final_suspend() const noexcept { return {}; }
#if defined(__cpp_exceptions)
  void unhandled_exception() noexcept {
    failure.fill([] { throw; });
  }
#else
  void unhandled_exception() noexcept { std::terminate(); }
#endif

  std::coroutine_handle<> awaitBy(std::coroutine_handle<> next, std::coroutine_handle<> self) noexcept {
    awaiting = next;
    return self;
  }
  void runToEnd(std::coroutine_handle<> self) {
    self.resume();
    isDone.wait(false, std::memory_order_acquire);
  }
};

/// With it.
template <class T> class TaskPromiseOf : public TaskPromise {
  Holder<T> holder;
  bool isHeld = false;

public:
  task<T> get_return_object() noexcept;
  ~TaskPromiseOf() {
    if (isHeld)
      holder.destroy();
  }
  template <class Value> void return_value(Value &&value) {
    holder.fill([&]() -> T { return static_cast<T>(std::forward<Value>(value)); });
    isHeld = true;
  }
  T take() {
    failure.take();
    return static_cast<T>(holder.take());
  }
};
template <> class TaskPromiseOf<void> : public TaskPromise {
public:
  task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
  void take() { failure.take(); }
};

} // namespace detail

/// A coroutine that returns a T, an object, a reference or nothing. It begins when somebody asks for its result, once:
/// `co_await std::move(task)` in another coroutine, or get().
/// Complexity: an allocation for the coroutine, if the compiler does not save it.
/// Exceptions: those of the coroutine arrive where its result is asked for.
/// Threads: one strand at a time.
/// Example:
///     struct Fib {
///       static tactus::task<int> of(int n) {
///         if (n < 2)
///           co_return n;
///         auto [a, b] = co_await tactus::par(of(n - 1), of(n - 2));
///         co_return a + b;
///       }
///     };
///     std::cout << Fib::of(10).get(); // prints 55
template <class T = void> class task {
  std::coroutine_handle<detail::TaskPromiseOf<T>> handle;

  struct Awaiter {
    std::coroutine_handle<detail::TaskPromiseOf<T>> handle;
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> next) noexcept {
      return handle.promise().awaitBy(next, handle);
    }
    T await_resume() { return handle.promise().take(); }
  };

public:
  /// What coroutines are made of.
  using promise_type = detail::TaskPromiseOf<T>;

  explicit task(std::coroutine_handle<promise_type> made) noexcept : handle(made) {}
  task(task &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  task &operator=(task &&) = delete;
  ~task() {
    if (handle)
      handle.destroy();
  }

  /// Runs it on this thread until it has returned; sleeps while it waits for something that another thread brings.
  T get() {
    handle.promise().runToEnd(handle);
    return handle.promise().take();
  }
  /// For a coroutine, which goes on behind it.
  auto operator co_await() && noexcept { return Awaiter{handle}; }
};

namespace detail {

template <class T> task<T> TaskPromiseOf<T>::get_return_object() noexcept {
  return task<T>(std::coroutine_handle<TaskPromiseOf>::from_promise(*this));
}
inline task<void> TaskPromiseOf<void>::get_return_object() noexcept {
  return task<void>(std::coroutine_handle<TaskPromiseOf>::from_promise(*this));
}

/// Forks when it is awaited.
template <class... Results> class ForkOfTasks {
  std::tuple<task<Results>...> tasks;

public:
  explicit ForkOfTasks(task<Results> &&...all) : tasks(std::move(all)...) {}
  bool await_ready() const noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  auto await_resume() {
    return std::apply([](auto &...each) { return par([&each]() -> decltype(auto) { return each.get(); }...); }, tasks);
  }
};

} // namespace detail

/// To be awaited: all tasks, at the same time if they can. Gives their results as par() of functions does, and the
/// exception of the first of them in order that throws.
/// Complexity: a fork for each but the first.
/// Exceptions: that of the first task in order.
/// Threads: tasks may run on several threads at a time.
/// Example:
///     struct Both {
///       static tactus::task<int> one() { co_return 1; }
///       static tactus::task<> nothing() { co_return; }
///       static tactus::task<int> all() {
///         auto [value, none] = co_await tactus::par(one(), nothing());
///         co_return value;
///       }
///     };
///     std::cout << Both::all().get(); // prints 1
template <class First, class Second, class... Others>
[[nodiscard]] auto par(task<First> first, task<Second> second, task<Others>... others) {
  return detail::ForkOfTasks<First, Second, Others...>(std::move(first), std::move(second), std::move(others)...);
}

} // namespace tactus

#endif // TACTUS_COROUTINE_HPP

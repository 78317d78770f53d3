//===- task_group.hpp - as many branches as turn out to be needed ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// run(f) calls f at once, as the sequential program would, unless a beat is due or workers have nothing to do and this
// thread has no older latent work: then f becomes a task. A function that is called at once needs no memory.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_TASK_GROUP_HPP
#define TACTUS_DETAIL_TASK_GROUP_HPP

#include "fork.hpp"
#include "par.hpp"

#include <atomic>
#include <concepts>
#include <memory>
#include <stop_token>
#include <utility>
#include <version>

namespace tactus {

namespace detail {
#if defined(__cpp_lib_jthread)
using StopOfGroup = std::stop_token;
#else
/// libc++ 19 has no stop tokens but with -fexperimental-library.
struct StopOfGroup {
  static constexpr bool stop_requested() noexcept { return false; }
};
#endif
} // namespace detail

/// A group of functions of which each may run elsewhere until wait() returns. run() and wait() are for the thread or
/// task that made the group; the functions make groups of their own. The destructor waits as well, and drops
/// exceptions.
/// Complexity: run() takes a few instructions more than the call; what becomes a task is copied to the heap.
/// Exceptions: wait() throws that of the first function in the order of run(); run() itself throws std::bad_alloc, and
/// what copying the function throws.
/// Threads: run() and wait() are for one strand, cancel() and is_cancelled() for any thread.
/// Example:
///     tactus::task_group group;
///     std::atomic<int> calls = 0;
///     for (int i = 0; i < 10; ++i)
///       group.run([&] { ++calls; });
///     group.wait();
///     std::cout << calls; // prints 10
class task_group {
  /// A promoted function, youngest first.
  struct Member {
    Member *older;
    tactus_fork_record *record = nullptr;
    virtual ~Member() = default;
    /// Of its task.
    virtual detail::Outcome<void> &outcome() = 0;
  };

  template <class Function> struct MemberOf final : Member {
    Function function;
    const task_group &group;
    detail::Outcome<void> result;

    MemberOf(Function &&what, const task_group &owner) : function(std::move(what)), group(owner) {}
    MemberOf(const Function &what, const task_group &owner) : function(what), group(owner) {}
    detail::Outcome<void> &outcome() override { return result; }

    static void execute(const uint64_t *environment, void *) {
      auto *member = reinterpret_cast<MemberOf *>(*environment);
      member->result.fill([&] {
        if (!member->group.is_cancelled())
          static_cast<void>(std::invoke(member->function));
      });
    }
    static inline constinit tactus_fork_descriptor descriptor{
        execute, nullptr, nullptr, 0, 0, 1, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, 0};
  };

  Member *youngest = nullptr;
  /// The first exception of a function that was called at once, and the youngest member of that time.
  detail::Outcome<void> failure;
  Member *youngestAtFailure = nullptr;
  /// Set by anybody, read before each function; relaxed, since it tells of nothing else.
  std::atomic<bool> cancelled{false};
  detail::StopOfGroup stop;

  template <class Function> void call(Function &function) {
    if (is_cancelled())
      return;
    if (failure.failed()) {
      detail::Outcome<void> dropped;
      dropped.fill([&] { static_cast<void>(std::invoke(function)); });
      return;
    }
    failure.fill([&] { static_cast<void>(std::invoke(function)); });
    if (failure.failed())
      youngestAtFailure = youngest;
  }

  /// Polls, with a member that owns the function: if it is promoted it must outlive this call.
  template <class Function> [[gnu::cold, gnu::noinline]] void poll(Function &&function, std::source_location where) {
    using Kind = MemberOf<std::decay_t<Function>>;
    detail::nameSite(Kind::descriptor, where);
    auto member = std::make_unique<Kind>(std::forward<Function>(function), *this);
    auto word = reinterpret_cast<uint64_t>(member.get());
    tactus_fork_record *record = tactus_fork_poll(&Kind::descriptor, &word);
    if (!record) {
      call(member->function);
      return;
    }
    member->record = record;
    member->older = youngest;
    youngest = member.release();
  }

  /// Joins all members, youngest first; gives the first exception in the order of run().
  [[nodiscard]] detail::Outcome<void> join() noexcept {
    detail::Outcome<void> first;
    while (Member *member = youngest) {
      // Older than everything joined so far, and younger than what is still to be joined.
      if (failure.failed() && member == youngestAtFailure)
        first = std::exchange(failure, {});
      tactus_fork_join(member->record);
      tactus_fork_release(member->record);
      if (member->outcome().failed())
        first = std::move(member->outcome());
      youngest = member->older;
      delete member;
    }
    if (failure.failed())
      first = std::exchange(failure, {});
    youngestAtFailure = nullptr;
    return first;
  }

public:
  task_group() = default;
#if defined(__cpp_lib_jthread)
  /// A group that is cancelled when a stop is requested.
  explicit task_group(std::stop_token request) : stop(std::move(request)) {}
#endif
  task_group(const task_group &) = delete;
  task_group &operator=(const task_group &) = delete;
  ~task_group() { static_cast<void>(join()); }

  /// Calls the function, here and now or on another thread until wait() returns. What it throws arrives at wait().
  /// Throws by itself only std::bad_alloc, and what copying the function throws.
  template <class Function>
    requires callable_without_arguments<std::decay_t<Function> &> &&
             std::constructible_from<std::decay_t<Function>, Function>
  void run(Function &&function, std::source_location where = std::source_location::current()) {
    int64_t &weight = MemberOf<std::decay_t<Function>>::descriptor.weight;
    int64_t credit = tactus_credit - __atomic_load_n(&weight, __ATOMIC_RELAXED);
    tactus_credit = credit;
    if (credit >= 0) [[likely]]
      call(function);
    else
      poll(std::forward<Function>(function), where);
  }

  /// Refuses all others (refused/call.hpp).
  template <class... Arguments> void run(Arguments &&...) {
    constexpr bool isOne = sizeof...(Arguments) == 1;
    static_assert(isOne, "tactus::task_group::run: it takes one function, without arguments");
    constexpr bool isCallable = !isOne || (callable_without_arguments<std::decay_t<Arguments> &> && ...);
    static_assert(isCallable, "tactus::task_group::run: the function needs arguments (concept "
                              "callable_without_arguments)");
    constexpr bool isCopied = !isOne || !isCallable;
    static_assert(isCopied, "tactus::task_group::run: the function cannot be copied: move it (concept "
                            "std::constructible_from)");
  }

  /// No more functions are called; those that have been begun go on. From any thread, also from the group's functions.
  void cancel() noexcept { cancelled.store(true, std::memory_order_relaxed); }
  /// Has it been, since the last wait()?
  [[nodiscard]] bool is_cancelled() const noexcept {
    return cancelled.load(std::memory_order_relaxed) || stop.stop_requested();
  }

  /// Returns when all functions have returned. Throws what the first of them, in the order of run(), has thrown. Then
  /// the group is as new.
  void wait() {
    detail::Outcome<void> first = join();
    cancelled.store(false, std::memory_order_relaxed);
    first.take();
  }
};

} // namespace tactus

#endif // TACTUS_DETAIL_TASK_GROUP_HPP

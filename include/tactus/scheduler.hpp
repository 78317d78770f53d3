//===- scheduler.hpp - a scheduler for senders and receivers ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::scheduler workers;
//     auto work = stdexec::schedule(workers)
//               | stdexec::then([] { return 7; })
//               | stdexec::bulk(stdexec::par, n, [&](int i, int factor) { x[i] *= factor; });
//     stdexec::sync_wait(std::move(work));
//
// Written against the published interface: [exec] of C++26 where the standard library has it (__cpp_lib_senders), else
// stdexec's header of that interface, which the user's include path has.
//
// What is started runs on threads of libtactus (detail/drivers.hpp). `bulk`, `bulk_chunked` and `bulk_unchunked` behind
// it are latent loops: a domain says so, by which these algorithms find a scheduler's own. The drafts have called its
// transform_sender() in three ways, with nothing, with the receiver's environment, and with a completion's tag as well;
// all are here.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SCHEDULER_HPP
#define TACTUS_SCHEDULER_HPP

#include "algorithm.hpp"
#include "detail/drivers.hpp"

#include <exception>
#include <type_traits>
#include <utility>
#include <version>

#if defined(__cpp_lib_senders)
#include <execution>
#include <stop_token>
namespace tactus::detail::exec {
using namespace ::std::execution;
using ::std::get_stop_token;
} // namespace tactus::detail::exec
#elif __has_include(<stdexec/execution.hpp>)
#include <stdexec/execution.hpp>
namespace tactus::detail {
namespace exec = ::stdexec;
}
#else
#error "<tactus/scheduler.hpp> needs std::execution of C++26, or stdexec's headers: add their folder with -I"
#endif

namespace tactus {

class scheduler;

namespace detail {

//===--- Bulk ---===//

template <class Policy> struct UnwrappedPolicy {
  using Type = Policy;
};
/// Senders may keep policies in a wrapper.
template <template <class> class Wrapper, class Policy> struct UnwrappedPolicy<Wrapper<Policy>> {
  using Type = Policy;
};

/// May calls for different indices run at the same time?
template <class Policy>
inline constexpr bool isParallelPolicy =
    std::is_same_v<typename UnwrappedPolicy<Policy>::Type, std::remove_cvref_t<decltype(exec::par)>> ||
    std::is_same_v<typename UnwrappedPolicy<Policy>::Type, std::remove_cvref_t<decltype(exec::par_unseq)>>;

template <class Sender, class Tag>
concept sender_of_algorithm = exec::sender<Sender> && std::is_same_v<exec::tag_of_t<std::remove_cvref_t<Sender>>, Tag>;
template <class Sender>
concept bulk_sender = sender_of_algorithm<Sender, exec::bulk_t> || sender_of_algorithm<Sender, exec::bulk_chunked_t> ||
                      sender_of_algorithm<Sender, exec::bulk_unchunked_t>;

/// The loop of a bulk algorithm: of f(i, values...), or of f(begin, end, values...).
template <bool isChunked, bool isParallel, class Shape, class Function> struct BulkLoop {
  Shape count;
  Function function;

  template <class... Values> static constexpr bool isNothrow() {
    if constexpr (isChunked)
      return std::is_nothrow_invocable_v<Function &, Shape, Shape, Values &...>;
    else
      return std::is_nothrow_invocable_v<Function &, Shape, Values &...>;
  }

  template <class Stop, class... Values> void run(const Stop &stop, Values &...values) {
    if constexpr (!isParallel && isChunked) {
      function(Shape{}, count, values...);
    } else if constexpr (!isParallel) {
      for (Shape index{}; index < count; ++index)
        function(index, values...);
    } else if constexpr (isChunked) {
      parallel_for_blocks(Shape{}, count, [&](Shape begin, Shape end) { function(begin, end, values...); }, stop);
    } else {
      parallel_for(Shape{}, count, [&](Shape index) { function(index, values...); }, stop);
    }
  }
};

template <class Loop, class Receiver> struct BulkReceiver {
  using receiver_concept = exec::receiver_t;
  Loop loop;
  Receiver receiver;

  decltype(auto) get_env() const noexcept { return exec::get_env(receiver); }

  template <class... Values> void set_value(Values &&...values) noexcept {
    auto stop = exec::get_stop_token(exec::get_env(receiver));
    if constexpr (Loop::template isNothrow<std::remove_cvref_t<Values>...>()) {
      run(stop, values...);
    } else {
#if defined(__cpp_exceptions)
      try {
        run(stop, values...);
      } catch (...) {
        exec::set_error(std::move(receiver), std::current_exception());
        return;
      }
#else
      run(stop, values...);
#endif
    }
    if (stop.stop_requested())
      exec::set_stopped(std::move(receiver));
    else
      exec::set_value(std::move(receiver), std::forward<Values>(values)...);
  }
  template <class Error> void set_error(Error &&error) noexcept {
    exec::set_error(std::move(receiver), std::forward<Error>(error));
  }
  void set_stopped() noexcept { exec::set_stopped(std::move(receiver)); }

private:
  template <class Stop, class... Values> void run(const Stop &stop, Values &...values) {
    if (stop.stop_possible())
      loop.run(stop, values...);
    else
      loop.run(never_stop(), values...);
  }
};

/// Is no value that the signature sends one for which the loop may throw?
template <class Loop, class Signature> inline constexpr bool isNothrowFor = true;
template <class Loop, class... Values>
inline constexpr bool isNothrowFor<Loop, exec::set_value_t(Values...)> =
    Loop::template isNothrow<std::remove_cvref_t<Values>...>();

/// Signatures, and one more if it is not there.
template <bool isToBeAdded, class New, class Signatures> struct WithSignature;
template <bool isToBeAdded, class New, class... Old>
struct WithSignature<isToBeAdded, New, exec::completion_signatures<Old...>> {
  using Type = std::conditional_t<!isToBeAdded || (std::is_same_v<New, Old> || ...),
                                  exec::completion_signatures<Old...>, exec::completion_signatures<Old..., New>>;
};

/// What a bulk algorithm sends if its child sends these.
template <class Loop, class Signatures> struct BulkSignatures;
template <class Loop, class... Child> struct BulkSignatures<Loop, exec::completion_signatures<Child...>> {
  using MayFail = WithSignature<!(isNothrowFor<Loop, Child> && ...), exec::set_error_t(std::exception_ptr),
                                exec::completion_signatures<Child...>>;
  using Type = typename WithSignature<true, exec::set_stopped_t(), typename MayFail::Type>::Type;
};

template <class Loop, class Child> struct BulkSender {
  using sender_concept = exec::sender_t;
  Loop loop;
  Child child;

  template <class... Env>
  using Signatures = typename BulkSignatures<Loop, exec::completion_signatures_of_t<Child, Env...>>::Type;

  template <class, class... Env> static consteval auto get_completion_signatures() { return Signatures<Env...>{}; }
  template <class Env> auto get_completion_signatures(const Env &) const { return Signatures<Env>{}; }

  decltype(auto) get_env() const noexcept { return exec::get_env(child); }

  template <exec::receiver Receiver> auto connect(Receiver receiver) && {
    return exec::connect(std::move(child), BulkReceiver<Loop, Receiver>{std::move(loop), std::move(receiver)});
  }
  template <exec::receiver Receiver> auto connect(Receiver receiver) const & {
    return exec::connect(child, BulkReceiver<Loop, Receiver>{loop, std::move(receiver)});
  }
};

/// A part of a sender, to be moved out of it if the sender may be.
template <class Sender, class Part> decltype(auto) forwardPart(Part &part) {
  if constexpr (std::is_lvalue_reference_v<Sender>)
    return std::as_const(part);
  else
    return std::move(part);
}

/// Gives the algorithms that run as latent loops.
struct Domain {
  template <bulk_sender Sender> auto transform_sender(Sender &&sender) const { return transformed<Sender>(sender); }
  template <bulk_sender Sender, class Env> auto transform_sender(Sender &&sender, const Env &) const {
    return transformed<Sender>(sender);
  }
  template <bulk_sender Sender, class Env>
  auto transform_sender(exec::set_value_t, Sender &&sender, const Env &) const {
    return transformed<Sender>(sender);
  }

private:
  template <class Sender> static auto transformed(std::remove_reference_t<Sender> &sender) {
    using Tag = exec::tag_of_t<std::remove_cvref_t<Sender>>;
    auto &[tag, data, child] = sender;
    auto &[policy, count, function] = data;
    using Policy = std::remove_cvref_t<decltype(policy)>;
    using Loop = BulkLoop<std::is_same_v<Tag, exec::bulk_chunked_t>, isParallelPolicy<Policy>,
                          std::remove_cvref_t<decltype(count)>, std::remove_cvref_t<decltype(function)>>;
    return BulkSender<Loop, std::remove_cvref_t<decltype(child)>>{Loop{count, forwardPart<Sender>(function)},
                                                                  forwardPart<Sender>(child)};
  }
};

//===--- Schedule ---===//

template <class Receiver> struct ScheduledOperation : Operation {
  using operation_state_concept = exec::operation_state_t;
  Receiver receiver;

  explicit ScheduledOperation(Receiver &&what) noexcept : receiver(std::move(what)) {
    run = [](Operation &operation) noexcept {
      auto &self = static_cast<ScheduledOperation &>(operation);
      if (exec::get_stop_token(exec::get_env(self.receiver)).stop_requested())
        exec::set_stopped(std::move(self.receiver));
      else
        exec::set_value(std::move(self.receiver));
    };
  }
  ScheduledOperation(const ScheduledOperation &) = delete;
  ScheduledOperation &operator=(const ScheduledOperation &) = delete;

  void start() & noexcept { Drivers::all().push(*this); }
};

struct ScheduleSender {
  using sender_concept = exec::sender_t;
  using completion_signatures = exec::completion_signatures<exec::set_value_t(), exec::set_stopped_t()>;

  struct Env {
    template <class Tag> scheduler query(exec::get_completion_scheduler_t<Tag>) const noexcept;
  };
  Env get_env() const noexcept { return {}; }

  template <exec::receiver Receiver> auto connect(Receiver receiver) const noexcept {
    return ScheduledOperation<Receiver>(std::move(receiver));
  }
};

} // namespace detail

/// A scheduler of C++26, and of stdexec: schedule() gives a sender that completes on a thread of Tactus. All are equal.
/// Progress: as of a pool with as many threads as workers; what waits for something that has been scheduled behind it
/// is given a thread more after some milliseconds. `bulk` and its like are latent loops on the workers.
/// Complexity: an operation takes a lock when it starts, and when it runs. It needs no memory of its own.
/// Exceptions: none; without a thread to be had, an operation runs where it is started.
/// Threads: any thread may do anything with it at any time.
/// Example:
///     std::vector<int> values(100, 1);
///     auto work = stdexec::schedule(tactus::scheduler()) | stdexec::then([] { return 3; }) |
///                 stdexec::bulk(stdexec::par, 100, [&](int i, int factor) { values[i] *= factor; });
///     auto [factor] = stdexec::sync_wait(std::move(work)).value();
///     std::cout << factor * values[99]; // prints 9
class scheduler {
public:
  using scheduler_concept = detail::exec::scheduler_t;

  /// A sender that completes on a thread of Tactus, or is stopped if a stop has been requested by then.
  [[nodiscard]] detail::ScheduleSender schedule() const noexcept { return {}; }

  /// What has been begun makes progress: forward_progress_guarantee::parallel.
  [[nodiscard]] constexpr auto query(detail::exec::get_forward_progress_guarantee_t) const noexcept {
    return detail::exec::forward_progress_guarantee::parallel;
  }
  /// How algorithms find the latent loops.
  [[nodiscard]] detail::Domain query(detail::exec::get_domain_t) const noexcept { return {}; }
  /// What it schedules completes on it.
  [[nodiscard]] scheduler query(detail::exec::get_completion_scheduler_t<detail::exec::set_value_t>) const noexcept {
    return *this;
  }

  /// All are equal.
  friend bool operator==(const scheduler &, const scheduler &) noexcept = default;
};

namespace detail {
template <class Tag> scheduler ScheduleSender::Env::query(exec::get_completion_scheduler_t<Tag>) const noexcept {
  return {};
}
} // namespace detail

} // namespace tactus

#endif // TACTUS_SCHEDULER_HPP

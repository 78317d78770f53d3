//===- consumers.hpp - who waits for senders -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_STDEXEC_CONSUMERS_HPP
#define TACTUS_TEST_STDEXEC_CONSUMERS_HPP

#include "execution.hpp"

namespace stdexec {

/// How something has ended: with values, an error, or stopped, which is neither.
template <class Values> struct completion {
  std::optional<Values> values;
  std::exception_ptr error;

  std::optional<Values> take() {
    if (error)
      std::rethrow_exception(error);
    return std::move(values);
  }
};

//===--- sync_wait ---===//

/// The environment of who waits, with a stop token of his own.
template <class Stop> struct waiting_env {
  Stop stop;
  Stop query(get_stop_token_t) const noexcept { return stop; }
};

template <class Values, class Stop> struct sync_receiver {
  using receiver_concept = receiver_t;
  struct state {
    completion<Values> result;
    std::mutex mutex;
    std::condition_variable changed;
    bool isDone = false;
    Stop stop;
    // Under the mutex: the state goes as soon as the waiter has seen that it is done.
    void finish() {
      std::lock_guard lock(mutex);
      isDone = true;
      changed.notify_one();
    }
  };
  state *to;
  waiting_env<Stop> get_env() const noexcept { return {to->stop}; }
  template <class... Sent> void set_value(Sent &&...sent) noexcept {
    to->result.values.emplace(std::forward<Sent>(sent)...);
    to->finish();
  }
  void set_error(std::exception_ptr error) noexcept {
    to->result.error = std::move(error);
    to->finish();
  }
  void set_stopped() noexcept { to->finish(); }
};

/// The values; nothing if it was stopped; throws its error.
template <class Sender, class Stop = never_stop_token> auto sync_wait(Sender &&sender, Stop stop = {}) {
  using Receiver = sync_receiver<values_of_t<Sender>, Stop>;
  typename Receiver::state state{{}, {}, {}, false, std::move(stop)};
  auto operation = connect(std::forward<Sender>(sender), Receiver{&state});
  start(operation);
  std::unique_lock lock(state.mutex);
  state.changed.wait(lock, [&] { return state.isDone; });
  lock.unlock();
  return state.result.take();
}

//===--- when_all, of two senders without values ---===//

template <class Receiver> struct when_all_state {
  Receiver receiver;
  std::atomic<int> left{2};
  std::atomic<bool> hasFailed{false}, isStopped{false};
  std::exception_ptr error{};

  void finish() noexcept {
    if (left.fetch_sub(1) != 1)
      return;
    if (hasFailed)
      set_error(std::move(receiver), std::move(error));
    else if (isStopped)
      set_stopped(std::move(receiver));
    else
      set_value(std::move(receiver));
  }
};
template <class Receiver> struct when_all_part {
  using receiver_concept = receiver_t;
  when_all_state<Receiver> *to;
  decltype(auto) get_env() const noexcept { return stdexec::get_env(to->receiver); }
  void set_value() noexcept { to->finish(); }
  void set_error(std::exception_ptr thrown) noexcept {
    if (!to->hasFailed.exchange(true))
      to->error = std::move(thrown);
    to->finish();
  }
  void set_stopped() noexcept {
    to->isStopped = true;
    to->finish();
  }
};

template <class First, class Second> struct when_all_sender {
  using sender_concept = sender_t;
  using completion_signatures =
      stdexec::completion_signatures<set_value_t(), set_error_t(std::exception_ptr), set_stopped_t()>;
  First first;
  Second second;

  template <class Receiver> struct operation : when_all_state<Receiver> {
    using operation_state_concept = operation_state_t;
    using Part = when_all_part<Receiver>;
    decltype(stdexec::connect(std::declval<First>(), std::declval<Part>())) firstOperation;
    decltype(stdexec::connect(std::declval<Second>(), std::declval<Part>())) secondOperation;

    operation(First &&one, Second &&other, Receiver to)
        : when_all_state<Receiver>{std::move(to)}, firstOperation(stdexec::connect(std::move(one), Part{this})),
          secondOperation(stdexec::connect(std::move(other), Part{this})) {}
    void start() & noexcept {
      firstOperation.start();
      secondOperation.start();
    }
  };
  template <class Receiver> auto connect(Receiver receiver) && {
    return operation<Receiver>(std::move(first), std::move(second), std::move(receiver));
  }
};
template <class First, class Second> auto when_all(First first, Second second) {
  return when_all_sender<First, Second>{std::move(first), std::move(second)};
}

//===--- Coroutines that await senders ---===//

template <class Sender> class sender_awaitable {
  using Values = values_of_t<Sender>;
  struct receiver {
    using receiver_concept = receiver_t;
    completion<Values> *result;
    std::coroutine_handle<> awaiting;
    template <class... Sent> void set_value(Sent &&...sent) noexcept {
      result->values.emplace(std::forward<Sent>(sent)...);
      awaiting.resume();
    }
    void set_error(std::exception_ptr error) noexcept {
      result->error = std::move(error);
      awaiting.resume();
    }
    void set_stopped() noexcept { awaiting.resume(); }
  };
  using Operation = decltype(connect(std::declval<Sender>(), std::declval<receiver>()));
  struct Connected {
    Operation operation;
    Connected(Sender &&sender, receiver to) : operation(connect(std::move(sender), std::move(to))) {}
  };
  Sender sender;
  completion<Values> result{};
  std::optional<Connected> connected{};

public:
  explicit sender_awaitable(Sender what) : sender(std::move(what)) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiting) {
    connected.emplace(std::move(sender), receiver{&result, awaiting});
    connected->operation.start();
  }
  /// The values, or nothing if it was stopped.
  auto await_resume() { return result.take(); }
};

/// For promises of coroutines.
struct with_awaitable_senders {
  template <stdexec::sender Sender> auto await_transform(Sender sender) {
    return sender_awaitable<Sender>(std::move(sender));
  }
};

} // namespace stdexec

#endif // TACTUS_TEST_STDEXEC_CONSUMERS_HPP

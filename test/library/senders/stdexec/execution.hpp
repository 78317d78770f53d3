//===- execution.hpp - senders and receivers, as small as tests of a scheduler need them ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Written from [exec] of the draft of C++26, under the names of stdexec, for machines that have neither. What differs
// from those: no customisation but by domains, which are asked when a sender is connected; when_all has two children
// without values; no sender has more than one signature with values.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_STDEXEC_EXECUTION_HPP
#define TACTUS_TEST_STDEXEC_EXECUTION_HPP

#include <atomic>
#include <concepts>
#include <condition_variable>
#include <coroutine>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <tuple>
#include <type_traits>
#include <utility>

namespace stdexec {

//===--- Concepts' tags, completions, environments ---===//

struct sender_t {};
struct receiver_t {};
struct scheduler_t {};
struct operation_state_t {};

struct set_value_t {
  template <class Receiver, class... Values> void operator()(Receiver &&receiver, Values &&...values) const noexcept {
    std::forward<Receiver>(receiver).set_value(std::forward<Values>(values)...);
  }
};
struct set_error_t {
  template <class Receiver, class Error> void operator()(Receiver &&receiver, Error &&error) const noexcept {
    std::forward<Receiver>(receiver).set_error(std::forward<Error>(error));
  }
};
struct set_stopped_t {
  template <class Receiver> void operator()(Receiver &&receiver) const noexcept {
    std::forward<Receiver>(receiver).set_stopped();
  }
};
inline constexpr set_value_t set_value;
inline constexpr set_error_t set_error;
inline constexpr set_stopped_t set_stopped;

struct empty_env {};
struct get_env_t {
  template <class T> decltype(auto) operator()(const T &of) const noexcept {
    if constexpr (requires { of.get_env(); })
      return of.get_env();
    else
      return empty_env{};
  }
};
inline constexpr get_env_t get_env;
template <class T> using env_of_t = decltype(get_env(std::declval<T>()));

template <class Query> struct query_function {
  template <class Env>
    requires requires(const Env &env) { env.query(Query{}); }
  constexpr auto operator()(const Env &env) const noexcept {
    return env.query(Query{});
  }
};
struct never_stop_token {
  static constexpr bool stop_requested() noexcept { return false; }
  static constexpr bool stop_possible() noexcept { return false; }
};
struct get_stop_token_t : query_function<get_stop_token_t> {
  using query_function::operator();
  template <class Env> never_stop_token operator()(const Env &) const noexcept { return {}; }
};
struct get_domain_t : query_function<get_domain_t> {};
struct get_scheduler_t : query_function<get_scheduler_t> {};
enum class forward_progress_guarantee { concurrent, parallel, weakly_parallel };
struct get_forward_progress_guarantee_t : query_function<get_forward_progress_guarantee_t> {};
template <class Tag> struct get_completion_scheduler_t : query_function<get_completion_scheduler_t<Tag>> {};
inline constexpr get_stop_token_t get_stop_token;
inline constexpr get_domain_t get_domain;
inline constexpr get_forward_progress_guarantee_t get_forward_progress_guarantee;
template <class Tag> inline constexpr get_completion_scheduler_t<Tag> get_completion_scheduler;

//===--- Signatures ---===//

template <class... Signatures> struct completion_signatures {};

template <class Sender, class... Env> struct signatures_of {
  using type = decltype(Sender::template get_completion_signatures<Sender, Env...>());
};
template <class Sender, class... Env>
  requires requires { typename Sender::completion_signatures; }
struct signatures_of<Sender, Env...> {
  using type = typename Sender::completion_signatures;
};
template <class Sender, class... Env>
using completion_signatures_of_t = typename signatures_of<std::remove_cvref_t<Sender>, Env...>::type;

/// The values that are sent, as a tuple.
template <class Signatures> struct values_of;
template <> struct values_of<completion_signatures<>> {
  using type = std::tuple<>;
};
template <class... Values, class... Others> struct values_of<completion_signatures<set_value_t(Values...), Others...>> {
  using type = std::tuple<std::decay_t<Values>...>;
};
template <class First, class... Others>
struct values_of<completion_signatures<First, Others...>> : values_of<completion_signatures<Others...>> {};
template <class Sender> using values_of_t = typename values_of<completion_signatures_of_t<Sender, empty_env>>::type;

//===--- Concepts ---===//

template <class T>
concept sender = std::move_constructible<std::remove_cvref_t<T>> &&
                 std::derived_from<typename std::remove_cvref_t<T>::sender_concept, sender_t>;
template <class T>
concept receiver = std::move_constructible<std::remove_cvref_t<T>> &&
                   std::derived_from<typename std::remove_cvref_t<T>::receiver_concept, receiver_t>;
template <class T>
concept operation_state = requires(T &operation) {
  requires std::derived_from<typename T::operation_state_concept, operation_state_t>;
  { operation.start() } noexcept;
};
template <class T>
concept scheduler =
    std::copyable<std::remove_cvref_t<T>> && std::equality_comparable<std::remove_cvref_t<T>> &&
    std::derived_from<typename std::remove_cvref_t<T>::scheduler_concept, scheduler_t> && requires(const T &it) {
      { it.schedule() } -> sender;
      { get_completion_scheduler<set_value_t>(get_env(it.schedule())) } -> std::same_as<std::remove_cvref_t<T>>;
    };

template <scheduler Scheduler> auto schedule(const Scheduler &on) { return on.schedule(); }

//===--- Domains ---===//

template <class Sender> auto domain_of(const Sender &sender) {
  auto domain = [](const auto &env) {
    if constexpr (requires { get_domain(get_completion_scheduler<set_value_t>(env)); })
      return get_domain(get_completion_scheduler<set_value_t>(env));
    else
      return empty_env{};
  };
  return domain(get_env(sender));
}

template <class Sender, class Receiver> auto connect(Sender &&sender, Receiver receiver) {
  auto domain = domain_of(sender);
  auto env = get_env(receiver);
  if constexpr (requires { domain.transform_sender(set_value_t{}, std::forward<Sender>(sender), env); })
    return connect(domain.transform_sender(set_value_t{}, std::forward<Sender>(sender), env), std::move(receiver));
  else
    return std::forward<Sender>(sender).connect(std::move(receiver));
}
template <class Operation> void start(Operation &operation) noexcept { operation.start(); }

//===--- Senders of algorithms, which can be taken apart ---===//

template <class Tag, class Data, class Child> struct algorithm_sender {
  using sender_concept = sender_t;
  [[no_unique_address]] Tag tag;
  Data data;
  Child child;

  template <class, class... Env> static consteval auto get_completion_signatures() {
    return Tag::template signatures<Data>(completion_signatures_of_t<Child, Env...>{});
  }
  decltype(auto) get_env() const noexcept { return stdexec::get_env(child); }
  template <class Receiver> auto connect(Receiver receiver) && {
    return stdexec::connect(std::move(child),
                            typename Tag::template receiver<Data, Receiver>{std::move(data), std::move(receiver)});
  }
  template <class Receiver> auto connect(Receiver receiver) const & {
    return stdexec::connect(child, typename Tag::template receiver<Data, Receiver>{data, std::move(receiver)});
  }
};
template <class Sender> struct tag_of;
template <class Tag, class Data, class Child> struct tag_of<algorithm_sender<Tag, Data, Child>> {
  using type = Tag;
};
template <class Sender> using tag_of_t = typename tag_of<Sender>::type;

/// sender | closure
template <class Function> struct closure {
  Function function;
  template <sender Sender> friend auto operator|(Sender &&sender, closure self) {
    return std::move(self.function)(std::forward<Sender>(sender));
  }
};
template <class Function> closure(Function) -> closure<Function>;

/// What receivers inside of algorithms have in common.
template <class Receiver> struct receiver_inside {
  using receiver_concept = receiver_t;
  Receiver receiver;
  decltype(auto) get_env() const noexcept { return stdexec::get_env(receiver); }
  template <class Error> void set_error(Error &&error) noexcept {
    stdexec::set_error(std::move(receiver), std::forward<Error>(error));
  }
  void set_stopped() noexcept { stdexec::set_stopped(std::move(receiver)); }
};

template <class... Values> struct just_sender {
  using sender_concept = sender_t;
  using completion_signatures = stdexec::completion_signatures<set_value_t(Values...)>;
  std::tuple<Values...> values;
  template <class Receiver> struct operation {
    using operation_state_concept = operation_state_t;
    std::tuple<Values...> values;
    Receiver receiver;
    void start() & noexcept {
      std::apply([&](Values &...each) { set_value(std::move(receiver), std::move(each)...); }, values);
    }
  };
  template <class Receiver> auto connect(Receiver receiver) && {
    return operation<Receiver>{std::move(values), std::move(receiver)};
  }
  template <class Receiver> auto connect(Receiver receiver) const & {
    return operation<Receiver>{values, std::move(receiver)};
  }
};
template <class... Values> auto just(Values... values) { return just_sender<Values...>{{std::move(values)...}}; }

struct then_t {
  template <class Function, class Receiver> struct receiver : receiver_inside<Receiver> {
    Function function;
    receiver(Function what, Receiver to) : receiver_inside<Receiver>{std::move(to)}, function(std::move(what)) {}
    template <class... Values> void set_value(Values &&...values) noexcept {
      try {
        if constexpr (std::is_void_v<std::invoke_result_t<Function, Values...>>) {
          std::move(function)(std::forward<Values>(values)...);
          stdexec::set_value(std::move(this->receiver_inside<Receiver>::receiver));
        } else {
          stdexec::set_value(std::move(this->receiver_inside<Receiver>::receiver),
                             std::move(function)(std::forward<Values>(values)...));
        }
      } catch (...) {
        this->set_error(std::current_exception());
      }
    }
  };
  template <class Result> struct value {
    using type = set_value_t(Result);
  };
  template <class Function, class... Values, class... Others>
  static consteval auto signatures(completion_signatures<set_value_t(Values...), Others...>) {
    using Result = std::invoke_result_t<Function, Values...>;
    if constexpr (std::is_void_v<Result>)
      return completion_signatures<set_value_t(), set_error_t(std::exception_ptr), set_stopped_t()>{};
    else
      return completion_signatures<typename value<Result>::type, set_error_t(std::exception_ptr), set_stopped_t()>{};
  }
  template <sender Sender, class Function> auto operator()(Sender &&from, Function function) const {
    return algorithm_sender<then_t, Function, std::remove_cvref_t<Sender>>{
        {}, std::move(function), std::forward<Sender>(from)};
  }
  template <class Function> auto operator()(Function function) const {
    return closure{[self = *this, function = std::move(function)]<class Sender>(Sender &&from) mutable {
      return self(std::forward<Sender>(from), std::move(function));
    }};
  }
};
inline constexpr then_t then;

//===--- Bulk ---===//

struct sequenced_policy {};
struct parallel_policy {};
struct parallel_unsequenced_policy {};
inline constexpr sequenced_policy seq;
inline constexpr parallel_policy par;
inline constexpr parallel_unsequenced_policy par_unseq;

template <class Policy, class Shape, class Function> struct bulk_data {
  Policy policy;
  Shape shape;
  Function function;
};

/// Without a domain: on the thread where the child completes, in one chunk.
template <class Tag, bool isChunked> struct bulk_algorithm {
  template <class Data, class Receiver> struct receiver : receiver_inside<Receiver> {
    Data data;
    receiver(Data what, Receiver to) : receiver_inside<Receiver>{std::move(to)}, data(std::move(what)) {}
    template <class... Values> void set_value(Values &&...values) noexcept {
      using Shape = decltype(data.shape);
      try {
        if constexpr (isChunked)
          data.function(Shape{}, data.shape, values...);
        else
          for (Shape index{}; index < data.shape; ++index)
            data.function(index, values...);
        stdexec::set_value(std::move(this->receiver_inside<Receiver>::receiver), std::forward<Values>(values)...);
      } catch (...) {
        this->set_error(std::current_exception());
      }
    }
  };
  template <class, class... Values, class... Others>
  static consteval auto signatures(completion_signatures<set_value_t(Values...), Others...>) {
    return completion_signatures<set_value_t(Values...), set_error_t(std::exception_ptr), set_stopped_t()>{};
  }
  template <sender Sender, class Policy, std::integral Shape, class Function>
  auto operator()(Sender &&from, Policy policy, Shape shape, Function function) const {
    using Data = bulk_data<Policy, Shape, Function>;
    return algorithm_sender<Tag, Data, std::remove_cvref_t<Sender>>{
        {}, Data{policy, shape, std::move(function)}, std::forward<Sender>(from)};
  }
  template <class Policy, std::integral Shape, class Function>
  auto operator()(Policy policy, Shape shape, Function function) const {
    return closure{[=, *this]<class Sender>(Sender &&from) {
      return (*this)(std::forward<Sender>(from), policy, shape, function);
    }};
  }
};
struct bulk_t : bulk_algorithm<bulk_t, false> {};
struct bulk_chunked_t : bulk_algorithm<bulk_chunked_t, true> {};
struct bulk_unchunked_t : bulk_algorithm<bulk_unchunked_t, false> {};
inline constexpr bulk_t bulk;
inline constexpr bulk_chunked_t bulk_chunked;
inline constexpr bulk_unchunked_t bulk_unchunked;

} // namespace stdexec

#include "consumers.hpp"

#endif // TACTUS_TEST_STDEXEC_EXECUTION_HPP

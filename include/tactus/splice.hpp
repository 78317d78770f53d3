//===- splice.hpp - cache reuse across recursive calls, from declared effects ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #include <tactus/splice.hpp>
//     namespace splice = tactus::splice;
//
//     splice::effects copying(const char *from, char *to, std::size_t n) {
//       return splice::reads(splice::range(from, n)) | splice::writes(splice::range(to, n));
//     }
//     void copy_body(const char *from, char *to, std::size_t n);
//     constexpr splice::function<copying, copy_body> copy;
//
//     void copy_body(const char *from, char *to, std::size_t n) {
//       if (n <= 4096)
//         return splice::step(copying(from, to, n), [=] { std::memcpy(to, from, n); });
//       std::size_t half = n / 2;
//       splice::finish(copy(from, to, half), copy(from + half, to + half, n - half));
//     }
//
//     splice::try_splice(2, [&] {
//       splice::invoke(copy(a, b, n));
//       splice::invoke(copy(a, c, n)); // reads a while the first call's part of it is still in the cache
//     });
//
// Outside of try_splice the same code is the plain sequential program: every invoke is a call. Within it the scheduler
// interleaves the calls, and delays what must wait for an earlier one. Results are those of the sequential program, as
// long as the effects name all data that is written, and read where it is written elsewhere. Calls of a `finish` that
// do not interfere may run in parallel. Link with -ltactus_splice, which needs libtactus.
//
//   function<effects, body>           a function with its effects
//   invoke(call, [rest])              calls it
//   finish(call, …)                   these calls, and then the function does nothing more
//   step(effects, body, [rest])       work without calls; may run later, so it captures by value
//   steps(parts, effects, body, [rest])  the same in parts, between which other threads run (§7, step pipelining)
//   evaluate(effects, body)           a step that the function waits for, and whose result or exception it needs
//   try_splice([count,] body)         splices each `count` calls that the body makes
//
// `rest` says what the function may do afterwards: splice::last (nothing) or splice::then(effects). Without it all that
// the function declares is assumed, which is right and keeps later threads waiting.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_HPP
#define TACTUS_SPLICE_HPP

#if defined(__cplusplus) && __cplusplus > 201703L

#include "splice/core.hpp"
#include "splice/effect.hpp"  // IWYU pragma: export
#include "splice/regions.hpp" // IWYU pragma: export

#include <functional>
#include <optional>
#include <source_location>
#include <tuple>
#include <type_traits>

namespace tactus::splice {

/// What a function may still do after a call or a step.
using rest = detail::continuation;

/// Nothing.
inline const rest last{rest::kind::nothing, {}};

/// At most this.
[[nodiscard]] inline rest then(effects what) { return {rest::kind::given, std::move(what)}; }

/// Work whose parts can be cut off from the front: slice(parts) is the first one and the others.
template <class P>
concept sliceable = std::copyable<P> && requires(const P &parts) {
  { is_empty(parts) } -> std::convertible_to<bool>;
  { slice(parts).first } -> std::convertible_to<P>;
  { slice(parts).second } -> std::convertible_to<P>;
};

namespace detail {

/// A step in one part.
template <class Body> class whole_step final : public step_body {
public:
  whole_step(const effects &what, Body &body) : what_(what), body_(&body) {}
  whole_step(whole_step &other, int /*to the heap*/) : what_(other.what_), kept_(std::move(*other.body_)) {
    body_ = &*kept_;
  }

  void next_part(effects &into) const override { into = what_; }
  void all_parts(effects &into) const override { into = what_; }
  bool run() override {
    std::invoke(*body_);
    return false;
  }
  step_body *move_to_heap() override { return new whole_step(*this, 0); }
  step_body *split_part() override { return nullptr; }
  [[nodiscard]] std::size_t size() const override { return sizeof *this; }

private:
  effects what_;
  Body *body_;
  std::optional<Body> kept_;
};

/// A parametric step (algorithm 2): its parts, the effects of some of them, and what to do for one.
template <class Parts, class Effects, class Body> class sliced_step final : public step_body {
public:
  sliced_step(const Parts &parts, const Effects &what, const Body &body)
      : whole_(parts), part_(parts), later_(parts), what_(what), body_(body) {
    advance();
  }

  void next_part(effects &into) const override { into = std::invoke(what_, part_); }
  void all_parts(effects &into) const override { into = std::invoke(what_, whole_); }
  bool run() override {
    std::invoke(body_, std::as_const(part_));
    return pass();
  }
  step_body *move_to_heap() override { return new sliced_step(*this); }
  step_body *split_part() override {
    if (is_last())
      return nullptr;
    auto *part = new sliced_step(*this);
    part->whole_ = part->part_;
    part->single_ = true;
    pass();
    return part;
  }
  [[nodiscard]] division divided() const override { return is_last() ? division::one_part : division::parts; }
  [[nodiscard]] std::size_t size() const override { return sizeof *this; }

private:
  [[nodiscard]] bool is_last() const { return single_ || is_empty(later_); }
  /// Goes on to the next part. There is none: false.
  bool pass() {
    if (is_last())
      return false;
    whole_ = later_;
    advance();
    return true;
  }
  void advance() {
    auto cut = slice(later_);
    part_ = std::move(cut.first);
    later_ = std::move(cut.second);
  }

  /// What has not run, its first part, and what follows that.
  Parts whole_, part_, later_;
  /// What follows is another step's.
  bool single_ = false;
  Effects what_;
  Body body_;
};

template <auto Effects, auto Body, class... Arguments> class spliced_call final : public pending_call {
public:
  explicit spliced_call(std::tuple<Arguments...> arguments) : arguments_(std::move(arguments)) {}
  void run() override { std::apply(Body, std::move(arguments_)); }

private:
  std::tuple<Arguments...> arguments_;
};

} // namespace detail

/// A function's name with arguments, not called yet. Made by a `function`.
template <auto Effects, auto Body, class... Arguments> class call {
public:
  explicit call(Arguments... arguments) : arguments_(std::move(arguments)...) {}

  /// What the call may read and write.
  [[nodiscard]] effects inclusive() const { return std::apply(Effects, arguments_); }
  /// The plain call.
  [[gnu::always_inline]] void operator()() && { std::apply(Body, std::move(arguments_)); }
  /// The same call, for later. The caller owns it.
  [[nodiscard]] detail::pending_call *defer() && {
    return new detail::spliced_call<Effects, Body, Arguments...>(std::move(arguments_));
  }

private:
  std::tuple<Arguments...> arguments_;
};

/// A function whose effects are known: `Effects(arguments…)` says what `Body(arguments…)` and all that it calls may
/// read and write. It has no side effects and depends on the arguments alone, because it is asked before the call
/// happens. So is everything that Body does outside of steps: it may depend on its arguments and on data that no step
/// writes.
template <auto Effects, auto Body> struct function {
  template <class... Arguments>
    requires requires(std::decay_t<Arguments> &...arguments) {
      { std::invoke(Effects, std::as_const(arguments)...) } -> std::convertible_to<effects>;
      std::invoke(Body, std::move(arguments)...);
    }
  [[nodiscard]] [[gnu::always_inline]] constexpr auto operator()(Arguments &&...arguments) const {
    return call<Effects, Body, std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...);
  }
};

namespace detail {

template <class T> inline constexpr bool is_call = false;
template <auto Effects, auto Body, class... Arguments>
inline constexpr bool is_call<call<Effects, Body, Arguments...>> = true;

template <class Call>
[[gnu::noinline]] void invoke_somehow(context &where, Call call, const rest &after, const std::source_location &place) {
  if (where.running == mode::collecting)
    return collect_call(where, call.inclusive(), std::move(call).defer());
  if (!enter_call(where, call.inclusive(), after, place)) {
    plain_call plain(where, after);
    return std::move(call)();
  }
  try {
    std::move(call)();
  } catch (...) {
    abandon_call(where);
    throw;
  }
  leave_call(where);
}

/// Effects, or a function that says them; the second costs nothing where nothing is spliced.
template <class What> effects effects_of(const What &what) {
  if constexpr (std::is_invocable_v<const What &>)
    return std::invoke(what);
  else
    return what;
}

template <class What, class Body>
[[gnu::noinline]] void step_somehow(context &where, const What &what, Body &body, const rest &after,
                                    const std::source_location &place) {
  whole_step<Body> work(effects_of(what), body);
  run_step(where, work, after, place);
}

template <class... Calls> void finish_in(context &where, Calls... calls);

/// The calls of a `finish` behind the one that runs.
template <class... Calls> class calls_left final : public rest_of_calls {
public:
  explicit calls_left(Calls... calls) : calls_(std::in_place, std::move(calls)...) {}
  calls_left(const calls_left &) = delete;
  calls_left &operator=(const calls_left &) = delete;
  ~calls_left() { withdraw_rest(*this); }

  pending_call *take() override {
    auto *calls = new taken_calls(std::move(*calls_));
    calls_.reset();
    return calls;
  }
  void give_back(pending_call &calls) noexcept override {
    calls_.emplace(std::move(static_cast<taken_calls &>(calls).calls));
  }
  std::tuple<Calls...> &calls() { return *calls_; }

private:
  /// On another user-level thread: one call is that thread's, more are a function's that finishes with them.
  struct taken_calls final : pending_call {
    explicit taken_calls(std::tuple<Calls...> &&some) : calls(std::move(some)) {}
    void run() override {
      std::apply(
          [](Calls &...some) {
            if constexpr (sizeof...(Calls) == 1)
              (std::move(some)(), ...);
            else
              finish_in(*current_context, std::move(some)...);
          },
          calls);
    }
    std::tuple<Calls...> calls;
  };

  std::optional<std::tuple<Calls...>> calls_;
};

/// Makes the calls, each with the effects of those behind it as its continuation.
template <class Call>
void finish_somehow(context &where, const effects *, const effects *, const std::source_location &place, Call call) {
  invoke_somehow(where, std::move(call), last, place);
}
template <class Call, class... Calls>
void finish_somehow(context &where, const effects *own, const effects *behind, const std::source_location &place,
                    Call call, Calls... calls) {
  calls_left<Calls...> left(std::move(calls)...);
  offer_rest(where, left, *own, *behind);
  invoke_somehow(where, std::move(call), then(*behind), place);
  if (rest_has_run(where, left))
    return;
  std::apply([&](Calls &...more) { finish_somehow(where, own + 1, behind + 1, place, std::move(more)...); },
             left.calls());
}

template <class... Calls> void finish_in(context &where, Calls... calls) {
  constexpr std::size_t count = sizeof...(Calls);
  effects behind[count + 1], own[count] = {calls.inclusive()...};
  for (std::size_t index = count; index-- > 0;)
    behind[index] = own[index] | behind[index + 1];
  finish_somehow(where, own, behind + 1, std::source_location::current(), std::move(calls)...);
}
template <class... Calls> [[gnu::noinline]] void finish_all(context &where, Calls... calls) {
  finish_in(where, std::move(calls)...);
}

} // namespace detail

/// Effects, or a function without arguments that says them and is asked only where calls are spliced.
template <class What>
concept effects_source = std::convertible_to<const What &, effects> || std::is_invocable_r_v<effects, const What &>;

/// Calls a function. Its result is what it writes.
template <class Call>
  requires detail::is_call<Call>
[[gnu::always_inline]] inline void invoke(Call call, const rest &after = rest(),
                                          const std::source_location &place = std::source_location::current()) {
  if (detail::context *where = detail::current_context; where) [[unlikely]]
    detail::invoke_somehow(*where, std::move(call), after, place);
  else
    std::move(call)();
}

/// Makes these calls, one after the other, as the last thing that the function does.
template <class... Calls>
  requires(detail::is_call<Calls> && ...)
[[gnu::always_inline]] inline void finish(Calls... calls) {
  if (detail::context *where = detail::current_context; where) [[unlikely]]
    detail::finish_all(*where, std::move(calls)...);
  else
    (std::move(calls)(), ...);
}

/// Work without calls of spliced functions. It may run later than here, so the body owns what it uses: it captures by
/// value. What it throws leaves try_splice; handlers of the function around it are for `evaluate`.
template <effects_source What, class Body>
  requires std::invocable<Body &> && std::move_constructible<Body>
[[gnu::always_inline]] inline void step(const What &what, Body body, const rest &after = rest(),
                                        const std::source_location &place = std::source_location::current()) {
  if (detail::context *where = detail::current_context; where) [[unlikely]]
    detail::step_somehow(*where, what, body, after, place);
  else
    std::invoke(body);
}

/// A step in parts: `body(part)` for each that slice(parts) cuts off, with the effects `what(part)`. `what` of many
/// parts contains what it says of each of them. Where nothing is spliced, `body(parts)` does all of it.
template <sliceable Parts, class Effects, class Body>
  requires std::invocable<Body &, const Parts &> && std::is_invocable_r_v<effects, const Effects &, const Parts &>
inline void steps(Parts parts, const Effects &what, Body body, const rest &after = rest(),
                  const std::source_location &place = std::source_location::current()) {
  if (is_empty(parts))
    return;
  if (detail::context *where = detail::current_context; where) [[unlikely]] {
    detail::sliced_step<Parts, Effects, Body> work(parts, what, body);
    detail::run_step(*where, work, after, place);
    return;
  }
  std::invoke(body, std::as_const(parts));
}

/// A step that has run when this returns, with its result. The thread waits where it must; so this is for what decides
/// how the function goes on. Exceptions arrive here, and the body may capture by reference.
template <effects_source What, class Body>
  requires std::invocable<Body &>
inline auto evaluate(const What &what, Body body, const rest &after = rest(),
                     const std::source_location &place = std::source_location::current())
    -> std::decay_t<std::invoke_result_t<Body &>> {
  using result_type = std::decay_t<std::invoke_result_t<Body &>>;
  detail::context *where = detail::current_context;
  if (!where)
    return std::invoke(body);
  if constexpr (std::is_void_v<result_type>) {
    detail::whole_step<Body> work(detail::effects_of(what), body);
    detail::run_step_now(*where, work, after, place);
  } else {
    std::optional<result_type> result;
    auto store = [&] { result.emplace(std::invoke(body)); };
    detail::whole_step<decltype(store)> work(detail::effects_of(what), store);
    detail::run_step_now(*where, work, after, place);
    return std::move(*result);
  }
}

/// How many calls are spliced is measured and chosen at run time.
inline constexpr unsigned automatic = 0;

/// Runs the body, and splices each `count` calls that it makes; all have returned at the end. The calls may come from
/// functions that the body calls in the ordinary way. Steps between the calls keep their place in the order.
/// Within spliced code this is only the body. Statistics and traces know it by its place in the source.
template <class Body>
  requires std::invocable<Body &>
void try_splice(unsigned count, Body &&body, const std::source_location &place = std::source_location::current()) {
  static constinit detail::splice_site site(__PRETTY_FUNCTION__);
  auto *callee = std::addressof(body); // which may be a function
  detail::try_splice(
      count, site, place, [](void *argument) { std::invoke(**static_cast<decltype(callee) *>(argument)); }, &callee);
}
template <class Body>
  requires std::invocable<Body &>
void try_splice(Body &&body, const std::source_location &place = std::source_location::current()) {
  try_splice(automatic, std::forward<Body>(body), place);
}

} // namespace tactus::splice

#else
#error "<tactus/splice.hpp> needs C++20: compile with -std=c++20"
#endif

#endif // TACTUS_SPLICE_HPP

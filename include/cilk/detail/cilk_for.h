/*===- cilk_for.h - cilk_for in C++ ------------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* The plugin (compiler/cilk/CilkPlugin.cpp) takes the loop apart; any other compiler sees a serial loop:
|*
|*     cilk_for (T i = first; i < bound; i += step) body
|*
|*     {
|*       T i = first;
|*       run([&](auto probe) { auto i = probe; note(i < bound); i += step; },    what the loop does with a T
|*           [&](T i) { for (once) body }, i);                                   `continue` ends the iteration
|*     }
|*
|* A LoopProbe stands for the variable while the condition and the step are evaluated once, and notes what they do with
|* it. That gives the number of iterations, as Cilk and OpenMP ask for: `<`, `<=`, `>`, `>=` or `!=` against a bound,
|* and a step by a constant amount.
|*
|* The loop is an explicit record of latent parallelism (tactus/latent.h), divided into strips that are paid for in
|* advance. An exception leaves the loop as in the serial program: the first in the order of the iterations, after all
|* that has been started has ended. What comes after it may have run.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_FOR_H
#define TACTUS_CILK_FOR_H

#include "../../tactus/detail/credit.h"
#include "../../tactus/latent.h"

#include <atomic>
#include <exception>
#include <type_traits>
#include <utility>

namespace tactus {
namespace detail {
namespace cilk {

enum class Comparison { Less, LessOrEqual, Greater, GreaterOrEqual, NotEqual };

template <class Bound> struct Condition {
  Comparison comparison;
  Bound bound;
};

/// What a step is: of numbers, whatever their sign, and of pointers and iterators.
template <class Variable, bool isNumber = std::is_integral<Variable>::value> struct Stepping {
  typedef int64_t Step;
  static Variable advance(const Variable &first, uint64_t count, Step step) {
    return static_cast<Variable>(static_cast<uint64_t>(first) + count * static_cast<uint64_t>(step));
  }
  /// `to - from`, which is positive.
  template <class From, class To> static uint64_t span(const From &from, const To &to) {
    typedef typename std::common_type<From, To>::type Common;
    return static_cast<uint64_t>(static_cast<Common>(to)) - static_cast<uint64_t>(static_cast<Common>(from));
  }
};
template <class Variable> struct Stepping<Variable, false> {
  typedef decltype(std::declval<Variable>() - std::declval<Variable>()) Step;
  static Variable advance(const Variable &first, uint64_t count, Step step) {
    return first + static_cast<Step>(count) * step;
  }
  template <class From, class To> static uint64_t span(const From &from, const To &to) {
    return static_cast<uint64_t>(to - from);
  }
};
template <class Variable> using Step = typename Stepping<Variable>::Step;

/// Notes what happens to a loop's variable.
template <class Variable> class LoopProbe {
public:
  Step<Variable> step = Step<Variable>();

  LoopProbe &operator++() { return *this += 1; }
  LoopProbe &operator--() { return *this -= 1; }
  void operator++(int) { step += 1; }
  void operator--(int) { step -= 1; }
  template <class Amount> LoopProbe &operator+=(const Amount &amount) {
    step += static_cast<Step<Variable>>(amount);
    return *this;
  }
  template <class Amount> LoopProbe &operator-=(const Amount &amount) {
    step -= static_cast<Step<Variable>>(amount);
    return *this;
  }
};

template <class V, class B> Condition<B> operator<(const LoopProbe<V> &, const B &b) { return {Comparison::Less, b}; }
template <class V, class B> Condition<B> operator<=(const LoopProbe<V> &, const B &b) {
  return {Comparison::LessOrEqual, b};
}
template <class V, class B> Condition<B> operator>(const LoopProbe<V> &, const B &b) {
  return {Comparison::Greater, b};
}
template <class V, class B> Condition<B> operator>=(const LoopProbe<V> &, const B &b) {
  return {Comparison::GreaterOrEqual, b};
}
template <class V, class B> Condition<B> operator!=(const LoopProbe<V> &, const B &b) {
  return {Comparison::NotEqual, b};
}
// The bound on the left.
template <class V, class B> Condition<B> operator<(const B &b, const LoopProbe<V> &probe) { return probe > b; }
template <class V, class B> Condition<B> operator<=(const B &b, const LoopProbe<V> &probe) { return probe >= b; }
template <class V, class B> Condition<B> operator>(const B &b, const LoopProbe<V> &probe) { return probe < b; }
template <class V, class B> Condition<B> operator>=(const B &b, const LoopProbe<V> &probe) { return probe <= b; }
template <class V, class B> Condition<B> operator!=(const B &b, const LoopProbe<V> &probe) { return probe != b; }

// What else may stand in a loop's head. These overloads are chosen, so that one message says the rule at the program's
// own line, and not templates what they miss.
#define TACTUS_CILK_NOT_ALONE                                                                                          \
  __attribute__((diagnose_if(true,                                                                                     \
                             "the condition of a cilk_for compares its variable alone by <, <=, >, >= or !=, and its " \
                             "step changes it by ++, --, += or -=",                                                    \
                             "error")))
#define TACTUS_CILK_REFUSE_OPERATOR(op)                                                                                \
  template <class V, class B>                                                                                          \
  TACTUS_CILK_NOT_ALONE const LoopProbe<V> &operator op(const LoopProbe<V> &probe, const B &) {                        \
    return probe;                                                                                                      \
  }                                                                                                                    \
  template <class V, class B>                                                                                          \
  TACTUS_CILK_NOT_ALONE const LoopProbe<V> &operator op(const B &, const LoopProbe<V> &probe) {                        \
    return probe;                                                                                                      \
  }                                                                                                                    \
  template <class V>                                                                                                   \
  TACTUS_CILK_NOT_ALONE const LoopProbe<V> &operator op(const LoopProbe<V> &probe, const LoopProbe<V> &) {             \
    return probe;                                                                                                      \
  }
TACTUS_CILK_REFUSE_OPERATOR(+)
TACTUS_CILK_REFUSE_OPERATOR(-)
TACTUS_CILK_REFUSE_OPERATOR(*)
TACTUS_CILK_REFUSE_OPERATOR(/)
TACTUS_CILK_REFUSE_OPERATOR(%)
TACTUS_CILK_REFUSE_OPERATOR(<<)
TACTUS_CILK_REFUSE_OPERATOR(>>)
TACTUS_CILK_REFUSE_OPERATOR(&)
TACTUS_CILK_REFUSE_OPERATOR(|)
TACTUS_CILK_REFUSE_OPERATOR(^)
#undef TACTUS_CILK_REFUSE_OPERATOR
#define TACTUS_CILK_REFUSE_CONDITION(op)                                                                               \
  template <class V, class B> TACTUS_CILK_NOT_ALONE Condition<V> operator op(const LoopProbe<V> &, const B &) {        \
    return {Comparison::Less, V()};                                                                                    \
  }                                                                                                                    \
  template <class V, class B> TACTUS_CILK_NOT_ALONE Condition<V> operator op(const B &, const LoopProbe<V> &) {        \
    return {Comparison::Less, V()};                                                                                    \
  }                                                                                                                    \
  template <class V, class B>                                                                                          \
  TACTUS_CILK_NOT_ALONE Condition<V> operator op(const Condition<V> &condition, const B &) {                           \
    return condition;                                                                                                  \
  }                                                                                                                    \
  template <class V, class B>                                                                                          \
  TACTUS_CILK_NOT_ALONE Condition<V> operator op(const B &, const Condition<V> &condition) {                           \
    return condition;                                                                                                  \
  }                                                                                                                    \
  template <class V, class B>                                                                                          \
  TACTUS_CILK_NOT_ALONE Condition<V> operator op(const Condition<V> &condition, const Condition<B> &) {                \
    return condition;                                                                                                  \
  }
TACTUS_CILK_REFUSE_CONDITION(==)
TACTUS_CILK_REFUSE_CONDITION(&&)
TACTUS_CILK_REFUSE_CONDITION(||)
#undef TACTUS_CILK_REFUSE_CONDITION
#define TACTUS_CILK_REFUSE_STEP(op)                                                                                    \
  template <class V, class B> TACTUS_CILK_NOT_ALONE LoopProbe<V> &operator op(LoopProbe<V> &probe, const B &) {        \
    return probe;                                                                                                      \
  }
TACTUS_CILK_REFUSE_STEP(*=)
TACTUS_CILK_REFUSE_STEP(/=)
TACTUS_CILK_REFUSE_STEP(%=)
TACTUS_CILK_REFUSE_STEP(<<=)
TACTUS_CILK_REFUSE_STEP(>>=)
TACTUS_CILK_REFUSE_STEP(&=)
TACTUS_CILK_REFUSE_STEP(|=)
TACTUS_CILK_REFUSE_STEP(^=)
#undef TACTUS_CILK_REFUSE_STEP
template <class B> TACTUS_CILK_NOT_ALONE Condition<B> operator!(const Condition<B> &condition) { return condition; }
template <class V> TACTUS_CILK_NOT_ALONE Condition<V> operator!(const LoopProbe<V> &) {
  return {Comparison::Less, V()};
}
template <class V> TACTUS_CILK_NOT_ALONE const LoopProbe<V> &operator-(const LoopProbe<V> &probe) { return probe; }
template <class V> TACTUS_CILK_NOT_ALONE const LoopProbe<V> &operator*(const LoopProbe<V> &probe) { return probe; }

/// What the header puts around the condition.
template <class B> Condition<B> asCondition(const Condition<B> &condition) { return condition; }
template <class T> TACTUS_CILK_NOT_ALONE Condition<int> asCondition(const T &) { return {Comparison::Less, 0}; }
#undef TACTUS_CILK_NOT_ALONE

/// The number of iterations. The first comparison is the program's own, with the types that it has there.
template <class Variable, class Bound>
uint64_t countIterations(const Variable &first, const Condition<Bound> &condition, Step<Variable> step) {
  bool isUp = step > 0;
  bool isEmpty = false, includesBound = false;
  switch (condition.comparison) {
  case Comparison::Less:
    isEmpty = !(first < condition.bound);
    break;
  case Comparison::LessOrEqual:
    isEmpty = !(first <= condition.bound);
    includesBound = true;
    break;
  case Comparison::Greater:
    isEmpty = !(first > condition.bound);
    break;
  case Comparison::GreaterOrEqual:
    isEmpty = !(first >= condition.bound);
    includesBound = true;
    break;
  case Comparison::NotEqual:
    isEmpty = !(first != condition.bound);
    break;
  }
  if (isEmpty)
    return 0;
  uint64_t span =
      isUp ? Stepping<Variable>::span(first, condition.bound) : Stepping<Variable>::span(condition.bound, first);
  uint64_t stride = isUp ? static_cast<uint64_t>(step) : uint64_t(0) - static_cast<uint64_t>(step);
  return includesBound ? span / stride + 1 : (span - 1) / stride + 1;
}

/// One execution of a loop. Lives in the frame of the thread that entered it.
template <class Variable, class Body> class Loop {
public:
  Loop(tactus_loop_descriptor &loopSite, const Variable &firstValue, Step<Variable> loopStep, Body &loopBody)
      : site(loopSite), first(firstValue), step(loopStep), body(loopBody) {}

  void run(uint64_t count) {
    if (count > 0)
      runStrips(0, count);
#if defined(__cpp_exceptions)
    if (error)
      std::rethrow_exception(error);
#endif
  }
  static void runTask(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
    reinterpret_cast<Loop *>(*environment)->runStrips(begin, end);
  }

private:
  tactus_loop_descriptor &site;
  const Variable first;
  const Step<Variable> step;
  Body &body;
  /// The iteration of the first exception so far. Lowered under `lock`; read without it by strands that want to know
  /// whether they still matter, relaxed: it is a hint there.
  std::atomic<uint64_t> failed{UINT64_MAX};
#if defined(__cpp_exceptions)
  std::atomic_flag lock = ATOMIC_FLAG_INIT;
  std::exception_ptr error;

  void fail(uint64_t iteration) {
    while (lock.test_and_set(std::memory_order_acquire))
      ;
    if (iteration < failed.load(std::memory_order_relaxed)) {
      failed.store(iteration, std::memory_order_relaxed);
      error = std::current_exception();
    }
    lock.clear(std::memory_order_release);
  }
#endif

  void runStrip(uint64_t begin, uint64_t end) {
#if defined(__cpp_exceptions)
    uint64_t iteration = begin;
    try {
      for (; iteration != end; ++iteration)
        body(Stepping<Variable>::advance(first, iteration, step));
    } catch (...) {
      fail(iteration);
    }
#else
    for (uint64_t iteration = begin; iteration != end; ++iteration)
      body(Stepping<Variable>::advance(first, iteration, step));
#endif
  }

  void runStrips(uint64_t begin, uint64_t end) {
    tactus_loop_record record = {};
    tactus_latent &latent = record.latent;
    tactus_strip &strip = record.strip;
    tactus_loop_slot &slot = record.slot;
    latent.kind = TACTUS_LATENT_LOOP;
    latent.flags = TACTUS_ITERATION_IS_NEXT;
    strip.iteration = begin;
    strip.end = end;
    slot.descriptor = &site;
    slot.end = end;
    slot.environment[0] = reinterpret_cast<uint64_t>(this);
    if (tactus_pay_for_all(&site, end - begin)) {
      tactus_latent_link(&latent);
    } else {
      latent.flags |= TACTUS_LOOP_BEGINS;
      tactus_latent_push(&latent);
      latent.flags = TACTUS_ITERATION_IS_NEXT;
      strip.end = begin + tactus_begin_strip(&site, *const_cast<volatile uint64_t *>(&slot.end) - begin);
    }
    for (uint64_t next = begin;;) {
      uint64_t stripEnd = strip.end;
      // What is executed is the strip as a whole: behind its last iteration all may run elsewhere.
      *const_cast<volatile uint64_t *>(&strip.iteration) = stripEnd - 1;
      if (next < failed.load(std::memory_order_relaxed))
        runStrip(next, stripEnd);
      next = stripEnd;
      uint64_t loopEnd = *const_cast<volatile uint64_t *>(&slot.end);
      if (next >= loopEnd)
        break;
      uint64_t length = tactus_take_rest(&site, loopEnd - next);
      if (length == 0) {
        strip.iteration = next;
        tactus_latent_poll();
        length = tactus_begin_strip(&site, *const_cast<volatile uint64_t *>(&slot.end) - next);
      }
      strip.end = next + length;
    }
    if (latent.special)
      tactus_latent_pop(&latent);
    else
      tactus_latent_top = latent.older;
    if (*const_cast<tactus_join_record *volatile *>(&slot.join))
      tactus_loop_join(&slot);
  }
};

/// Runs the loop whose variable begins as `first`. `probe` applies condition and step to a LoopProbe and returns the
/// condition; `body` takes the variable's value.
template <class Variable, class Probe, class Body>
void runLoop(const Variable &first, const char *file, const char *function, uint32_t line, const Probe &applyTo,
             Body body) {
  static tactus_loop_descriptor site = {Loop<Variable, Body>::runTask, nullptr, nullptr, 0, 0, 1, 0,
                                        TACTUS_UNKNOWN_WEIGHT,         0,       0};
  if (!__atomic_load_n(&site.file, __ATOMIC_RELAXED)) {
    __atomic_store_n(&site.function, function, __ATOMIC_RELAXED);
    __atomic_store_n(&site.line, line, __ATOMIC_RELAXED);
    __atomic_store_n(&site.file, file, __ATOMIC_RELEASE);
  }
  LoopProbe<Variable> probe;
  auto condition = applyTo(probe);
  Loop<Variable, Body>(site, first, probe.step, body).run(countIterations(first, condition, probe.step));
}

} // namespace cilk
} // namespace detail
} // namespace tactus

#endif

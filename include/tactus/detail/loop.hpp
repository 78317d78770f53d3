//===- loop.hpp - a loop whose later iterations may run elsewhere -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The thread's credit pays for a strip of iterations in advance, as in compiled leaf loops. Between strips the loop
// polls, and whatever polls inside an iteration may split it too: therefore the number of the iteration and the end of
// the strip are in memory.
//
//     strip = what the credit pays for
//     while (i != strip.end) { strip.iteration = i; iterate(i); ++i; }     ◄── no call in the body: a plain loop
//     if (i < slot.end) poll if no credit is left, next strip
//     if (slot.join) join
//
// If the body calls nothing that is unknown, compilers hoist the load and sink the store, and vectorise what is left.
// It helps them that both words have a type of their own, which nothing else in the program can alias. Bytes alias
// everything in C++; that they do not alias these words is known to tactus-clang++ only
// (compiler/lower/RuntimeMemory.h).
//
// A Kind says what a loop does:
//
//     State                              what a strand of the loop collects; movable
//     State begin(uint64_t)              of a task, before its first iteration
//     void iterate(State &, uint64_t)
//     void combine(State &, State &&)    the second is that of a task, whose iterations follow those of the first
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LOOP_HPP
#define TACTUS_DETAIL_LOOP_HPP

#include "../latent.h"
#include "fork.hpp"

#include <algorithm>

namespace tactus::detail {

template <class Member> inline constexpr bool isConstMember = false;
template <class C, class R, class... A> inline constexpr bool isConstMember<R (C::*)(A...) const> = true;
template <class C, class R, class... A> inline constexpr bool isConstMember<R (C::*)(A...) const noexcept> = true;

template <class Function> inline constexpr bool hasOneConstCall = false;
template <class Function>
  requires requires { &Function::operator(); }
inline constexpr bool hasOneConstCall<Function> = isConstMember<decltype(&Function::operator())>;

/// How a loop keeps a function of the user's: by value where nobody can tell the difference, so that what it has
/// captured can live in registers although tasks see the original. The limit only keeps captured arrays from being
/// copied; by reference, each iteration would load all it uses.
template <class Function>
using KeptFunction =
    std::conditional_t<std::is_trivially_copyable_v<Function> && sizeof(Function) <= 256 && hasOneConstCall<Function>,
                       Function, Function &>;

/// Of a type that nothing else has.
enum class StripIndex : uint64_t {};

struct Strip {
  StripIndex iteration, end;
};
static_assert(sizeof(Strip) == sizeof(tactus_strip));

template <class Kind> struct LoopSite;

/// A copy where nobody can tell it from the original: it lives in registers, although tasks see the original.
template <class T> using OwnCopy = std::conditional_t<std::is_trivially_copyable_v<T>, T, T &>;

/// One strand of a loop: the thread that entered it, or a task. It holds what others look at; all else is in local
/// variables.
template <class Kind> class LoopStrand {
  using State = typename Kind::State;

  tactus_loop_slot slot;
  Strip strip;
  tactus_latent latent;

public:
  [[gnu::always_inline]] LoopStrand(Kind &kind, uint64_t begin, uint64_t end) noexcept {
    slot = {&LoopSite<Kind>::descriptor, end, nullptr,
            areaSize<Outcome<State>>,    0,   {reinterpret_cast<uint64_t>(&kind)}};
    strip.iteration = StripIndex{begin};
    strip.end = StripIndex{end};
    latent.kind = TACTUS_LATENT_LOOP;
    latent.flags = TACTUS_ITERATION_IS_NEXT;
    latent.special = nullptr;
    latent.of.loop = {&slot, reinterpret_cast<tactus_strip *>(&strip)};
  }
  LoopStrand(const LoopStrand &) = delete;
  LoopStrand &operator=(const LoopStrand &) = delete;

  /// `kind` is what the strand was made with; results are added to `state`.
  [[gnu::always_inline]] void run(Kind &kind, State &state, uint64_t begin, uint64_t end, std::source_location where) {
    OwnCopy<Kind> ownKind = kind;
    OwnCopy<State> ownState = state;
    // Signed like the weight: a product of mixed signs takes a dozen instructions more. Counts of 2^63 come out
    // negative. What is left of the credit does not overflow: it is far from the ends of its range.
    int64_t charge, credit;
    if (__builtin_mul_overflow(static_cast<int64_t>(end - begin), loadWeight(), &charge) ||
        ((credit = tactus_credit - charge) | charge) < 0) [[unlikely]] {
      enter(begin, where);
    } else {
      tactus_credit = credit;
      tactus_latent_link(&latent);
    }
#if defined(__cpp_exceptions)
    try {
      runStrips(ownKind, ownState, begin);
    } catch (...) {
      abandon();
      throw;
    }
#else
    runStrips(ownKind, ownState, begin);
#endif
    if (latent.special) [[unlikely]]
      tactus_latent_pop(&latent);
    else
      tactus_latent_top = latent.older;
    if (slot.join) [[unlikely]]
      join(kind, state, ownState);
    else if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = ownState;
  }

private:
  static int64_t loadWeight() noexcept { return __atomic_load_n(&LoopSite<Kind>::descriptor.weight, __ATOMIC_RELAXED); }

  [[gnu::always_inline]] void runStrips(const Kind &kind, State &state, uint64_t next) {
    for (;;) {
      // For inequality, so that the trip count is a plain difference: promotion never lowers the end below the next
      // iteration.
      for (; next != static_cast<uint64_t>(strip.end); ++next) {
        strip.iteration = StripIndex{next};
        kind.iterate(state, next);
      }
      if (next >= slot.end) [[likely]]
        return;
      if (!takeRest(next)) {
        strip.iteration = StripIndex{next};
        tactus_latent_poll();
        beginStrip(next);
      }
    }
  }

  /// The credit does not pay for all iterations.
  [[gnu::cold, gnu::noinline]] void enter(uint64_t begin, std::source_location where) {
    nameSite(LoopSite<Kind>::descriptor, where);
    tactus_latent_push(&latent);
    beginStrip(begin);
  }

  /// Another strip, as long as `limit` pays for, at least one iteration, which may cost more.
  void pay(uint64_t next, int64_t limit, int64_t weight) noexcept {
    uint64_t paid = limit > weight ? static_cast<uint64_t>(limit / weight) : 1;
    uint64_t count = std::min(paid, slot.end - next);
    tactus_credit -= std::min(static_cast<int64_t>(count) * weight, limit);
    strip.end = StripIndex{next + count};
  }

  /// After a poll: as many iterations as half of the credit pays for, at least one. The other half is for loops inside:
  /// without it they would poll at once, be taken for cheap and this loop for expensive, and from then on each
  /// iteration would poll twice.
  [[gnu::cold, gnu::noinline]] void beginStrip(uint64_t next) noexcept {
    pay(next, std::max<int64_t>(tactus_credit, 0) / 2, std::max<int64_t>(loadWeight(), 1));
  }

  /// After a strip: as many iterations as all of the credit pays for that nobody has used. False if that is none.
  [[gnu::cold, gnu::noinline]] bool takeRest(uint64_t next) noexcept {
    int64_t weight = std::max<int64_t>(loadWeight(), 1), credit = tactus_credit;
    if (credit < weight)
      return false;
    pay(next, credit, weight);
    return true;
  }

  /// The results of the tasks, in order, and the first exception.
  struct Collector {
    const Kind &kind;
    State &state;
    Outcome<void> failure;

    static void take(void *context, void *area) noexcept {
      auto &collector = *static_cast<Collector *>(context);
      auto &outcome = *inArea<Outcome<State>>(area);
      if (!collector.failure.failed())
        collector.failure.fill([&] { collector.kind.combine(collector.state, outcome.take()); });
      outcome.destroy();
    }
    static void drop(void *, void *area) noexcept { inArea<Outcome<State>>(area)->destroy(); }
  };

  /// Adds the tasks' results to this strand's `own`, which may be a copy of `state`.
  [[gnu::cold, gnu::noinline]] void join(const Kind &kind, State &state, OwnCopy<State> own) {
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = own;
    tactus_loop_join(&slot);
    Collector collector{kind, state, {}};
    tactus_loop_combine(&slot, &collector, Collector::take);
    collector.failure.take();
  }

  /// An iteration has thrown.
  [[gnu::cold, gnu::noinline]] void abandon() noexcept {
    if (latent.special)
      tactus_latent_pop(&latent);
    else
      tactus_latent_top = latent.older;
    tactus_loop_cancel(&slot);
    tactus_loop_combine(&slot, nullptr, Collector::drop);
  }
};

template <class Kind> struct LoopSite {
  using State = typename Kind::State;

  static void run(uint64_t begin, uint64_t end, const uint64_t *environment, void *result) {
    Kind &kind = *reinterpret_cast<Kind *>(*environment);
    (::new (inArea<Outcome<State>>(result)) Outcome<State>)->fill([&] {
      State state = kind.begin(begin);
      LoopStrand<Kind>(kind, begin, end).run(kind, state, begin, end, {});
      return state;
    });
  }

  static inline constinit tactus_loop_descriptor descriptor{
      run, nullptr, nullptr, 0, 0, 1, TACTUS_LOOP_HAS_RESULTS, TACTUS_UNKNOWN_WEIGHT, 0, 0};
};

/// Runs [begin, end) of a loop; its results are added to `state`.
template <class Kind>
[[gnu::always_inline]] inline void runLoop(Kind &kind, typename Kind::State &state, uint64_t begin, uint64_t end,
                                           std::source_location where) {
  if (begin < end)
    LoopStrand<Kind>(kind, begin, end).run(kind, state, begin, end, where);
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_LOOP_HPP

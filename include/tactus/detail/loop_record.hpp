//===- loop_record.hpp - what others see of a loop, and what it does outside of its strips --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Shared by the two ways to run a strand of a loop (loop.hpp, canonical_loop.hpp). Everything that is not on the way of
// a loop whose iterations are all paid for is cold and out of line.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LOOP_RECORD_HPP
#define TACTUS_DETAIL_LOOP_RECORD_HPP

#include "../latent.h"
#include "credit.h"
#include "fork.hpp"

/// Loops that wait for interrupts have functions and static data of their own, because objects of both kinds link into
/// one program.
#if defined(__TACTUS_INTERRUPTS__)
#define TACTUS_DETAIL_LOOPS detail::inline interrupted
#define TACTUS_DETAIL_LOOP_FLAGS TACTUS_LOOP_HAS_RESULTS | TACTUS_LOOP_NAMES_ITSELF | TACTUS_LOOP_IS_INTERRUPTED
#define TACTUS_DETAIL_FIRST_WEIGHT 0
#else
#define TACTUS_DETAIL_LOOPS detail
#define TACTUS_DETAIL_LOOP_FLAGS TACTUS_LOOP_HAS_RESULTS | TACTUS_LOOP_NAMES_ITSELF
#define TACTUS_DETAIL_FIRST_WEIGHT TACTUS_UNKNOWN_WEIGHT
#endif

namespace tactus::TACTUS_DETAIL_LOOPS {

/// Of a type that nothing else has.
enum class StripIndex : uint64_t {};

struct Strip {
  StripIndex iteration, end;
};
static_assert(sizeof(Strip) == sizeof(tactus_strip));

template <class Kind> struct LoopSite;

/// The kind has a loop of its own for iterations that do not poll.
template <class Kind>
concept runsPieces =
    requires(const Kind &kind, typename Kind::State &state, uint64_t index) { kind.runPiece(state, index, index); };

/// Its iterations do not poll, whoever compiles them.
template <class Kind> inline constexpr bool isSurelyLeaf = requires { requires Kind::isLeaf; };

/// A strand may have nothing left to do, although iterations are left.
template <class Kind>
concept canBeDone = requires(const Kind &kind, const typename Kind::State &state) { kind.isDone(state); };

/// Has it?
template <class Kind>
[[gnu::always_inline]] constexpr bool isDone(const Kind &kind, const typename Kind::State &state) {
  if constexpr (canBeDone<Kind>)
    return kind.isDone(state);
  else
    return false;
}

/// A copy where nobody can tell it from the original: it lives in registers, although tasks see the original.
template <class T> using OwnCopy = std::conditional_t<std::is_trivially_copyable_v<T>, T, T &>;

template <class Kind> class LoopRecord {
  using State = typename Kind::State;

public:
  /// Charges for all iterations, if the credit pays for them.
  [[gnu::always_inline]] static bool payForAll(uint64_t count) noexcept {
    return tactus_pay_for_all(&LoopSite<Kind>::descriptor, count);
  }

protected:
  // A tactus_loop_record.
  tactus_latent latent;
  Strip strip;
  tactus_loop_slot slot;

  LoopRecord() = default;
  LoopRecord(const LoopRecord &) = delete;
  LoopRecord &operator=(const LoopRecord &) = delete;

  /// `kind` is what tasks will see.
  [[gnu::always_inline]] static tactus_loop_slot describeSlot(Kind &kind, uint64_t end) noexcept {
    return {&LoopSite<Kind>::descriptor, end, nullptr,
            areaSize<Outcome<State>>,    0,   {reinterpret_cast<uint64_t>(&kind)}};
  }

  [[gnu::always_inline]] void describe(Kind &kind, uint64_t begin, uint64_t end) noexcept {
    static_assert(sizeof(LoopRecord) == sizeof(tactus_loop_record));
    slot = describeSlot(kind, end);
    // Now already: a signal's handler may poll before the first iteration does.
    strip.iteration = StripIndex{begin};
    strip.end = StripIndex{end};
    latent.kind = TACTUS_LATENT_LOOP;
    latent.flags = TACTUS_ITERATION_IS_NEXT;
    latent.special = nullptr;
  }

  [[gnu::always_inline]] void pop() noexcept {
    if (latent.special) [[unlikely]]
      tactus_latent_pop(&latent);
    else
      tactus_latent_top = latent.older;
  }

  /// Links the record, and polls. Who learns prices is told whether the loop begins.
  void push(bool begins) {
    latent.flags = begins ? TACTUS_ITERATION_IS_NEXT | TACTUS_LOOP_BEGINS : TACTUS_ITERATION_IS_NEXT;
    tactus_latent_push(&latent);
    latent.flags = TACTUS_ITERATION_IS_NEXT;
  }

  /// After a poll (credit.h).
  void beginStrip(uint64_t next) noexcept {
    strip.end = StripIndex{next + tactus_begin_strip(&LoopSite<Kind>::descriptor, slot.end - next)};
  }

  /// After a strip. False if the loop has to poll first.
  bool takeRest(uint64_t next) noexcept {
    uint64_t count = tactus_take_rest(&LoopSite<Kind>::descriptor, slot.end - next);
    if (count == 0)
      return false;
    strip.end = StripIndex{next + count};
    return true;
  }

  /// Adds the results of the tasks to this strand's, which may be a copy of what the loop's caller sees.
  [[gnu::always_inline]] static void join(tactus_loop_slot &slot, Kind &kind, State &state) {
    if constexpr (std::is_trivially_copyable_v<State>) {
      // Whatever has its address passed is in memory.
      State joined = state;
      joinTasks(slot, kind, joined);
      state = std::move(joined);
    } else {
      joinTasks(slot, kind, state);
    }
  }

  /// An iteration has thrown, and the record is not linked.
  [[gnu::cold, gnu::noinline]] static void cancel(tactus_loop_slot &slot) noexcept {
    tactus_loop_cancel(&slot);
    tactus_loop_combine(&slot, nullptr, Collector::drop);
  }

private:
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

  [[gnu::cold, gnu::noinline]] static void joinTasks(tactus_loop_slot &slot, Kind &kind, State &state) {
    Collector collector{kind, state, {}};
    collector.failure.fill([&] { runTakenBack(slot, kind, state); });
    if (collector.failure.failed()) {
      cancel(slot);
    } else {
      tactus_loop_join(&slot);
      tactus_loop_combine(&slot, &collector, Collector::take);
    }
    collector.failure.take();
  }

  /// Tasks that nobody has started, as long as they are the next in order: a result of their own would have to be made
  /// and combined, which may cost more than the iterations. A strand that is done has left iterations out.
  static void runTakenBack(tactus_loop_slot &slot, Kind &kind, State &state) {
    uint64_t begin, end;
    while (!isDone(kind, state) && tactus_loop_take_back(&slot, &begin, &end))
      LoopSite<Kind>::runStrand(kind, state, begin, end);
  }
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_LOOP_RECORD_HPP

//===- interrupted_loop.hpp - a loop that waits for interrupts ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// With -ftactus-beat=interrupt a loop polls nowhere and charges nothing. It has points, where the compiler lets a
// signal bring a beat (compiler/ir/BeatPoint.h): one instruction that does nothing. The descriptor's weight is the
// length of a strip, which beats teach (docs/decisions/0069).
//
//     nothing polls inside:  no longer than a strip: for (i = begin; i != end; ++i) iterate(i)
//                            else a function of its own: a strip, a point, a strip, … until slot.end
//     something may:         slot = {descriptor, end, no join, environment}
//                            do { iterate(i); ++i; point } while (i < slot.end)      ◄── its calls' map has i, slot
//                            if (slot.join) join
//
// A thread that has no beat under way has no credit. Then the loop asks for one where it begins.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_INTERRUPTED_LOOP_HPP
#define TACTUS_DETAIL_INTERRUPTED_LOOP_HPP

#include "compiled_iterations.hpp"

/// Never defined: the compiler plugin replaces its calls by a point, where iteration `next` of the slot's loop is the
/// one that comes next. `weight` is that of a loop that is run in strips, else null.
extern "C" void __tactus_beat_point(int64_t *weight, uint64_t next, tactus_loop_slot *slot) noexcept;

/// The same, but the beat is taken now.
extern "C" void __tactus_take_beat(int64_t *weight, uint64_t next, tactus_loop_slot *slot) noexcept;

/// Never defined: the compiler plugin replaces its calls by the answer. How many executions of the function make a
/// strip, before any beat has taught it?
extern "C" int64_t __tactus_strip_of(const void *function) noexcept;

namespace tactus::TACTUS_DETAIL_LOOPS {

template <class Kind, Inside inside> class InterruptedLoop : CompiledIterations<Kind, inside> {
  using State = typename Kind::State;
  using Record = LoopRecord<Kind>;
  using Iterations = CompiledIterations<Kind, inside>;
  using Iterations::endOf;
  using Iterations::iterate;
  using Iterations::lend;
  using Iterations::runGuarded;
  using Iterations::runPiece;
  using Iterations::withOwnState;

public:
  /// Runs [begin, end), which is not empty; results are added to `state`.
  [[gnu::always_inline]] static void run(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                         std::source_location where) {
    if constexpr (inside == Inside::MayPoll)
      withOwnState(state, [&](State &own) __attribute__((always_inline)) { runNest(kind, own, begin, end, where); });
    else if (end - begin <= strip()) [[likely]]
      withOwnState(state, [&](State &own) __attribute__((always_inline)) {
        OwnCopy<Kind> ownKind = kind;
        runPiece(ownKind, own, begin, end);
      });
    else
      lend(kind, state, [&](Kind &lentKind, State &lentState) __attribute__((always_inline)) {
        runStrips(lentKind, lentState, begin, end, where);
      });
  }

  /// The same with points. `kind` is what tasks will see. Not inlined: registers that are lost here would be lost to
  /// the sequential loop.
  [[gnu::noinline]] static void runStrips(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                          std::source_location where) {
    __tactus_strips();
    if constexpr (inside != Inside::MayPoll)
      __tactus_lent_strips();
    withOwnState(state, [&](State &own) __attribute__((always_inline)) {
      if constexpr (inside == Inside::MayPoll) {
        runNest(kind, own, begin, end, where);
      } else {
        nameSite(LoopSite<Kind>::descriptor, where);
        bool isFirst = learnFirstStrip();
        OwnCopy<Kind> ownKind = kind;
        tactus_loop_slot slot = Record::describeSlot(kind, end);
        runGuarded(slot, kind, own,
                   [&]() __attribute__((always_inline)) { runAll(slot, ownKind, own, begin, isFirst); });
      }
    });
  }

private:
  static constexpr tactus_loop_descriptor &site() noexcept { return LoopSite<Kind>::descriptor; }

  /// The number of iterations; 0 until the first strip.
  [[gnu::always_inline]] static uint64_t strip() noexcept {
    return static_cast<uint64_t>(__atomic_load_n(&site().weight, __ATOMIC_RELAXED));
  }

  /// Returns whether this is the first one.
  static bool learnFirstStrip() noexcept {
    if (strip() != 0)
      return false;
    __atomic_store_n(&site().weight, __tactus_strip_of(reinterpret_cast<const void *>(&iterateOnce<Kind>)),
                     __ATOMIC_RELAXED);
    return true;
  }

  [[gnu::always_inline]] static bool asksForBeats() noexcept { return tactus_credit <= 0; }

  /// Who has beats of no length gives the first strip none either.
  [[gnu::always_inline]] static void runAll(tactus_loop_slot &slot, const Kind &kind, State &state, uint64_t next,
                                            bool isFirst) {
    if (isFirst || asksForBeats()) [[unlikely]]
      __tactus_take_beat(&site().weight, next, &slot);
    for (uint64_t end = endOf(slot); next < end; end = endOf(slot)) {
      uint64_t left = end - next, length = strip();
      uint64_t endOfStrip = next + (left < length ? left : length);
      runPiece(kind, state, next, endOfStrip);
      next = endOfStrip;
      if (isDone(kind, state))
        return;
      __tactus_beat_point(&site().weight, next, &slot);
    }
  }

  /// The slot is a variable of its own: the map then says where it lies in the frame, and no call passes its address.
  [[gnu::always_inline]] static void runNest(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                             std::source_location where) {
    OwnCopy<Kind> ownKind = kind;
    tactus_loop_slot slot = Record::describeSlot(kind, end);
    runGuarded(slot, kind, state, [&]() __attribute__((always_inline)) {
      uint64_t next = begin;
      // A loop names itself before it can be promoted.
      if (asksForBeats() || __atomic_load_n(&site().line, __ATOMIC_RELAXED) == 0) [[unlikely]] {
        nameSite(site(), where);
        if (asksForBeats())
          __tactus_take_beat(nullptr, next, &slot);
      }
      do {
        iterate(slot, ownKind, state, next);
        ++next;
        __tactus_beat_point(nullptr, next, &slot);
      } while (next < endOf(slot) && !isDone(ownKind, state));
    });
  }
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_INTERRUPTED_LOOP_HPP

//===- compiled_loop.hpp - a loop whose iterations are in the stack map ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// tactus-clang++ knows which iterations may poll (compiler/raise/header/LeafMarkers.h), and leaves in the stack map of
// the calls in them which iteration is being executed and where the loop's slot is. So a loop needs no record, which
// would be two dozen stores at each entry and each exit. Where the credit pays for all iterations, which is the rule
// for short loops inside others, there is the sequential loop behind one multiplication and a branch:
//
//     nothing polls inside:  for (i = begin; i != end; ++i) iterate(i)
//     something may:         slot = {descriptor, end, no join, environment}
//                            for (i = begin; i < slot.end; ++i) iterate(i)    ◄── in the map of its calls: i, slot
//                            if (slot.join) join
//
// and else a function of its own, which tasks run as well:
//
//     slot = …, poll, end of strip = what is paid for
//     while (i != end of strip) { iterate(i); ++i; }         ◄── also until slot.end, if something in it may poll
//     i != end: next strip, or join                                                     ◄── cold
//
// How far it has come is in a register, and a record is linked only while the loop itself polls, between two strips.
// `end` is what the strand began with. Promotion only ever lowers the slot's end, so i != end holds exactly if there
// are more strips or something to join. The slot's end and join are read volatile: only the stack map knows who writes
// them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_COMPILED_LOOP_HPP
#define TACTUS_DETAIL_COMPILED_LOOP_HPP

#include "loop_record.hpp"

/// Never defined: the compiler plugin replaces its calls by the answer. Does the function, with all it calls, not poll?
extern "C" bool __tactus_is_leaf(const void *function) noexcept;

/// Never defined: the compiler plugin replaces its calls by iterate(kind, state, index), with the iteration and the
/// slot in the stack map of every call in it.
extern "C" void __tactus_iterate(const void *iterate, const void *kind, void *state, uint64_t index,
                                 tactus_loop_slot *slot);

/// Never defined: the compiler plugin replaces its calls by the answer. May no two executions of the function, at the
/// same time, share anything that one of them writes? (compiler/raise/header/IndependentLoops.h)
extern "C" bool __tactus_is_independent(const void *function) noexcept;

/// Never defined: the compiler plugin removes its calls, and marks the loops around them.
extern "C" void __tactus_independent() noexcept;

/// Never defined: the compiler plugin removes its calls, and marks the functions around them.
extern "C" void __tactus_strips() noexcept;

namespace tactus::detail {

/// What the compiler judges, and calls.
template <class Kind>
[[gnu::always_inline]] inline void iterateOnce(const Kind &kind, typename Kind::State &state, uint64_t index) {
  kind.iterate(state, kind.at(index));
}

/// May anything in an iteration poll? An independent one does not: what it reads, no other of the loop's two or more
/// writes.
enum class Inside { NeverPolls, MayPoll, IsIndependent };

template <class Kind, Inside inside> class CompiledLoop : LoopRecord<Kind> {
  using State = typename Kind::State;
  using Record = LoopRecord<Kind>;

public:
  /// Runs [begin, end), which is not empty; results are added to `state`.
  [[gnu::always_inline]] static void run(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                         std::source_location where) {
    // Copies, because whatever has its address passed is in memory.
    if (Record::payForAll(end - begin)) [[likely]] {
      OwnCopy<State> ownState = state;
      runPaid(kind, ownState, begin, end);
      if constexpr (!std::is_reference_v<OwnCopy<State>>)
        state = std::move(ownState);
    } else {
      OwnCopy<Kind> lentKind = kind;
      OwnCopy<State> lentState = state;
      runStrips(lentKind, lentState, begin, end, where);
      if constexpr (!std::is_reference_v<OwnCopy<State>>)
        state = std::move(lentState);
    }
  }

  /// The same with polls. `kind` is what tasks will see. Not inlined: registers that are lost here would be lost to the
  /// sequential loop.
  [[gnu::noinline]] static void runStrips(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                          std::source_location where) {
    __tactus_strips();
    CompiledLoop strips;
    strips.describe(kind, begin, end);
    nameSite(LoopSite<Kind>::descriptor, where);
    OwnCopy<Kind> ownKind = kind;
    OwnCopy<State> ownState = state;
    uint64_t endOfStrip = Record::payForAll(end - begin) ? end : strips.poll(begin);
    runGuarded(strips.slot, kind, ownState,
               [&]() __attribute__((always_inline)) { strips.runAll(ownKind, ownState, begin, endOfStrip, end); });
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(ownState);
  }

private:
  /// Runs the strand's iterations, and joins those of others.
  template <class Iterations>
  [[gnu::always_inline]] static void runGuarded(tactus_loop_slot &slot, Kind &kind, State &state,
                                                Iterations iterations) {
#if defined(__cpp_exceptions)
    try {
      iterations();
    } catch (...) {
      Record::cancel(slot);
      throw;
    }
#else
    iterations();
#endif
    if (*const_cast<tactus_join_record *const volatile *>(&slot.join)) [[unlikely]]
      Record::join(slot, kind, state);
  }

  /// The slot is a variable of its own: the map then says where it lies in the frame, and no call passes its address.
  [[gnu::always_inline]] static void runPaid(Kind &kind, State &state, uint64_t begin, uint64_t end) {
    OwnCopy<Kind> ownKind = kind;
    if constexpr (inside != Inside::MayPoll) {
      runPiece(ownKind, state, begin, end);
    } else {
      tactus_loop_slot slot = Record::describeSlot(kind, end);
      runGuarded(slot, kind, state, [&]() __attribute__((always_inline)) {
        uint64_t next = begin;
        do
          iterate(slot, ownKind, state, next);
        while (++next < endOf(slot) && !isDone(ownKind, state));
      });
    }
  }

  /// Iterations without polls.
  [[gnu::always_inline]] static void runPiece(const Kind &kind, State &state, uint64_t next, uint64_t end) {
    if constexpr (runsPieces<Kind>) {
      kind.runPiece(state, next, end);
    } else {
      auto cursor = kind.at(next);
      do {
        if constexpr (inside == Inside::IsIndependent)
          __tactus_independent(); // in this very loop
        kind.iterate(state, cursor);
        // A branch by a constant would cost the loop its mark.
        if constexpr (canBeDone<Kind>)
          if (isDone(kind, state))
            return;
      } while (++cursor, ++next != end);
    }
  }

  [[gnu::always_inline]] void runAll(const Kind &kind, State &state, uint64_t next, uint64_t endOfStrip, uint64_t end) {
    for (;;) {
      // For inequality, so that the trip count is a plain difference.
      if constexpr (inside == Inside::MayPoll) {
        for (; next != endOfStrip && next < endOf(this->slot); ++next) {
          iterate(this->slot, kind, state, next);
          if (isDone(kind, state))
            return;
        }
      } else {
        runPiece(kind, state, next, endOfStrip);
        next = endOfStrip;
      }
      if (next == end || isDone(kind, state))
        return;
      endOfStrip = beginNextStrip(next);
      if (next == endOfStrip)
        return;
    }
  }

  [[gnu::always_inline]] static void iterate(tactus_loop_slot &slot, const Kind &kind, State &state, uint64_t index) {
    __tactus_iterate(reinterpret_cast<const void *>(&iterateOnce<Kind>), &kind, &state, index, &slot);
  }

  [[gnu::always_inline]] static uint64_t endOf(const tactus_loop_slot &slot) {
    return *const_cast<const volatile uint64_t *>(&slot.end);
  }

  /// Returns its end; `next` if nothing is left.
  [[gnu::cold, gnu::noinline]] uint64_t beginNextStrip(uint64_t next) {
    if (next >= endOf(this->slot))
      return next;
    if (!Record::takeRest(next))
      return poll(next);
    return static_cast<uint64_t>(Record::strip.end);
  }

  /// Returns the end of the strip that is then begun.
  [[gnu::cold, gnu::noinline]] uint64_t poll(uint64_t next) {
    Record::strip.iteration = StripIndex{next};
    Record::latent.special = nullptr;
    tactus_latent_push(&this->latent);
    Record::pop();
    Record::beginStrip(next);
    return static_cast<uint64_t>(Record::strip.end);
  }
};

/// Runs [begin, end), which is not empty; results are added to `state`. The program chooses nothing here: the compiler
/// removes the other ways before anything is inlined.
template <class Kind>
[[gnu::always_inline]] inline void runCompiled(Kind &kind, typename Kind::State &state, uint64_t begin, uint64_t end,
                                               std::source_location where) {
  if (!__tactus_is_leaf(reinterpret_cast<const void *>(&iterateOnce<Kind>)))
    return CompiledLoop<Kind, Inside::MayPoll>::run(kind, state, begin, end, where);
  if constexpr (std::is_empty_v<typename Kind::State>)
    if (__tactus_is_independent(reinterpret_cast<const void *>(&iterateOnce<Kind>))) {
      // A single iteration may read what it has written.
      if (end - begin == 1)
        return CompiledLoop<Kind, Inside::NeverPolls>::runStrips(kind, state, begin, end, where);
      return CompiledLoop<Kind, Inside::IsIndependent>::run(kind, state, begin, end, where);
    }
  CompiledLoop<Kind, Inside::NeverPolls>::run(kind, state, begin, end, where);
}

/// The same for a task. Loops of a single iteration have none.
template <class Kind>
[[gnu::always_inline]] inline void runCompiledTask(Kind &kind, typename Kind::State &state, uint64_t begin,
                                                   uint64_t end) {
  if (!__tactus_is_leaf(reinterpret_cast<const void *>(&iterateOnce<Kind>)))
    return CompiledLoop<Kind, Inside::MayPoll>::runStrips(kind, state, begin, end, {});
  if constexpr (std::is_empty_v<typename Kind::State>)
    if (__tactus_is_independent(reinterpret_cast<const void *>(&iterateOnce<Kind>)))
      return CompiledLoop<Kind, Inside::IsIndependent>::runStrips(kind, state, begin, end, {});
  CompiledLoop<Kind, Inside::NeverPolls>::runStrips(kind, state, begin, end, {});
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_COMPILED_LOOP_HPP

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

#include "compiled_iterations.hpp"

namespace tactus::TACTUS_DETAIL_LOOPS {

template <class Kind, Inside inside> class CompiledLoop : CompiledIterations<Kind, inside> {
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
    if (Record::payForAll(end - begin)) [[likely]]
      withOwnState(state, [&](State &own) __attribute__((always_inline)) { runPaid(kind, own, begin, end); });
    else
      lend(kind, state, [&](Kind &lentKind, State &lentState) __attribute__((always_inline)) {
        runStrips(lentKind, lentState, begin, end, where);
      });
  }

  /// The same with polls. `kind` is what tasks will see. Not inlined: registers that are lost here would be lost to the
  /// sequential loop.
  [[gnu::noinline]] static void runStrips(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                          std::source_location where) {
    __tactus_strips();
    if constexpr (inside != Inside::MayPoll)
      __tactus_lent_strips();
    CompiledLoop strips;
    strips.describe(kind, begin, end);
    nameSite(LoopSite<Kind>::descriptor, where);
    OwnCopy<Kind> ownKind = kind;
    uint64_t endOfStrip = Record::payForAll(end - begin) ? end : strips.poll(begin, true);
    withOwnState(state, [&](State &own) __attribute__((always_inline)) {
      runGuarded(strips.slot, kind, own,
                 [&]() __attribute__((always_inline)) { strips.runAll(ownKind, own, begin, endOfStrip, end); });
    });
  }

private:
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

  /// Returns its end; `next` if nothing is left.
  [[gnu::cold, gnu::noinline]] uint64_t beginNextStrip(uint64_t next) {
    if (next >= endOf(this->slot))
      return next;
    if (!Record::takeRest(next))
      return poll(next, false);
    return static_cast<uint64_t>(Record::strip.end);
  }

  /// Returns the end of the strip that is then begun.
  [[gnu::cold, gnu::noinline]] uint64_t poll(uint64_t next, bool begins) {
    Record::strip.iteration = StripIndex{next};
    Record::latent.special = nullptr;
    Record::push(begins);
    Record::pop();
    Record::beginStrip(next);
    return static_cast<uint64_t>(Record::strip.end);
  }
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_COMPILED_LOOP_HPP

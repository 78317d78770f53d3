//===- strand_loop.hpp - a loop that any compiler can do ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The thread's credit pays for a strip of iterations in advance, as in compiled leaf loops. If no iteration polls, and
// the credit pays for all of them, nothing else is to be done:
//
//     credit -= count * weight; if (credit >= 0) run all; else run in strips, out of line
//
// Between strips the loop polls, and whatever polls inside an iteration may split it too: therefore the number of the
// iteration and the end of the strip are in memory.
//
//     strip = what the credit pays for
//     while (i != strip.end) { strip.iteration = i; iterate(i); ++i; }     ◄── no call in the body: a plain loop
//     if (i < slot.end) poll if no credit is left, next strip
//     if (slot.join) join
//
// It helps compilers that both words have a type of their own, which nothing else in the program can alias but bytes.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STRAND_LOOP_HPP
#define TACTUS_DETAIL_STRAND_LOOP_HPP

#include "loop_record.hpp"

namespace tactus::TACTUS_DETAIL_LOOPS {

/// See isSeenToBeLeaf. Not inline: others could have its address then.
[[maybe_unused]] static uint64_t beforeCall;

/// One strand of a loop: the thread that entered it, or a task.
template <class Kind> class LoopStrand : LoopRecord<Kind> {
  using State = typename Kind::State;
  using Record = LoopRecord<Kind>;

public:
  /// Runs [begin, end), which is not empty; results are added to `state`.
  [[gnu::always_inline]] static void run(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                         std::source_location where) {
    bool isPaid = Record::payForAll(end - begin);
    if (isSurelyLeaf<Kind> || isSeenToBeLeaf(kind, begin, isPaid))
      runLeaf(kind, state, begin, end, isPaid, where);
    else
      runRecorded<false>(kind, state, begin, end, isPaid, where);
  }

private:
#if defined(__GNUC__) && !defined(__clang__)
// g++ complains of what a state holds only when it has collected something.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
  /// Others see copies, which are made where they are needed: what nobody else sees lives in registers.
  [[gnu::always_inline]] static void runLeaf(const Kind &kind, State &state, uint64_t begin, uint64_t end, bool isPaid,
                                             std::source_location where) {
    OwnCopy<State> ownState = state;
    if (isPaid) [[likely]] {
      OwnCopy<const Kind> ownKind = kind;
      runIterations(ownKind, ownState, begin, end);
    } else {
      OwnCopy<Kind> seenKind = const_cast<Kind &>(kind);
      OwnCopy<State> seenState = ownState;
      runUnpaid(seenKind, seenState, begin, end, where);
      if constexpr (!std::is_reference_v<OwnCopy<State>>)
        ownState = seenState;
    }
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = ownState;
  }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  [[gnu::cold, gnu::noinline]] static void runUnpaid(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                                     std::source_location where) {
    runRecorded<true>(kind, state, begin, end, /*isPaid=*/false, where);
  }

  template <bool isLeaf>
  [[gnu::always_inline]] static void runRecorded(Kind &kind, State &state, uint64_t begin, uint64_t end, bool isPaid,
                                                 std::source_location where) {
    // Not LoopStrand<Kind>(): that would be zeroed first.
    LoopStrand<Kind> strand;
    strand.template runStrand<isLeaf>(kind, state, begin, end, isPaid, where);
  }

  template <bool isLeaf>
  [[gnu::always_inline]] void runStrand(Kind &kind, State &state, uint64_t begin, uint64_t end, bool isPaid,
                                        std::source_location where) {
    OwnCopy<Kind> ownKind = kind;
    OwnCopy<State> ownState = state;
    Record::describe(kind, begin, end);
    if (isPaid) [[likely]]
      tactus_latent_link(&this->latent);
    else
      enter(begin, where);
#if defined(__cpp_exceptions)
    try {
      runStrips<isLeaf>(ownKind, ownState, begin);
    } catch (...) {
      abandon();
      throw;
    }
#else
    runStrips<isLeaf>(ownKind, ownState, begin);
#endif
    Record::pop();
    if (Record::slot.join) [[unlikely]]
      Record::join(Record::slot, kind, ownState);
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(ownState);
  }

  template <bool isLeaf> [[gnu::always_inline]] void runStrips(const Kind &kind, State &state, uint64_t next) {
    for (;;) {
      if constexpr (isLeaf) {
        // All of it is in progress, if a signal's handler should ask.
        uint64_t end = static_cast<uint64_t>(Record::strip.end);
        Record::strip.iteration = StripIndex{end - 1};
        runPiece(kind, state, next, end);
        next = end;
      } else {
        // For inequality, so that the trip count is a plain difference: promotion never lowers the end below the next
        // iteration.
        for (auto cursor = kind.at(next); next != static_cast<uint64_t>(Record::strip.end); ++next, ++cursor) {
          Record::strip.iteration = StripIndex{next};
          kind.iterate(state, cursor);
          if (isDone(kind, state))
            return;
        }
      }
      if (next >= Record::slot.end || isDone(kind, state)) [[likely]]
        return;
      beginNextStrip(next);
    }
  }

  /// Does the compiler see that no iteration calls anything that could poll? It knows what a variable of this file
  /// holds behind what an iteration calls exactly if that calls nothing that could come back here; stores by pointers
  /// do not matter, because nobody has its address. Nothing is called, nor stored, in fact. What holds for the first
  /// iteration alone is hidden: its number, and what has been collected. (Should the answer be wrong all the same: what
  /// polls inside finds the strip in progress, and leaves it to this strand.)
  [[gnu::always_inline]] static bool isSeenToBeLeaf(const Kind &kind, uint64_t next, bool isPaid) {
    bool isLeaf = true;
    // A way that loops seldom go, so that the others need not ask.
    if (!isPaid) [[unlikely]] {
      uint64_t index = next;
      bool never = false;
      asm("" : "+r"(index), "+r"(never));
      if (never) {
        beforeCall = index;
        OwnCopy<const Kind> copy = kind;
        callOnce(copy, index);
        isLeaf = __builtin_constant_p(beforeCall == index);
        // Nothing has to outlive that call.
        if (isLeaf)
          __builtin_trap();
      }
    }
    return __builtin_constant_p(isLeaf) && isLeaf;
  }

  [[gnu::always_inline]] static void callOnce(const Kind &kind, uint64_t index) {
    if constexpr (requires { kind.callOnce(index); }) {
      kind.callOnce(index);
    } else {
      State state = kind.begin(index);
      runPiece(kind, state, index, index + 1);
    }
  }

  /// Not inlined: what lives across a poll, or to where an exception lands, would be in memory throughout the piece.
  /// Hot, although all who call it are cold.
  [[gnu::noinline, gnu::hot]] static void runPiece(const Kind &seenKind, State &state, uint64_t next, uint64_t end) {
    OwnCopy<const Kind> kind = seenKind;
    runIterations(kind, state, next, end);
  }

  [[gnu::always_inline]] static void runIterations(const Kind &kind, State &state, uint64_t next, uint64_t end) {
    if constexpr (runsPieces<Kind>) {
      kind.runPiece(state, next, end);
    } else {
      for (auto cursor = kind.at(next); next != end && !isDone(kind, state); ++next, ++cursor)
        kind.iterate(state, cursor);
    }
  }

  /// The credit does not pay for all iterations.
  [[gnu::cold, gnu::noinline]] void enter(uint64_t begin, std::source_location where) {
    nameSite(LoopSite<Kind>::descriptor, where);
    Record::push(true);
    Record::beginStrip(begin);
  }

  [[gnu::cold, gnu::noinline]] void beginNextStrip(uint64_t next) {
    if (Record::takeRest(next))
      return;
    Record::strip.iteration = StripIndex{next};
    tactus_latent_poll();
    Record::beginStrip(next);
  }

  /// An iteration has thrown.
  [[gnu::cold, gnu::noinline]] void abandon() noexcept {
    Record::pop();
    Record::cancel(Record::slot);
  }
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_STRAND_LOOP_HPP

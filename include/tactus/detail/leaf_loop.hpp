//===- leaf_loop.hpp - a loop whose iterations do not poll ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nobody looks at such a loop while an iteration is executed. Where the credit pays for all iterations, which is the
// rule for short loops inside others, it is the sequential loop, behind one multiplication and a branch:
//
//     credit pays for all: for (i = begin; i != end; ++i) iterate(i)
//     else                 LeafStrips: a function of its own, which tasks run as well
//
// and in the function
//
//     describe, poll, end of strip = what is paid for
//     while (i != end of strip) { iterate(i); ++i; }
//     i != end: next strip, or join                                                     ◄── cold
//
// how far it has come is in a register, and the record is linked only while it polls. `end` is what the strand began
// with. Promotion only ever lowers the slot's end, so i != end holds exactly if there are more strips or something to
// join.
//
// Whether an iteration may poll is known to tactus-clang++ only (compiler/raise/LeafMarkers.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LEAF_LOOP_HPP
#define TACTUS_DETAIL_LEAF_LOOP_HPP

#include "loop_record.hpp"

#if defined(__TACTUS_FORKS__)
/// Never defined: the compiler plugin replaces its calls by the answer. Does the function, with all it calls, not poll?
extern "C" bool __tactus_is_leaf(const void *function) noexcept;
#endif

namespace tactus::detail {

/// What the compiler judges.
template <class Kind> void iterateOnce(const Kind &kind, typename Kind::State &state, uint64_t index) {
  kind.iterate(state, index);
}

template <class Kind> class LeafStrips : LoopRecord<Kind> {
  using State = typename Kind::State;
  using Record = LoopRecord<Kind>;

public:
  /// Runs [begin, end), which is not empty, with polls; results are added to `state`. `kind` is what tasks will see.
  /// Not inlined: registers that are lost here would be lost to the sequential loop.
  [[gnu::noinline]] static void run(Kind &kind, State &state, uint64_t begin, uint64_t end,
                                    std::source_location where) {
    LeafStrips strips;
    strips.describe(kind, begin, end);
    nameSite(LoopSite<Kind>::descriptor, where);
    OwnCopy<Kind> ownKind = kind;
    OwnCopy<State> ownState = state;
    uint64_t endOfStrip = Record::payForAll(end - begin) ? end : strips.poll(begin);
#if defined(__cpp_exceptions)
    try {
      strips.runAll(ownKind, ownState, begin, endOfStrip, end);
    } catch (...) {
      strips.cancel();
      throw;
    }
#else
    strips.runAll(ownKind, ownState, begin, endOfStrip, end);
#endif
    if (strips.slot.join) [[unlikely]]
      strips.join(kind, ownState);
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(ownState);
  }

private:
  [[gnu::always_inline]] void runAll(const Kind &kind, State &state, uint64_t next, uint64_t endOfStrip, uint64_t end) {
    for (;;) {
      // For inequality, so that the trip count is a plain difference.
      for (; next != endOfStrip; ++next)
        kind.iterate(state, next);
      if (next == end)
        return;
      endOfStrip = beginNextStrip(next);
      if (next == endOfStrip)
        return;
    }
  }

  /// Returns its end; `next` if nothing is left.
  [[gnu::cold, gnu::noinline]] uint64_t beginNextStrip(uint64_t next) {
    if (next >= Record::slot.end)
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

/// Runs [begin, end), which is not empty; results are added to `state`.
template <class Kind>
[[gnu::always_inline]] inline void runLeaf(Kind &kind, typename Kind::State &state, uint64_t begin, uint64_t end,
                                           std::source_location where) {
  using State = typename Kind::State;
  if (LoopRecord<Kind>::payForAll(end - begin)) [[likely]] {
    // Copies, because whatever has its address passed is in memory.
    OwnCopy<Kind> ownKind = kind;
    OwnCopy<State> ownState = state;
    for (uint64_t next = begin; next != end; ++next)
      ownKind.iterate(ownState, next);
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(ownState);
  } else {
    OwnCopy<Kind> lentKind = kind;
    OwnCopy<State> lentState = state;
    LeafStrips<Kind>::run(lentKind, lentState, begin, end, where);
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(lentState);
  }
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_LEAF_LOOP_HPP

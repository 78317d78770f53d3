//===- canonical_loop.hpp - a loop as tactus-clang++ finds it -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A plain `for` behind a mark. The function is the loop's slice: it runs any range of the iterations, for who enters
// the loop and for tasks. The compiler makes of it what it makes of a loop with a pragma
// (compiler/lower/loops/HeaderLoops.h): strips or a bound in memory, polls or points, a copy without polls while the
// credit pays for all. What remains here is what a pragma has not: results of any type, exceptions, and loops that end
// early.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_CANONICAL_LOOP_HPP
#define TACTUS_DETAIL_CANONICAL_LOOP_HPP

#include "loop_record.hpp"

/// Never defined: the compiler plugin replaces its calls. Behind it stands a loop from *first to *last, which are this
/// function's first two arguments. Returns whether others may take iterations over; then the slot has to be described.
/// The third and the fourth argument may be copied by their bytes for who runs the loop elsewhere: that many, or none
/// can say how many. In a fourth one of no bytes nothing is collected. `iteration` executes one. Where `inPieces` is
/// not null there are two loops, and the compiler sets it if nothing in an iteration polls: then the one that runs what
/// is left until *last, or until the next poll, at once.
extern "C" bool __tactus_loop(tactus_loop_descriptor *site, tactus_loop_slot *slot, const uint64_t *first,
                              const uint64_t *last, uint64_t kindBytes, uint64_t stateBytes, const void *iteration,
                              const bool *inPieces) noexcept;

namespace tactus::TACTUS_DETAIL_LOOPS {

/// The size of what may be copied by its bytes, all of them if it may not.
template <class T>
inline constexpr uint64_t copiedBytes =
    !std::is_trivially_copyable_v<T> ? ~uint64_t{0} : (std::is_empty_v<T> ? 0 : sizeof(T));

/// One iteration, for who looks for what loops do.
template <class Kind>
[[gnu::always_inline]] inline void iterateOnce(const Kind &kind, typename Kind::State &state, uint64_t index) {
  kind.iterate(state, kind.at(index));
}

template <class Kind> class CanonicalLoop : LoopRecord<Kind> {
  using State = typename Kind::State;
  using Record = LoopRecord<Kind>;

public:
  /// Runs [begin, end), which is not empty; results are added to `state`. `kind` is what tasks will see. `isTask` is a
  /// constant where it is called, and true for a loop that has been entered elsewhere, and has its name.
  static void run(uint64_t begin, uint64_t end, Kind &kind, State &state, bool isTask, std::source_location where) {
    OwnCopy<Kind> ownKind = kind;
    OwnCopy<State> ownState = state;
    tactus_loop_slot slot;
    uint64_t first = begin, last = end - 1;
    [[maybe_unused]] bool inPieces = false;
    bool mayBeSplit =
        __tactus_loop(&LoopSite<Kind>::descriptor, &slot, &first, &last, copiedBytes<Kind>, copiedBytes<State>,
                      reinterpret_cast<const void *>(&iterateOnce<Kind>), runsPieces<Kind> ? &inPieces : nullptr);
    if (mayBeSplit) {
      if (!isTask)
        nameSite(LoopSite<Kind>::descriptor, where);
      slot = Record::describeSlot(kind, end);
    }
#if defined(__cpp_exceptions)
    try {
#endif
      if constexpr (runsPieces<Kind>)
        if (inPieces)
          for (uint64_t index = first, next; index <= last; index = next) {
            next = last + 1;
            ownKind.runPiece(ownState, index, next);
            if constexpr (canBeDone<Kind>)
              if (isDone(ownKind, ownState))
                break;
          }
      if (!runsPieces<Kind> || !inPieces) {
        auto cursor = ownKind.at(first);
        for (uint64_t index = first; index <= last; ++index, ++cursor) {
          ownKind.iterate(ownState, cursor);
          if constexpr (canBeDone<Kind>)
            if (isDone(ownKind, ownState))
              break;
        }
      }
#if defined(__cpp_exceptions)
    } catch (...) {
      if (mayBeSplit)
        Record::cancel(slot);
      throw;
    }
#endif
    if (mayBeSplit && *const_cast<tactus_join_record *const volatile *>(&slot.join)) [[unlikely]]
      Record::join(slot, kind, ownState);
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(ownState);
  }
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_CANONICAL_LOOP_HPP

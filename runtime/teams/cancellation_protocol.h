//===- cancellation_protocol.h - what members of a team have cancelled --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A member that cancels the region, or finds at a cancellation point that somebody has, goes to the region's end. The
// others learn it at their next barrier, all at the same one:
//
//     member 0   cancels ──► end: meets ───────────────────────► meets again: all are at the end, so it is one
//     member 1   works ────► barrier: meets, is told to leave ──► end: meets
//
// So a meeting may be of some at a barrier and others at the end. What it means is decided when all are there and
// before anybody goes on. Who looked for it afterwards could find what somebody has cancelled behind the barrier.
//
// A template over a policy of atomics, so that test/runtime explores all interleavings.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_CANCELLATION_PROTOCOL_H
#define TACTUS_RUNTIME_TEAMS_CANCELLATION_PROTOCOL_H

#include "os/atomics.h"

#include <cstdint>

namespace tactus {

template <typename Policy = SystemAtomics> class TeamCancellation {
public:
  /// What can be cancelled, as libomp numbers it.
  enum Kind : int32_t { Nothing, Parallel, Loop, Sections };

private:
  // Relaxed: the barriers at which members look at it order it.
  typename Policy::template Atomic<int32_t> cancelled{Nothing};
  /// Members that have come to the end of a region that can be cancelled. Relaxed, as above.
  typename Policy::template Atomic<uint32_t> atEnd{0};
  // Written when all members are at a barrier, and read behind it.
  bool isLeft = false, isEnded = false;

public:
  /// Before the members begin.
  void reset() {
    cancelled.store(Nothing, std::memory_order_relaxed);
    atEnd.store(0, std::memory_order_relaxed);
    isLeft = isEnded = false;
  }

  /// True if what encloses the calling member is cancelled from now on: only one kind is at a time.
  bool cancel(int32_t kind) {
    int32_t found = Nothing;
    return cancelled.compare_exchange_strong(found, kind, std::memory_order_relaxed, std::memory_order_relaxed) ||
           found == kind;
  }
  bool isCancelled(int32_t kind) const { return kind > Nothing && cancelled.load(std::memory_order_relaxed) == kind; }

  /// The calling member comes to the end of a region that can be cancelled.
  void comeToEnd() { atEnd.fetch_add(1, std::memory_order_relaxed); }

  /// All members are at a barrier. What ends a loop ends its cancellation, too.
  void endLoops() {
    if (cancelled.load(std::memory_order_relaxed) != Parallel)
      cancelled.store(Nothing, std::memory_order_relaxed);
  }
  /// All are, in a region that can be cancelled.
  void decide(uint32_t members) {
    isLeft = cancelled.exchange(Nothing, std::memory_order_relaxed) == Parallel;
    isEnded = atEnd.load(std::memory_order_relaxed) == members;
  }

  /// Behind decide(), and in front of the member's next barrier: whether members at a barrier go to the region's end,
  /// and whether those at the end leave it.
  bool isRegionLeft() const { return isLeft; }
  bool isRegionEnded() const { return isEnded; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_CANCELLATION_PROTOCOL_H

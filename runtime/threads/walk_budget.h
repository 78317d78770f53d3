//===- walk_budget.h - how often a thread may walk its stack ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_WALK_BUDGET_H
#define TACTUS_RUNTIME_THREADS_WALK_BUDGET_H

#include <algorithm>
#include <cstdint>

namespace tactus {

/// However deep the stack, a bounded share of the thread's time goes into walks. Times are ticks of clock::now(). By
/// the thread alone.
class WalkBudget {
  uint64_t next = 0, price = 0;

public:
  /// One part in this of the time at most.
  static constexpr uint64_t Share = 8;
  /// A walk takes long because the stack is deep, or because another thread had the processor meanwhile. So it counts
  /// as this many times the one before at most: what was lost once delays nothing, and a deep stack is known for what
  /// it is after a few walks.
  static constexpr uint64_t MostGrowth = 4;

  bool allowsWalkAt(uint64_t time) const { return time >= next; }

  /// A walk is over. `share`: as Share, where less is to be spent. `firstAtMost`: what the first one counts as at most.
  void charge(uint64_t start, uint64_t end, uint64_t firstAtMost, uint64_t share = Share) {
    price = std::min(end - start, price ? MostGrowth * price : firstAtMost);
    next = start + share * price;
  }

  void allowAtOnce() { next = 0; }
  void forbid() { next = UINT64_MAX; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_WALK_BUDGET_H

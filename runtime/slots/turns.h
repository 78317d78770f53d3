//===- turns.h - threads that wait for slots ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Members of several teams take turns: one that finds no slot sleeps until somebody gives one back.
//
//     who waits                          who gives a slot back
//     ─────────                          ─────────────────────
//     counts itself                      makes the slot visible
//     reads the news                     looks whether anybody waits
//     looks for a slot                   changes the news, and wakes
//     sleeps while the news is the same
//
// All of it is sequentially consistent, so nobody sleeps while there is a slot: either the waiter is seen, or it sees
// the slot. All waiters are woken, because some may have only certain slots. Whoever holds a slot may be waiting for
// the waiter, in a way that nobody sees. Therefore a wait has an end in time as well, and the member goes on without a
// slot. As long as slots change hands, the time begins anew: somebody makes progress. A template over a policy of
// atomics (atomics.h), so that test/runtime explores all interleavings.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_TURNS_H
#define TACTUS_RUNTIME_SLOTS_TURNS_H

#include "os/atomics.h"

#include <atomic>
#include <cstdint>

namespace tactus {

template <typename Policy = SystemAtomics> class SlotTurns {
  typename Policy::template Atomic<uint32_t> waiters{0}, news{0};

public:
  /// A hint for those that look for what they wait for, and have a slot.
  bool areAwaited() const { return waiters.load(std::memory_order_relaxed) > 0; }

  /// There is a free slot that was not free before.
  void noteFreeSlot() {
    if (waiters.load(std::memory_order_seq_cst) == 0)
      return;
    news.fetch_add(1, std::memory_order_seq_cst);
    Policy::wakeAll(news);
  }

  /// Until take() has a slot. sleep(word, seen) sleeps while the word is `seen`; when it returns false the time is
  /// over, and this looks once more. Returns whether there was a slot in time.
  template <typename Take, typename Sleep> bool await(Take take, Sleep sleep) {
    waiters.fetch_add(1, std::memory_order_seq_cst);
    bool hasTime = true;
    for (;;) {
      uint32_t seen = news.load(std::memory_order_seq_cst);
      if (take() || !hasTime)
        break;
      hasTime = sleep(news, seen);
    }
    waiters.fetch_sub(1, std::memory_order_relaxed);
    return hasTime;
  }

  /// In a child of fork(), where nobody waits.
  void reset() { waiters.store(0, std::memory_order_relaxed); }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_TURNS_H

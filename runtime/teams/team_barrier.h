//===- team_barrier.h - where members of a team wait for each other ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// WaitWord is a number that threads wait for: they look for a while, and then sleep in a futex.
//
//     publisher                          waiter
//     ─────────                          ──────
//     value ← next      (seq_cst)        sleepers += 1     (seq_cst)
//     sleepers > 0 ?    (seq_cst)        value as before ? (the futex compares)
//       → wake all                         → sleep
//
// Safety. Both write their own word before they read the other's, so at least one of them sees the other: the
// publisher wakes, or the waiter does not sleep. The publisher touches the word after its number can be seen, so
// the word's memory must outlive the waiter's use of it: teams are never given back to the system (crew.h).
//
// TeamBarrier is a WaitWord that numbers its rounds. Who comes is counted beside the team's places, by the change with
// which he leaves his (tasks/place_protocol.h). The last one starts the count anew before he publishes the next round,
// and nobody can come to the next barrier before that.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_TEAM_BARRIER_H
#define TACTUS_RUNTIME_TEAMS_TEAM_BARRIER_H

#include "os/atomics.h"
#include "tasks/place_protocol.h"

namespace tactus {

/// A Waiter says how long to look, and what to do around a sleep:
///
///     bool look();         // one step of waiting; false when it is time to sleep
///     void beforeSleep();
///     void afterSleep();
template <typename Policy = SystemAtomics> class WaitWord {
  typename Policy::template Atomic<uint32_t> value{0};
  typename Policy::template Atomic<uint32_t> sleepers{0};

public:
  /// Acquire: what was written before the number was published is visible.
  uint32_t get() const { return value.load(std::memory_order_acquire); }

  /// While nobody waits. Relaxed: whoever is to see it is told by something else.
  void reset(uint32_t next) { value.store(next, std::memory_order_relaxed); }

  void publish(uint32_t next) {
    value.store(next, std::memory_order_seq_cst);
    wakeSleepers();
  }

  void increment() {
    value.fetch_add(1, std::memory_order_seq_cst);
    wakeSleepers();
  }

  /// Waits until the condition holds, which only changes together with the number.
  template <typename Condition, typename Waiter> void waitUntil(Condition holds, Waiter &waiter) {
    for (;;) {
      if (holds(get()))
        return;
      if (!waiter.look())
        break;
    }
    waiter.beforeSleep();
    sleepers.fetch_add(1, std::memory_order_seq_cst);
    for (;;) {
      uint32_t seen = value.load(std::memory_order_seq_cst);
      if (holds(seen))
        break;
      Policy::wait(value, seen);
    }
    // Relaxed: too large a number costs a system call, and nothing else.
    sleepers.fetch_sub(1, std::memory_order_relaxed);
    waiter.afterSleep();
  }

private:
  void wakeSleepers() {
    if (sleepers.load(std::memory_order_seq_cst) > 0)
      Policy::wakeAll(value);
  }
};

template <typename Policy = SystemAtomics> class TeamBarrier {
  alignas(64) WaitWord<Policy> round;

public:
  /// For a member that has not arrived: which of two places stands for this round, where ThreadSanitizer is told of it.
  /// Members that are still leaving a round must not come behind those who have arrived at the next.
  void *orderOfRound() { return reinterpret_cast<char *>(&round) + (round.get() & 1); }

  /// Waits for all `members`, whose places are left meanwhile. The last to come calls `whenAllAreHere` while the others
  /// still wait.
  template <typename Waiter, typename Action>
  void arrive(TeamState<Policy> &places, uint32_t members, Waiter &waiter, Action whenAllAreHere) {
    // It cannot change before this member has arrived.
    uint32_t mine = round.get();
    if (places.arrive(members)) {
      whenAllAreHere();
      round.publish(mine + 1);
      return;
    }
    round.waitUntil([mine](uint32_t now) { return now != mine; }, waiter);
  }
};

/// A lock that members hold for a moment.
template <typename Policy = SystemAtomics> class TeamLock {
  enum : uint32_t { Free, Held, HeldAndWaitedFor };
  typename Policy::template Atomic<uint32_t> state{Free};

public:
  template <typename Waiter> void lock(Waiter &waiter) {
    do {
      uint32_t expected = Free;
      if (state.compare_exchange_strong(expected, Held, std::memory_order_acquire, std::memory_order_relaxed))
        return;
    } while (waiter.look());
    waiter.beforeSleep();
    while (state.exchange(HeldAndWaitedFor, std::memory_order_acquire) != Free)
      Policy::wait(state, HeldAndWaitedFor);
    waiter.afterSleep();
  }

  void unlock() {
    if (state.exchange(Free, std::memory_order_release) == HeldAndWaitedFor)
      Policy::wake(state);
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_TEAM_BARRIER_H

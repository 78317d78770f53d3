//===- join_state.h - who waits for whom -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The two words behind a join. JoinState counts unfinished tasks and says whether somebody sleeps on them; Parker is
// where a thread sleeps and where a slot is handed to it.
//
//     waiter W                                  completer C of the last task
//     ────────                                  ────────────────────────────
//     give the slot away
//     write waiter fields
//     announce():  word |= Waiting              complete():  word -= 1
//       count was 0 → go on, nobody comes         Waiting was set and count now 0 → C must wake W
//       else        → park()                       else → C never touches the join again
//                                               unpark(C's slot)
//
// Safety. Both sides meet in one atomic word, so exactly one order holds: if C's decrement comes first, W sees count 0
// and does not sleep; if W's announcement comes first, C sees it and wakes W. The join's memory belongs to W, who frees
// it after the last task: C may read it after its decrement only in the second case, where W sleeps until C has spoken.
//
// A waiter that keeps its slot sleeps for a bounded time. Its retract() is then the third operation on that word: if
// tasks are unfinished, no completer has seen the announcement; else one has, and W parks until C has spoken.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_JOIN_STATE_H
#define TACTUS_RUNTIME_TASKS_JOIN_STATE_H

#include "os/atomics.h"

namespace tactus {

template <typename Policy = SystemAtomics> class JoinState {
  static constexpr uint32_t Waiting = 1u << 31;
  // Unfinished tasks, and the Waiting bit. Tasks are added by the thread that owns the loop, removed by whoever ran
  // them.
  typename Policy::template Atomic<uint32_t> word{0};

public:
  /// Owner, instead of add() while nobody else knows of this.
  void start(uint32_t tasks) { word.store(tasks, std::memory_order_relaxed); }

  /// Owner, before the tasks are published. Relaxed: publication orders it.
  void add(uint32_t tasks) { word.fetch_add(tasks, std::memory_order_relaxed); }

  /// Owner: have all tasks finished? Acquire: their writes, made before complete(), are visible if so.
  bool done() const { return (word.load(std::memory_order_acquire) & ~Waiting) == 0; }

  /// The thread that ran a task. True if it must wake the waiter; if false, the join may be gone already.
  /// Release: the task's writes come before. Acquire: the last completer passes on what the others wrote, and reads
  /// the waiter's fields.
  [[nodiscard]] bool complete() { return word.fetch_sub(1, std::memory_order_acq_rel) == (Waiting | 1); }

  /// Owner, about to park, with the waiter's fields written. False if all tasks have finished: nobody will come.
  /// Release: completers see those fields. Acquire: as done().
  [[nodiscard]] bool announce() { return (word.fetch_or(Waiting, std::memory_order_acq_rel) & ~Waiting) != 0; }

  /// Owner: back to normal, the join may get tasks again. True if tasks are unfinished: nobody is on the way then who
  /// would wake the owner. Else somebody is, or has been.
  bool retract() { return (word.fetch_and(~Waiting, std::memory_order_relaxed) & ~Waiting) != 0; }
};

/// Where one thread sleeps. A grant is what it receives on waking up.
template <typename Grant, typename Policy = SystemAtomics> class Parker {
  // 0 while nothing has been granted. Written by the sleeper (0) and by whoever wakes it (1).
  typename Policy::template Atomic<uint32_t> signal{0};
  Grant *granted = nullptr;

public:
  /// Sleeps until unpark(), which may have come before.
  Grant *park() {
    // Acquire: pairs with unpark(); the grant and everything its giver did with it are visible.
    while (signal.load(std::memory_order_acquire) == 0)
      Policy::wait(signal, 0);
    Grant *grant = granted;
    // Relaxed: the next unpark() is ordered after this by whatever tells its caller that this thread sleeps again.
    signal.store(0, std::memory_order_relaxed);
    return grant;
  }

  /// Waits for so long at most. True if park() will not sleep.
  bool waitFor(uint64_t microseconds) {
    if (signal.load(std::memory_order_relaxed) == 0)
      Policy::waitFor(signal, 0, microseconds);
    return signal.load(std::memory_order_relaxed) != 0;
  }

  /// As park(). If nothing comes for so long, `settle` is called first.
  template <typename Settle> Grant *park(uint64_t microseconds, Settle settle) {
    if (!waitFor(microseconds))
      settle();
    return park();
  }

  /// Once for each park().
  void unpark(Grant *grant) {
    granted = grant;
    signal.store(1, std::memory_order_release);
    // The sleeper may already be gone from here; its memory is never returned to the system (thread.h).
    Policy::wake(signal);
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_JOIN_STATE_H

//===- pool_protocol.h - how a team's tasks are handed on, and how it sees that none is left -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The words behind task_pool.h, and the order in which they change. Templates over a policy of atomics (os/atomics.h),
// so that test/runtime explores all interleavings of what the runtime executes.
//
//     member comes     the team's places.arrive(): the last one to come notes that all are here
//     all that wait    run tasks, until all are here and no task is unfinished; one of them publishes the next round
//
// At a region's end each member sees by itself that all are here and that no task is left, and leaves. The master may
// begin another region with the same pool, or give it back, while others have not looked yet: it changes the round
// before that, and wakes those that sleep. Who finds another round than it came with leaves, and takes no task: it
// looks at the round under the lock of the queue in which the task is.
//
// Counting. A task costs no change of a word that all members change. Each member counts the tasks that it has begun
// and those that it has completed. Who wants to know whether all are complete adds up the second numbers, and then the
// first ones. A task's beginning is in front of its end, and of the end of whatever began it. So a task whose end has
// been seen has been seen to begin, and so has all that it has begun. If the sums are the same when all members wait,
// there is no task that has not been seen.
//
// Holding. Who looks at these numbers takes the line away from the member that changes them. If the end of a task makes
// another one ready, and the member runs that next, it counts both later: until then there is a task that is not
// complete, and its number does not matter. It is counted when the member has no next one, or leaves it to others.
//
// Sleeping. Who has nothing to do reads `news`, raises `sleepers`, looks once more, and sleeps while `news` is the
// same. Who changes something that others may wait for changes it first, then reads `sleepers`. If that is raised, it
// lowers it, changes `news`, and wakes all. All of it is sequentially consistent. So who finds `sleepers` lowered has
// changed something before the sleeper looked, or somebody has lowered it since: then `news` is about to change, and
// was read before that. Who wakes up raises `sleepers` again before it looks, so no further system call is made for
// threads that are about to wake up.
//
// Who has completed a task wakes the others if none is left. If the master has seen that first, and has begun others
// in its next region, it wakes nobody: that is why the master does.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_POOL_PROTOCOL_H
#define TACTUS_RUNTIME_TEAMS_POOL_PROTOCOL_H

#include "os/atomics.h"
#include "os/spin_lock.h"

#include <cstdint>
#include <utility>

namespace tactus {

/// Of one member's tasks: see "Counting".
template <typename Policy = SystemAtomics> struct alignas(64) TaskCounts {
  // Release; read sequentially consistently, see "Sleeping".
  typename Policy::template Atomic<uint64_t> begun{0}, completed{0};

  /// For the member, alone.
  void begin() { begun.store(begun.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
  void complete() { completed.fetch_add(1 + std::exchange(held, 0), std::memory_order_seq_cst); }
  /// The member has a task that it runs next: see "Holding".
  void completeBeforeNext() { ++held; }
  /// Another member may run that one. Relaxed: it is not complete, so nobody waits for this number alone.
  void leaveNext() {
    if (held)
      completed.fetch_add(std::exchange(held, 0), std::memory_order_relaxed);
  }

  /// For any thread that counts here with others.
  void beginAmongOthers() { begun.fetch_add(1, std::memory_order_release); }
  void completeAmongOthers() { completed.fetch_add(1, std::memory_order_seq_cst); }

private:
  /// Its own thread's.
  uint64_t held = 0;
};

/// A task that an event completes is complete when it has run and the event has come, whatever comes first.
template <typename Policy = SystemAtomics> class DetachedEnd {
  // Acquire and release: who completes the task comes behind the other.
  typename Policy::template Atomic<uint32_t> seen{0};

public:
  enum Reason : uint32_t { HasRun = 1, IsFulfilled = 2 };

  /// True for whoever completes the task.
  bool add(Reason reason) {
    return (seen.fetch_or(reason, std::memory_order_acq_rel) & ~static_cast<uint32_t>(reason)) != 0;
  }
  /// For tools: nothing else comes behind it.
  bool has(Reason reason) const { return (seen.load(std::memory_order_relaxed) & reason) != 0; }
};

/// `forEach` calls what it is given with the counts of each member. Right if no task is begun meanwhile, else perhaps
/// too many.
template <typename ForEach> uint64_t unfinishedTasksOf(ForEach forEach) {
  uint64_t completed = 0, begun = 0;
  forEach([&](auto &counts) { completed += counts.completed.load(std::memory_order_seq_cst); });
  forEach([&](auto &counts) { begun += counts.begun.load(std::memory_order_seq_cst); });
  return begun - completed;
}

/// Who waits for news of a pool, and who has some.
template <typename Policy = SystemAtomics> class PoolNews {
  /// See "Sleeping". `sleepers` is 0 or 1.
  alignas(64) typename Policy::template Atomic<uint32_t> sleepers{0};
  typename Policy::template Atomic<uint32_t> news{0};

public:
  bool isWaitedFor() const { return sleepers.load(std::memory_order_seq_cst) != 0; }

  /// Something has changed.
  void notify() {
    if (!isWaitedFor() || sleepers.exchange(0, std::memory_order_seq_cst) == 0)
      return;
    news.fetch_add(1, std::memory_order_seq_cst);
    Policy::wakeAll(news);
  }

  /// Until `look` finds what it looks for. For a Waiter see team_barrier.h.
  template <typename Look, typename Waiter> void await(Look look, Waiter &waiter) {
    do {
      if (look())
        return;
    } while (waiter.look());
    waiter.beforeSleep();
    for (;;) {
      uint32_t seen = news.load(std::memory_order_seq_cst);
      sleepers.store(1, std::memory_order_seq_cst);
      if (look())
        break;
      Policy::wait(news, seen);
    }
    waiter.afterSleep();
  }
};

/// From meeting to meeting.
template <typename Policy = SystemAtomics> class PoolRounds {
  alignas(64) typename Policy::template Atomic<uint32_t> round{0};
  /// The round that ends when no tasks are left, and the one that somebody is about to publish.
  typename Policy::template Atomic<uint32_t> allHere{0}, published{0};

  /// All are here; and no task is left, as `unfinished` counts them.
  template <typename Unfinished> bool isComplete(uint32_t mine, Unfinished unfinished) const {
    return allHere.load(std::memory_order_seq_cst) == mine + 1 && unfinished() == 0;
  }

public:
  /// For a member that is in it. Relaxed: whoever has changed it came before whatever the member waits for.
  uint32_t current() const { return round.load(std::memory_order_relaxed); }
  /// Acquire: what all have done that met. Sequentially consistent: see "Sleeping".
  bool isOver(uint32_t mine) const { return round.load(std::memory_order_seq_cst) != mine; }

  /// The last member has come.
  void noteAllHere(uint32_t mine) { allHere.store(mine + 1, std::memory_order_seq_cst); }

  /// The members that wait in the round may go on in the next one: one of those that see it publishes that, behind
  /// `whenAllAreHere`.
  template <typename News, typename Unfinished, typename Action>
  bool pass(uint32_t mine, News &news, Unfinished unfinished, Action whenAllAreHere) {
    if (isOver(mine))
      return true;
    uint32_t expected = mine;
    if (!isComplete(mine, unfinished) ||
        !published.compare_exchange_strong(expected, mine + 1, std::memory_order_acq_rel, std::memory_order_acquire))
      return false;
    whenAllAreHere();
    round.store(mine + 1, std::memory_order_seq_cst);
    news.notify();
    return true;
  }

  /// The region of the round has ended.
  template <typename Unfinished> bool hasEnded(uint32_t mine, Unfinished unfinished) const {
    return isOver(mine) || isComplete(mine, unfinished);
  }

  /// The master has seen that. Release: who finds the round comes behind what it has waited for, as if it had seen it.
  template <typename News> void end(News &news) {
    uint32_t last = allHere.load(std::memory_order_relaxed);
    published.store(last, std::memory_order_relaxed);
    round.store(last, std::memory_order_seq_cst);
    news.notify();
  }
};

/// Tasks that may run: those of a member, or those with priorities.
template <typename Task, typename Policy = SystemAtomics> class alignas(64) PoolQueue {
  SpinLock<Policy> lock;
  Task *first = nullptr, *last = nullptr;
  // Under the lock; read without, as a hint. Sequentially consistent: see "Sleeping".
  typename Policy::template Atomic<uint32_t> length{0};

  void remove(Task &task) {
    (task.previous ? task.previous->next : first) = task.next;
    (task.next ? task.next->previous : last) = task.previous;
    length.store(length.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  }

public:
  uint32_t size() const { return length.load(std::memory_order_relaxed); }

  /// Behind all of its priority.
  void insert(Task &task) {
    Holding held(lock);
    Task *before = last;
    while (before && before->priority < task.priority)
      before = before->previous;
    Task *&link = before ? before->next : first;
    task.previous = before;
    task.next = link;
    (link ? link->previous : last) = &task;
    link = &task;
    length.store(length.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst);
  }

  /// The first or last one that `mayTake` allows to a member of the round; null if there is none.
  template <typename MayTake>
  Task *take(bool lastFirst, const PoolRounds<Policy> &rounds, uint32_t ofRound, MayTake mayTake) {
    if (length.load(std::memory_order_seq_cst) == 0)
      return nullptr;
    Holding held(lock);
    // Whoever has put a later team's task here has held the lock behind the change.
    if (rounds.current() != ofRound)
      return nullptr;
    for (Task *task = lastFirst ? last : first; task; task = lastFirst ? task->previous : task->next)
      if (mayTake(*task)) {
        remove(*task);
        return task;
      }
    return nullptr;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_POOL_PROTOCOL_H

//===- arena.h - seats, and the tasks that wait in them ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     arena ──► seat 0   oldest ◄──► … ◄──► youngest     its thread has the youngest, others take the oldest
//               seat 1   …
//               enqueued tasks, critical tasks            first come, first served
//
// A thread runs tasks of an arena while it has a seat there, whose number is this_task_arena::current_thread_index().
// The first seats are reserved for threads of the user's. A thread that sleeps in a wait lends its seat: a helper may
// use it until the thread goes on, so that an arena's concurrency is that of threads at work.
//
// A list is under its seat's lock, which is held for a few instructions; a task is a node of its list, so that pushing
// allocates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_ARENA_H
#define TACTUS_TBB_ARENA_H

#include "event.h"
#include "lineage.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace tactus::onetbb {

struct Thread;
struct Sleeper;

/// What a waiting thread may run: tasks of what it waits for. A helper, which waits for nothing, may run any.
struct Wanted {
  const Lineage *ancestor = nullptr;
  intptr_t isolation = 0;

  bool fits(const Lineage *of, intptr_t tag) const {
    return (!isolation || tag == isolation) && descendsFrom(of, ancestor);
  }
  bool fits(task &task) const {
    const TaskLink &link = linkOf(task);
    return !ancestor || fits(lineageOf(*link.context), link.isolation);
  }
};

/// Tasks in the order in which they came.
class TaskList {
  SpinLock lock;
  task *oldest = nullptr, *youngest = nullptr;
  // Written under the lock, read by all: a hint, but for who has raised a fence in between (Market).
  std::atomic<size_t> count{0};
  // Of all pushes so far, written under the lock.
  std::atomic<uint64_t> pushes{0};

  void remove(task &task);
  void append(task &task);

public:
  size_t size() const { return count.load(std::memory_order_relaxed); }
  uint64_t pushesSoFar() const { return pushes.load(std::memory_order_relaxed); }
  /// With a fence behind it.
  void push(task &task);
  /// The youngest, or the oldest, that fits; null if there is none.
  task *takeYoungest(const Wanted &wanted);
  task *takeOldest(const Wanted &wanted);
  /// The oldest, and moves some that come after it to the caller's own list, so that it need not come for each.
  task *takeSome(TaskList &own);
};

struct alignas(64) Seat {
  /// By the thread that sits there. Compare-exchange, acquire and release.
  std::atomic<bool> taken{false};
  /// Threads that sleep, or wait for the seat, and will come back to it.
  std::atomic<uint32_t> owners{0};
  TaskList tasks;
};

struct Observer;

class Arena {
public:
  static constexpr unsigned NoSeat = ~0u;

  const int concurrency;
  const unsigned reserved;
  const unsigned seatCount;
  /// 0 is the highest.
  const unsigned priority;
  const std::unique_ptr<Seat[]> seats;
  TaskList enqueued, critical;
  task_group_context defaultContext;
  /// Task arenas, threads, and a thread that is looking at it. The last one that goes frees it (Market).
  std::atomic<unsigned> references{1};
  /// Helpers that have a seat, each of which also holds a reference.
  std::atomic<unsigned> helpers{0};
  /// Something has been enqueued where no seat is for helpers: one comes all the same, and is counted as concurrency.
  std::atomic<bool> hasExtra{false};
  /// Raised when a seat becomes free.
  Event seatLeft;
  /// Threads that wait for a seat to go on.
  std::atomic<unsigned> returning{0};

  std::mutex sleepMutex;
  Sleeper *sleepers = nullptr;
  std::atomic<unsigned> sleeperCount{0};

  /// Under their own mutex (observers.cpp).
  std::vector<std::shared_ptr<Observer>> observers;
  std::atomic<uint64_t> observersSoFar{0};

  Arena(int concurrency, unsigned reserved, unsigned priority);
  ~Arena() { dropObservers(); }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  bool hasTasks() const;
  uint64_t pushesSoFar() const;
  /// A seat for a thread of the user's: any that is free.
  unsigned takeSeat();
  /// For a helper, which may not have those that are reserved, unless their owners sleep; those that are lent only, if
  /// it is there because threads sleep. The first only looks.
  bool hasHelperSeat(bool onlyLent);
  unsigned takeHelperSeat(bool onlyLent);
  bool tryTake(unsigned seat);
  void leaveSeat(unsigned seat);
  /// Seats that helpers may have of their own.
  unsigned helperSeats() const {
    auto all = static_cast<unsigned>(concurrency);
    return all - std::min(reserved, all);
  }

  /// Takes a task for a thread in that seat.
  task *take(unsigned seat, const Wanted &wanted);
  /// Only what is enqueued, and what that has spawned in the seat.
  task *takeEnqueued(unsigned seat);

private:
  void dropObservers();
  template <typename Try> unsigned findHelperSeat(bool onlyLent, Try tryIt);
};

} // namespace tactus::onetbb

namespace tbb::detail::r1 {
/// What oneTBB's headers call an arena.
class arena : public tactus::onetbb::Arena {
  using Arena::Arena;
};
} // namespace tbb::detail::r1

#endif // TACTUS_TBB_ARENA_H

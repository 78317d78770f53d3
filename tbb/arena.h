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
// Strands, which are what beats make of loops and forks, run in the arena as well, mostly without a seat: one that asks
// for its index, or spawns, takes one until it ends. Strands and threads of the user's have places in the arena, which
// libtactus counts (abi/arenas.h), and keep them while they sleep. There are as many places as seats, so who has a
// place finds a seat as soon as a helper leaves one.
//
// A strand may have the seat of another one that waits for it. When it sleeps it cannot leave that to anybody for good,
// since the other one comes back to it. So it has guests: one helper at a time, which sits in the seat until the strand
// goes on. A guest that sleeps has a guest in its turn.
//
// The tasks that a task of a flow graph submits are a batch, which its thread takes in their order, as the serial
// program would run them: the first of them is the youngest. Successors come before the node's own next message.
//
// A list is under its seat's lock, which is held for a few instructions; a task is a node of its list, so that pushing
// allocates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_ARENA_H
#define TACTUS_TBB_ARENA_H

#include "event.h"
#include "lineage.h"

#include "abi/arenas.h"

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
  static constexpr size_t MostInOrder = 64;
  static constexpr unsigned TurnsUntilOldest = 256;

  SpinLock lock;
  task *oldest = nullptr, *youngest = nullptr;
  // Written under the lock, read by all: a hint, but for who has raised a fence in between (Market).
  std::atomic<size_t> count{0};
  // Of all pushes so far, written under the lock.
  std::atomic<uint64_t> pushes{0};
  // Of them, tasks of batches. Likewise.
  std::atomic<size_t> ordered{0};
  // The latest batch, 0 behind its end, and where its next task is to be put: in front of the oldest that is still
  // here.
  uint64_t latestBatch = 0;
  task *oldestOfBatch = nullptr;
  // Of the latest batch, the first task that has to come behind all successors; null if there is none.
  task *firstLater = nullptr;
  // Tasks that the seat's thread has run since it took the oldest of all batches.
  unsigned turns = 0;

  void remove(task &task);
  /// As the older neighbour of that one; null: as the youngest.
  void insert(task &task, onetbb::task *younger);
  void append(task &task) { insert(task, nullptr); }
  /// Under the lock: the first from that end which fits.
  template <task *TaskLink::*Following> task *takeFrom(task *end, const Wanted &wanted, bool onlyOrdered = false);

public:
  size_t size() const { return count.load(std::memory_order_relaxed); }
  uint64_t pushesSoFar() const { return pushes.load(std::memory_order_relaxed); }
  /// With a fence behind it. Ends a batch: no task comes in front of one that was pushed before it.
  void push(task &task);
  /// The same. The youngest of a batch is the one that was pushed first; those that are `later` come behind all others.
  /// 0 begins a batch, and becomes its name.
  void pushInOrder(task &task, uint64_t &batch, bool later);
  /// With more tasks than this, the last of a batch is the youngest after all: in a graph with a cycle whose edge comes
  /// first, messages for other nodes would otherwise be collected without end.
  bool keepsOrder() const { return size() <= MostInOrder; }
  /// By the seat's thread, for each task that it runs. Now and then it has to take the oldest of all batches, which
  /// would wait in vain for a cycle to end. Other tasks rely on it that the youngest is taken.
  void countTurn() { ++turns; }
  bool oldestIsDue() const { return turns >= TurnsUntilOldest && ordered.load(std::memory_order_relaxed) > 0; }
  /// For the seat's thread: the youngest that fits, or the oldest of all batches where that is due. Null if there is
  /// none.
  task *takeNext(const Wanted &wanted);
  /// For others.
  task *takeOldest(const Wanted &wanted);
  /// The oldest, and moves some that come after it to the caller's own list, so that it need not come for each.
  task *takeSome(TaskList &own);
};

/// With what right a thread runs in an arena.
enum class PlaceKind : uint8_t {
  /// None of its own: a helper, or a strand, which has one by itself.
  None,
  Own,
  /// The seat of a strand that sleeps, which has it from another one.
  Guest
};

struct alignas(64) Seat {
  /// By the thread that sits there. Compare-exchange, acquire and release.
  std::atomic<bool> taken{false};
  /// Threads that sleep, or wait for the seat, and will come back to it.
  std::atomic<uint32_t> owners{0};
  /// Who has the seat sleeps, and a guest may have it. Whoever sets it to false has it.
  std::atomic<bool> isOpen{false};
  /// Those of them who want the seat back. No more guests come then.
  std::atomic<uint32_t> wanted{0};
  /// What its thread has taken with it. That thread's.
  PlaceKind place = PlaceKind::None;
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
  tactus_arena *const places;
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
  /// Seats that are open to guests, a hint.
  std::atomic<unsigned> openSeats{0};
  /// Threads that wait for a seat to go on.
  std::atomic<unsigned> returning{0};

  std::mutex sleepMutex;
  Sleeper *sleepers = nullptr;
  std::atomic<unsigned> sleeperCount{0};

  /// Under their own mutex (observers.cpp).
  std::vector<std::shared_ptr<Observer>> observers;
  std::atomic<uint64_t> observersSoFar{0};

  Arena(int concurrency, unsigned reserved, unsigned priority);
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  bool hasTasks() const;
  uint64_t pushesSoFar() const;
  /// A seat, and a place, for a thread of the user's: any that is free.
  unsigned takeSeat();
  /// A seat for who has a place. Seats of threads that sleep come last.
  unsigned takeSeatForPlace();
  /// For a helper, which may not have those that are reserved, unless their owners sleep; those that are lent only, if
  /// it is there because threads sleep. The first only looks.
  bool hasHelperSeat(bool onlyLent);
  /// The thread sleeps, and keeps what it has taken with its seat in mind.
  PlaceKind leaveSeatAlone(unsigned seat);
  /// Guests may come, and whoever has let them in takes the seat back.
  void open(unsigned seat);
  bool close(unsigned seat);
  unsigned takeHelperSeat(bool onlyLent);
  bool tryTake(unsigned seat);
  /// And the place that has been taken with it.
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
  bool hasOpenSeat() const;
  unsigned takeAsGuest();
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

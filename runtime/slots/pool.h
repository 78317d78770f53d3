//===- pool.h - slots and the threads that hold them -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The number of slots is the number of workers; a thread runs in parallel only while it holds one.
//
//               acquireSlot                     parkIdle, giveSlotBack
//     free ───────────────────► held by a thread ──────────────────► free
//       │                          ▲     │
//       │ wakeOne                  │     │ a join that waits, a completer: handed over
//       └──► spare thread ─────────┘     ▼
//                                 another thread
//
// A slot with tasks in its deque is never free: it goes to a spare thread, or stays.
//
// No lost wake-up. A pusher makes its task visible and then looks for free slots; a thread that frees a slot makes that
// visible and then looks for tasks. Both are sequentially consistent, so at least one sees the other, and wakes a
// thread for the slot. A spare thread enters the list under the lock under which it frees its slot, so that whoever
// sees the slot finds the thread.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_POOL_H
#define TACTUS_RUNTIME_SLOTS_POOL_H

#include "slots/task_queue.h"
#include "slots/turns.h"
#include "slots/vain_wakes.h"
#include "tasks/task.h"

#include <algorithm>
#include <atomic>
#include <climits>

namespace tactus {

struct ThreadState;

struct WorkerSlot {
  enum Activity : uint32_t {
    Free,
    Busy,
    /// Its thread looks for work, and has none.
    Searching,
    /// Its thread waits in a join, and takes what descends from it.
    Waiting,
  };

  TaskQueue deque;
  /// Activity in the low two bits; above it a number that changes whenever a slot is claimed, so that the former holder
  /// cannot take a later Searching for its own. Stored by the holder; claimed by compare-exchange, with acquire and
  /// release since the slot changes hands.
  alignas(64) std::atomic<uint32_t> activity{Free};
  WorkerSlot *nextFree = nullptr; // under the pool's mutex

  /// Holder only. Release: whoever claims the slot gets the deque as it is.
  void setActivity(Activity value) {
    activity.store((activity.load(std::memory_order_relaxed) & ~3u) | value, std::memory_order_release);
  }
};

/// What every poll asks of the pool, in one cache line.
struct alignas(64) SlotTable {
  // Written once, with release after the slots are ready.
  std::atomic<WorkerSlot *> slots{nullptr};
  // 0 until it is determined. Relaxed, as it does not change again.
  std::atomic<unsigned> count{0};
  // The least of the limits (SlotLimit). Relaxed: threads that run at the time notice soon; what a thread does
  // afterwards follows them.
  std::atomic<unsigned> limit{UINT_MAX};
  VainWakes vainWakes;
};
static_assert(sizeof(SlotTable) == 64);
extern constinit SlotTable slotTable;

unsigned determineSlotCount();

/// Number of slots; determined at the first call.
inline unsigned slotCount() {
  unsigned count = slotTable.count.load(std::memory_order_relaxed);
  return count ? count : determineSlotCount();
}

/// All slots, or null if there are none yet.
inline WorkerSlot *allSlots() { return slotTable.slots.load(std::memory_order_acquire); }

/// The slot's position among all.
unsigned slotIndex(const WorkerSlot &slot);

/// Who limits the slots.
enum class SlotLimit : uint8_t {
  /// omp_set_num_threads(), and the first omp_get_thread_num().
  OfOpenMP,
  /// tactus_set_worker_limit().
  OfProgram
};

/// Lets only the first `count` slots be used from now on, or fewer if the other limit is less. Threads that hold others
/// keep them until they are idle.
void limitSlots(SlotLimit whose, unsigned count);

/// The slots that may be used, at least 1.
inline unsigned usableSlotCount() { return std::min(slotCount(), slotTable.limit.load(std::memory_order_relaxed)); }

/// From now on threads keep their slots, whose indices the program knows.
void useThreadNumbers();
bool threadNumbersAreUsed();

/// Those from `first` up to, and without, `bound`.
struct SlotRange {
  unsigned first, bound;
  bool contains(unsigned index) const { return first <= index && index < bound; }
};

/// Gives the thread one of these slots: a free one or that of an idle worker. False if there is none. Which ones it may
/// have: regions/strand_slot.h.
bool acquireSlot(ThreadState &thread, SlotRange range);

/// The same, and waits for one as long as that has paid: some milliseconds. Whoever holds one need not ever give it
/// back, because it may be waiting for this very thread.
bool awaitSlot(ThreadState &thread, SlotRange range);

// Of threads in awaitSlot().
extern constinit SlotTurns<> slotTurns;
inline bool slotsAreAwaited() { return slotTurns.areAwaited(); }

/// Gives a thread's slot back, to a spare thread if it has tasks. False if it has tasks and no thread can be had: then
/// the thread keeps it.
bool giveSlotBack(ThreadState &thread);

/// A slot that nobody holds, whose deque is empty. Not in handlers.
void freeSlot(WorkerSlot &slot);

/// A worker without work: frees its slot, if it has one, and sleeps until it gets one.
void parkIdle(ThreadState &thread);

/// After a push: wakes a thread if a slot is free, at the task's home if one is free there. Cheap if none is.
void notifyPush(ThreadState *pusher, unsigned home = 0);

/// Whether any deque holds a task.
bool anyWork();

/// Of the slots that may be used, how many have such an activity; `before` as long as there are none. A hint.
template <typename Condition> unsigned countSlots(Condition condition, unsigned before) {
  WorkerSlot *all = allSlots();
  if (!all)
    return before;
  unsigned found = 0;
  for (unsigned index = 0, count = usableSlotCount(); index < count; ++index)
    found += condition(all[index].activity.load(std::memory_order_relaxed) & 3);
  return found;
}

/// Slots that nobody holds or whose thread has nothing to do; 1 at least before the slots exist, if there will be
/// several. A hint.
inline unsigned idleSlotCount() {
  return countSlots([](uint32_t activity) { return activity != WorkerSlot::Busy; }, usableSlotCount() - 1);
}

/// Those whose thread is awake and has nothing to do. A hint.
inline unsigned awakeIdlerCount() {
  return countSlots([](uint32_t activity) { return activity != WorkerSlot::Busy && activity != WorkerSlot::Free; }, 0);
}

/// Starts a thread that holds `slot`; false if there are no more threads to be had. The pool only knows how many it has
/// asked for: what they do is defined above it (workers/worker.cpp).
bool startWorkerThread(WorkerSlot *slot);
/// The same of a reserved thread, which waits until it is started; null if there is none.
ThreadState *startReservedThread();

//===--- Threads for what has to begin at once (workers/siblings.h) ---===//

/// Takes a spare thread, or starts one, for a task that is going to be assigned to it. It has a free slot if there is
/// one: else it runs without, unless it `needsSlot`. A team of so many may have as many beyond the usual number of
/// threads: its members were promised. Null if none can be had.
ThreadState *reserveThread(bool needsSlot = false, unsigned team = 0);

/// The thread, to which a task has been assigned, begins. For signal handlers as well.
void startReserved(ThreadState &thread);

/// No task has been assigned to the thread: it is a spare thread again.
void dismissReserved(ThreadState &thread);

/// For fork().
void lockPool();
void unlockPool();
/// In the child: no workers, all slots free but that of the calling thread, which keeps its own tasks.
void resetPool(ThreadState *thread);

/// Whether the thread has the task's owner on its stack, or what the task comes behind in its chain.
bool isOfThread(const Task &task, const ThreadState &thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_POOL_H

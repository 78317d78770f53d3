//===- pool.cpp - slots and the threads that hold them -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "slots/pool.h"
#include "slots/loans.h"
#include "slots/nodes.h"

#include "os/allocation.h"
#include "os/child_waits.h"
#include "os/clock.h"
#include "os/processors.h"
#include "os/race_detector.h"
#include "os/settings.h"
#include "os/thread_stack.h"
#include "threads/thread.h"

#include <new>
#include <sched.h>

namespace tactus {

static constinit UnseenMutex poolMutex;
// Under poolMutex.
static WorkerSlot *freeSlots;
static ThreadState *spareThreads;
static unsigned workerThreads;
// Written under the mutex, sequentially consistent: see "No lost wake-up" in pool.h.
static constinit std::atomic<uint32_t> freeSlotCount{0};
constinit SlotTable slotTable;
// By the first omp_get_thread_num(). Relaxed: see SlotTable::limit.
static constinit std::atomic<bool> numbersUsed{false};

/// Each waiting join sleeps on a thread of its own. This many deep waits at a time are more than programs have; beyond
/// it a waiting thread keeps its slot.
static unsigned threadLimit() { return slotCount() * 8 + 64; }

unsigned determineSlotCount() {
  // Two threads may both find out; they find the same.
  unsigned count = chooseWorkerCount();
  if (ranksExceedProcessors(count))
    slotTable.vainWakes.begin();
  slotTable.count.store(count, std::memory_order_relaxed);
  return count;
}

unsigned slotIndex(const WorkerSlot &slot) { return static_cast<unsigned>(&slot - allSlots()); }

void useThreadNumbers() {
  if (!threadNumbersAreUsed())
    numbersUsed.store(true, std::memory_order_relaxed);
}
bool threadNumbersAreUsed() { return numbersUsed.load(std::memory_order_relaxed); }

namespace {
struct PoolLock {
  PoolLock() { poolMutex.lock(); }
  ~PoolLock() { poolMutex.unlock(); }
};
} // namespace

constinit SlotTurns<> slotTurns;

/// Under the lock.
static void addFreeSlot(WorkerSlot *slot) {
  slot->setActivity(WorkerSlot::Free);
  slot->nextFree = freeSlots;
  freeSlots = slot;
  freeSlotCount.fetch_add(1, std::memory_order_seq_cst);
  slotTurns.noteFreeSlot();
}

/// Under the lock. The link to one of the slots; to null if none of them, at that node, is free.
static WorkerSlot **findFreeSlot(SlotRange range, unsigned node) {
  WorkerSlot **link = &freeSlots;
  while (*link && (!range.contains(slotIndex(**link)) || (node && nodeOf(**link) != node)))
    link = &(*link)->nextFree;
  return link;
}

/// Under the lock. One of the slots, null if none of them is free; at that node, if there is one.
static WorkerSlot *takeFreeSlot(SlotRange range, unsigned node = 0) {
  WorkerSlot **link = findFreeSlot(range, node);
  if (!*link && node)
    link = findFreeSlot(range, 0);
  WorkerSlot *slot = *link;
  if (!slot)
    return nullptr;
  *link = slot->nextFree;
  freeSlotCount.fetch_sub(1, std::memory_order_seq_cst);
  slot->setActivity(WorkerSlot::Busy);
  return slot;
}

/// Under the lock. False without memory.
static bool makeSlots() {
  if (slotTable.slots.load(std::memory_order_relaxed))
    return true;
  unsigned count = slotCount();
  void *memory = mapZeroed(sizeof(WorkerSlot) * count);
  if (!memory)
    return false;
  auto *made = static_cast<WorkerSlot *>(memory);
  for (unsigned index = 0; index < count; ++index)
    new (&made[index]) WorkerSlot;
  for (unsigned index = count; index-- > 0;)
    addFreeSlot(&made[index]);
  slotTable.slots.store(made, std::memory_order_release);
  tasksAreQueued.store(anyWork, std::memory_order_release);
  return true;
}

bool anyWork() {
  WorkerSlot *all = allSlots();
  for (unsigned index = 0, count = slotCount(); all && index < count; ++index)
    if (all[index].deque.size() > 0)
      return true;
  return false;
}

/// Hands a slot to a spare thread or to a new one. False if none can be had. Not under the lock.
static bool giveToSpareThread(WorkerSlot *slot) {
  {
    PoolLock lock;
    if (ThreadState *spare = spareThreads) {
      spareThreads = spare->nextSpare;
      // Nobody else can wake it, since it has left the list.
      spare->parker.unpark(slot);
      return true;
    }
    if (workerThreads >= threadLimit())
      return false;
    ++workerThreads;
  }
  if (startWorkerThread(slot))
    return true;
  PoolLock lock;
  --workerThreads;
  return false;
}

static void wakeOne(unsigned node = 0) {
  WorkerSlot *slot;
  {
    PoolLock lock;
    slot = takeFreeSlot({0, usableSlotCount()}, node);
  }
  if (!slot)
    return;
  slotTable.vainWakes.noteWake();
  if (giveToSpareThread(slot))
    return;
  PoolLock lock;
  addFreeSlot(slot);
}

void notifyPush(ThreadState *pusher, unsigned home) {
  if (freeSlotCount.load(std::memory_order_seq_cst) > 0)
    wakeOne(home);
}

ThreadState *reserveThread(bool needsSlot, unsigned team) {
  ThreadState *thread;
  WorkerSlot *slot;
  {
    PoolLock lock;
    if (!makeSlots() || (needsSlot && !*findFreeSlot({0, usableSlotCount()}, 0)))
      return nullptr;
    thread = spareThreads;
    if (thread)
      spareThreads = thread->nextSpare;
    else if (workerThreads >= threadLimit() + team)
      return nullptr;
    else
      ++workerThreads;
    slot = takeFreeSlot({0, usableSlotCount()});
  }
  if (!thread)
    thread = startReservedThread();
  if (thread) {
    thread->lentSlot = slot;
    return thread;
  }
  PoolLock lock;
  --workerThreads;
  if (slot)
    addFreeSlot(slot);
  return nullptr;
}

void startReserved(ThreadState &thread) { thread.parker.unpark(thread.lentSlot); }

void dismissReserved(ThreadState &thread) {
  {
    PoolLock lock;
    if (thread.lentSlot)
      addFreeSlot(thread.lentSlot);
    thread.nextSpare = spareThreads;
    spareThreads = &thread;
  }
  // What has been pushed while the slot was not free has woken nobody.
  if (anyWork())
    wakeOne();
}

/// Takes the slot of a worker that has found no work; the worker becomes a spare thread. False if it is not idle.
static bool claimIdleSlot(WorkerSlot &slot) {
  uint32_t seen = slot.activity.load(std::memory_order_relaxed);
  // Acquire: the deque as the searching worker left it, empty.
  return (seen & 3) == WorkerSlot::Searching &&
         slot.activity.compare_exchange_strong(seen, (seen & ~3u) + 4 + WorkerSlot::Busy, std::memory_order_acq_rel);
}

/// By SlotLimit. Sequentially consistent: of two threads that change them at the same time, the one that stores the
/// least last has seen both.
static constinit std::atomic<unsigned> slotLimits[] = {UINT_MAX, UINT_MAX};

static unsigned leastSlotLimit() { return std::min(slotLimits[0].load(), slotLimits[1].load()); }

void limitSlots(SlotLimit whose, unsigned limit) {
  unsigned before = usableSlotCount();
  slotLimits[static_cast<unsigned>(whose)].store(limit);
  unsigned least = 0;
  do {
    least = leastSlotLimit();
    slotTable.limit.store(least);
  } while (least != leastSlotLimit());
  unsigned count = usableSlotCount();
  if (count >= before)
    return;
  // Workers look at the limit before they steal. One that has looked just before must not find what is pushed after.
  WorkerSlot *all = allSlots();
  for (unsigned index = count; all && index < slotCount(); ++index)
    for (unsigned attempt = 0; attempt < 100; ++attempt) {
      uint32_t activity = all[index].activity.load(std::memory_order_acquire) & 3;
      if (activity == WorkerSlot::Free)
        break;
      if (claimIdleSlot(all[index])) {
        PoolLock lock;
        addFreeSlot(&all[index]);
        break;
      }
      sched_yield(); // busy with something of another thread's, perhaps, which then takes its time
    }
}

bool acquireSlot(ThreadState &thread, SlotRange range) {
  {
    PoolLock lock;
    if (!makeSlots())
      return false;
    thread.slot = takeFreeSlot(range);
  }
  WorkerSlot *all = allSlots();
  for (unsigned index = range.first; !thread.slot && index < range.bound; ++index)
    if (claimIdleSlot(all[index]))
      thread.slot = &all[index];
  thread.asksForSignals = !thread.isWorker;
  return thread.slot != nullptr;
}

bool awaitSlot(ThreadState &thread, SlotRange range) {
  if (acquireSlot(thread, range))
    return true;
  // Owned by the thread. After a wait in vain it waits half as long the next time, and longer again when it has paid.
  constexpr uint32_t Shortest = 1, Longest = 64;
  static constinit thread_local uint32_t milliseconds = Longest;
  const uint64_t microseconds = 1000 * uint64_t{milliseconds};
  uint64_t end = clock::now() + clock::ticksFromMicroseconds(microseconds);
  bool isInTime = slotTurns.await([&] { return acquireSlot(thread, range); },
                                  [&](std::atomic<uint32_t> &news, uint32_t seen) {
                                    SystemAtomics::waitFor(news, seen, microseconds);
                                    uint64_t now = clock::now();
                                    if (news.load(std::memory_order_relaxed) != seen)
                                      end = now + clock::ticksFromMicroseconds(microseconds);
                                    return now < end;
                                  });
  milliseconds = isInTime ? std::min(milliseconds + 1, Longest) : std::max(milliseconds / 2, Shortest);
  return thread.slot != nullptr;
}

bool giveSlotBack(ThreadState &thread) {
  WorkerSlot *slot = thread.slot;
  if (slot->deque.size() > 0) {
    // The new holder works them off.
    thread.slot = nullptr;
    slot->setActivity(WorkerSlot::Busy);
    if (giveToSpareThread(slot)) {
      thread.counters.handOvers.add();
      return true;
    }
    thread.slot = slot;
    return false;
  }
  thread.slot = nullptr;
  freeSlot(*slot);
  return true;
}

void freeSlot(WorkerSlot &slot) {
  {
    PoolLock lock;
    addFreeSlot(&slot);
  }
  if (anyWork())
    wakeOne();
}

/// A worker that has had nothing to do for so long may have nothing to do for ever.
static constexpr uint64_t IdleMicroseconds = 100000;

void parkIdle(ThreadState &thread) {
  {
    PoolLock lock;
    if (thread.slot)
      addFreeSlot(thread.slot);
    thread.slot = nullptr;
    thread.nextSpare = spareThreads;
    spareThreads = &thread;
  }
  if (freeSlotCount.load(std::memory_order_seq_cst) > 0 && anyWork())
    wakeOne(); // perhaps this very thread
  thread.counters.parks.add();
  thread.slot = thread.parker.park(IdleMicroseconds, giveStackBack);
}

void lockPool() {
  poolMutex.lock();
  WorkerSlot *all = allSlots();
  for (unsigned index = 0; all && index < slotCount(); ++index)
    all[index].deque.lock();
}
static void unlockQueues() {
  WorkerSlot *all = allSlots();
  for (unsigned index = 0; all && index < slotCount(); ++index)
    all[index].deque.unlock();
}
void unlockPool() {
  unlockQueues();
  poolMutex.unlock();
}

bool isOfThread(const Task &task, const ThreadState &thread) {
  auto isOf = [&](const Task *strand) {
    return strand == task.parent || (strand && strand->head && strand->head == task.head);
  };
  bool found = isOf(thread.task);
  for (const Anchor *anchor = thread.anchor; anchor && !found; anchor = anchor->previous)
    found = isOf(anchor->task);
  return found;
}

void resetPool(ThreadState *thread) {
  unlockQueues();
  poolMutex.reset();
  spareThreads = nullptr;
  workerThreads = 0;
  freeSlots = nullptr;
  freeSlotCount.store(0, std::memory_order_relaxed);
  slotTurns.reset();
  resetLoans(thread);
  WorkerSlot *all = allSlots();
  if (!all)
    return; // and the number of slots need not be known, which takes reading files
  for (unsigned index = slotCount(); index-- > 0;) {
    if (thread && thread->slot == &all[index]) {
      // Others may have put some there that wait for them, or have lent the slot with theirs: those are the parent's.
      all[index].deque.keepOnly([&](Task &task) { return isOfThread(task, *thread); });
      continue;
    }
    all[index].deque.clear();
    addFreeSlot(&all[index]);
  }
}

} // namespace tactus

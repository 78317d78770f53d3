//===- promotion.cpp - from latent iterations to tasks ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "promotion.h"

#include "allocation.h"
#include "clock.h"
#include "libomp.h"
#include "pool.h"
#include "settings.h"
#include "trace.h"

#include <cstring>
#include <new>
#include <sched.h>

namespace tactus {

using namespace abi;

static Task *makeTask(const LatentLoop &loop, uint64_t begin, uint64_t end, Join *join) {
  const LoopSlot &slot = *loop.slot;
  size_t environmentBytes = slot.descriptor->environmentWords * sizeof(uint64_t);
  size_t resultOffset = (sizeof(Task) + environmentBytes + 15) & ~size_t{15};
  void *memory = allocate(resultOffset + slot.resultBytes);
  if (!memory)
    return nullptr;
  auto *task = new (memory) Task;
  task->descriptor = slot.descriptor;
  task->begin = begin;
  task->end = end;
  task->join = join;
  task->next = nullptr;
  task->parent = loop.owner;
  task->executor.store(nullptr, std::memory_order_relaxed);
  task->result = slot.resultBytes ? static_cast<char *>(memory) + resultOffset : nullptr;
  memcpy(task->environment(), slot.environment, environmentBytes);
  return task;
}

/// The team that a loop's strands belong to: that of its own join, or, if the loop is the slice of a task of the same
/// loop, that of the task.
static Team *existingTeam(const LatentLoop &loop) {
  if (loop.slot->join)
    return loop.slot->join->team;
  if (loop.owner && loop.owner->descriptor == loop.slot->descriptor)
    return loop.owner->join->team;
  return nullptr;
}

Promotion promoteLoop(ThreadState &thread, const LatentLoop &loop, uint64_t split, unsigned level) {
  LoopSlot &slot = *loop.slot;
  bool innermostNext = loop.depth == 0 && loop.iterationIsNext;
  // Iterations [first, end) may be divided, `total` of them; the walk has made sure that [iteration + 1, end) is not
  // empty.
  uint64_t first = innermostNext ? loop.iteration : loop.iteration + 1;
  uint64_t total = loop.end - first;
  uint64_t lower = split ? split : total / 2 + total % 2;
  unsigned wanted = innermostNext || total == 1 ? 1 : 2;

  Join *join = slot.join;
  Team *team = nullptr;
  unsigned granted = wanted;
  if (slot.strandLimit) {
    team = existingTeam(loop);
    if (team)
      granted = team->reserve(wanted);
    else if (slot.strandLimit - 1 < wanted)
      granted = static_cast<unsigned>(slot.strandLimit - 1);
    if (granted == 0)
      return Promotion::LimitReached;
  }

  bool newJoin = !join;
  if (newJoin) {
    void *memory = allocate(sizeof(Join));
    join = memory ? new (memory) Join : nullptr;
  }
  // Which range each task gets, lowest first.
  uint64_t middle = granted == 2 || innermostNext ? first + lower : first;
  Task *low = join && granted == 2 ? makeTask(loop, first, middle, join) : nullptr;
  Task *high = join ? makeTask(loop, middle, loop.end, join) : nullptr;
  if (!high || (granted == 2 && !low)) {
    release(low);
    release(high);
    if (newJoin)
      release(join);
    if (team)
      team->leave(granted);
    return Promotion::NoMemory;
  }
  if (newJoin) {
    if (slot.strandLimit && !team) {
      join->ownTeam.limit = slot.strandLimit;
      join->ownTeam.reserve(granted);
      team = &join->ownTeam;
    }
    join->team = team;
    ++thread.openJoins;
  }

  // From here on nothing fails. Later promotions of a slot lie before earlier ones.
  high->next = join->first;
  join->first = high;
  if (low) {
    low->next = high;
    join->first = low;
  }
  join->state.add(granted);
  *const_cast<Join *volatile *>(&slot.join) = join;
  *const_cast<volatile uint64_t *>(&slot.end) = innermostNext ? middle : first;

  auto &descriptor = const_cast<LoopDescriptor &>(*slot.descriptor);
  __atomic_fetch_add(&descriptor.promotions, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&descriptor.tasks, granted, __ATOMIC_RELAXED);
  thread.counters.promotions.add();
  if (settings.trace)
    noteEvent(thread, {slot.descriptor, clock::now(), clock::now(), TraceKind::Promotion});
  thread.counters.tasks.add(granted);
  thread.counters.promotionsAtLevel[level < CountedLevels ? level : CountedLevels - 1].add();

  // Highest first: thieves take the oldest. The caller has seen that there is room.
  for (Task *task : {high, low}) {
    if (!task)
      continue;
    happensBefore(task);
    bool pushed = thread.slot->deque.push(task);
    (void)pushed;
    notifyPush(&thread);
  }
  return Promotion::Done;
}

void freeJoin(LoopSlot &slot) {
  Join *join = slot.join;
  for (Task *task = join->first; task;) {
    Task *next = task->next;
    release(task);
    task = next;
  }
  release(join);
  *const_cast<Join *volatile *>(&slot.join) = nullptr;
}

/// Whether promoting makes sense at all, before anything is looked at.
static Promotion precheck(ThreadState &thread) {
  unsigned queued = thread.slot ? thread.slot->deque.size() : 0;
  if (queued + 2 > DequeLimit)
    return Promotion::EnoughQueued;
  if (settings.promotesAlways())
    return Promotion::Done;
  if (slotCount() == 1)
    return Promotion::NotNow;
  return queued >= 2 && queued >= idleSlotCount() ? Promotion::EnoughQueued : Promotion::Done;
}

static Promotion promoteOne(ThreadState &thread, LatentLoops &loops) {
  unsigned count = loops.count();
  if (count == 0)
    return Promotion::NothingLatent;
  // Inside a region of libomp's, its threads are the parallelism.
  if (!thread.isWorker && insideLibompRegion())
    return Promotion::NotNow;
  bool heldSlot = thread.slot;
  if (!heldSlot && !acquireSlot(thread))
    return Promotion::NoSlot;
  Promotion outcome = Promotion::LimitReached;
  unsigned start = settings.chaos ? static_cast<unsigned>(thread.random.below(count)) : 0;
  for (unsigned step = 0; step < count && outcome == Promotion::LimitReached; ++step) {
    const LatentLoop &loop = loops.fromOutermost((start + step) % count);
    uint64_t split = 0;
    if (settings.chaos) {
      uint64_t total = loop.end - loop.iteration - 1;
      if (loop.depth == 0 && loop.iterationIsNext)
        ++total;
      if (total > 1)
        split = 1 + thread.random.below(total - 1);
    }
    outcome = promoteLoop(thread, loop, split, loops.depth - 1 - loop.depth);
  }
  if (!heldSlot && outcome != Promotion::Done && thread.openJoins == 0)
    giveSlotBack(thread);
  return outcome;
}

void feedIdleWorkers(ThreadState &thread, const MapTable &table, const CallerState &caller) {
  Promotion outcome = Promotion::Done;
  while (outcome == Promotion::Done && thread.slot && thread.slot->deque.size() < idleSlotCount()) {
    LatentLoops loops;
    walkStack(thread, table, caller, loops);
    outcome = promoteOne(thread, loops);
  }
}

Promotion tryPromote(ThreadState &thread, const MapTable &table, const CallerState &caller, bool mustWalk,
                     LatentLoops &loops, bool &walked) {
  // In chaos mode polls are frequent and promotions likely, not certain.
  if (settings.chaos) {
    if (thread.random.oneIn(8))
      sched_yield();
    if (thread.random.oneIn(4))
      return Promotion::NotNow;
  }
  Promotion outcome = precheck(thread);
  uint64_t start = clock::now();
  if (outcome == Promotion::Done && start < thread.nextWalk && !settings.promotesAlways())
    outcome = Promotion::NotNow;
  if (outcome == Promotion::Done || (mustWalk && start >= thread.nextWalk)) {
    walkStack(thread, table, caller, loops);
    walked = true;
    // However deep the stack, a bounded share of the time goes into walks: less if they only serve to count beats.
    thread.nextWalk = start + (outcome == Promotion::Done ? 8 : 64) * (clock::now() - start);
  }
  if (outcome == Promotion::Done)
    outcome = promoteOne(thread, loops);
  switch (outcome) {
  case Promotion::NothingLatent:
    thread.counters.nothingLatent.add();
    break;
  case Promotion::EnoughQueued:
    thread.counters.enoughQueued.add();
    break;
  case Promotion::LimitReached:
    thread.counters.limitReached.add();
    break;
  case Promotion::NoSlot:
    thread.counters.noSlot.add();
    break;
  case Promotion::Done:
  case Promotion::NoMemory:
  case Promotion::NotNow:
    break;
  }
  return outcome;
}

} // namespace tactus

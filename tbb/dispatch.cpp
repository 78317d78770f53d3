//===- dispatch.cpp - running tasks, and waiting for them -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "dispatch.h"

#include "control.h"
#include "market.h"
#include "small_objects.h"

#include <exception>

namespace tactus::onetbb {

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Calls the task; what it throws cancels its context. Returns the task that is to be run next in the same context.
static task *callTask(task &task, d1::execution_data &data) {
  if (isCancelled(*data.context))
    return task.cancel(data);
  try {
    return task.execute(data);
  } catch (...) {
    if (terminatesOnException())
      std::terminate();
    keepException(*data.context);
  }
  // The context is cancelled now, unless it has been reset meanwhile.
  return task.cancel(data);
}

/// Whether other tasks come before the one that a task returns: those that are critical, one that has waited long, and
/// those that the task has submitted. A node of a graph returns the last of its successors, and submits the others.
static bool othersComeFirst(const Thread &thread) {
  const Arena &arena = thread.visit->arena;
  const TaskList &own = arena.seats[thread.visit->seat].tasks;
  return arena.critical.size() > 0 || own.oldestIsDue() ||
         (thread.batch->hasSuccessors && own.size() > 0 && own.keepsOrder());
}

void runTask(Thread &thread, task &first) {
  const TaskLink link = linkOf(first);
  task_group_context &context = *link.context;
  task_group_context *outerContext = std::exchange(tactus_tbb_context, &context);
  intptr_t outerIsolation = std::exchange(thread.isolation, link.isolation);
  thread.calculating->as(context);
  Batch batch;
  Batch *outerBatch = std::exchange(thread.batch, &batch);
  d1::execution_data data;
  data.context = &context;
  data.original_slot = static_cast<d1::slot_id>(link.origin);
  data.affinity_slot = d1::no_slot;
  for (task *next = &first; next;) {
    batch = {};
    thread.visit->arena.seats[thread.visit->seat].tasks.countTurn();
    next = callTask(*next, data);
    data.original_slot = static_cast<d1::slot_id>(thread.visit->seat);
    if (next && othersComeFirst(thread)) {
      push(thread, thread.visit->arena, *next, context, batch.name ? Into::OwnBatch : Into::OwnSeat);
      break;
    }
  }
  tactus_tbb_context = outerContext;
  thread.isolation = outerIsolation;
  thread.batch = outerBatch;
}

//===----------------------------------------------------------------------===//
// Sleeping and waking
//===----------------------------------------------------------------------===//

namespace {
/// Sleepers by the address of what they wait for.
struct alignas(64) Bucket {
  std::mutex mutex;
  Sleeper *first = nullptr;
  std::atomic<unsigned> count{0};
};
constexpr unsigned Buckets = 64;
} // namespace
static constinit Bucket buckets[Buckets];

static Bucket &bucketOf(uintptr_t address) { return buckets[(address * 0x9e3779b97f4a7c15u) >> 58]; }

template <Sleeper *Sleeper::*Next> static void unlink(Sleeper *&first, Sleeper &sleeper) {
  Sleeper **link = &first;
  while (*link != &sleeper)
    link = &((*link)->*Next);
  *link = sleeper.*Next;
}

static void enlist(Arena &arena, Sleeper &sleeper) {
  Bucket &bucket = bucketOf(sleeper.address);
  {
    std::lock_guard guard(bucket.mutex);
    sleeper.nextInBucket = std::exchange(bucket.first, &sleeper);
    bucket.count.fetch_add(1);
  }
  std::lock_guard guard(arena.sleepMutex);
  sleeper.nextInArena = std::exchange(arena.sleepers, &sleeper);
  arena.sleeperCount.fetch_add(1);
}

/// Whoever raises the event does it under one of the locks, so that it lasts until then.
static void strike(Arena &arena, Sleeper &sleeper) {
  Bucket &bucket = bucketOf(sleeper.address);
  {
    std::lock_guard guard(bucket.mutex);
    unlink<&Sleeper::nextInBucket>(bucket.first, sleeper);
    bucket.count.fetch_sub(1);
  }
  std::lock_guard guard(arena.sleepMutex);
  unlink<&Sleeper::nextInArena>(arena.sleepers, sleeper);
  arena.sleeperCount.fetch_sub(1);
}

/// Wakes a sleeper that may run such a task; without a lineage, all.
static void wakeSleepers(Arena &arena, const Lineage *lineage, intptr_t isolation) {
  std::lock_guard guard(arena.sleepMutex);
  for (Sleeper *each = arena.sleepers; each; each = each->nextInArena)
    if (each->mayTake && (!lineage || each->wanted.fits(lineage, isolation))) {
      each->event.raise();
      if (lineage)
        return;
    }
}

void push(Thread &thread, Arena &arena, task &task, task_group_context &context, Into where, bool mustBegin) {
  bind(context, contextAround(), &arena.defaultContext);
  TaskLink &link = linkOf(task);
  link.context = &context;
  link.isolation = where == Into::Enqueued ? 0 : thread.isolation;
  bool isHere = thread.visit && &thread.visit->arena == &arena;
  link.origin = isHere ? thread.visit->seat : d1::no_slot;
  // Once pushed, the task may be run, and its context gone.
  intptr_t isolation = link.isolation;
  if (mustBegin && arena.helperSeats() == 0 && arena.reserved == 1)
    arena.hasExtra.store(true);
  Lineage *lineage = nullptr;
  if (arena.sleeperCount.load() > 0)
    lineage = hold(lineageOf(context));
  switch (where) {
  case Into::OwnSeat:
    arena.seats[thread.visit->seat].tasks.push(task);
    break;
  case Into::OwnBatch:
  case Into::OwnBatchLater: {
    // A thread of the user's that runs no task submits a batch of one each time.
    Batch single;
    Batch &batch = thread.batch ? *thread.batch : single;
    bool later = where == Into::OwnBatchLater;
    batch.hasSuccessors |= !later;
    arena.seats[thread.visit->seat].tasks.pushInOrder(task, batch.name, later);
    break;
  }
  case Into::Enqueued:
    arena.enqueued.push(task);
    break;
  case Into::Critical:
    arena.critical.push(task);
    break;
  }
  // The push has ended with a fence.
  if (arena.sleeperCount.load(std::memory_order_relaxed) > 0)
    wakeSleepers(arena, lineage, isolation);
  if (lineage)
    release(lineage);
  announce(arena, mustBegin);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

namespace {

/// Takes tasks for a waiting thread, and remembers where there are none.
class Source {
  Thread &thread;
  const Wanted wanted;
  uint64_t ownSeen = ~uint64_t{0}, allSeen = ~uint64_t{0};

public:
  Source(Thread &waiter, const Wanted &what) : thread(waiter), wanted(what) {}

  task *take() {
    Arena &arena = thread.visit->arena;
    TaskList &own = arena.seats[thread.visit->seat].tasks;
    // Tasks that do not fit stay where they are. Looking through them again pays only if others have come.
    if (isDeep(thread))
      return nullptr;
    if (arena.critical.size() == 0 && own.pushesSoFar() != ownSeen) {
      uint64_t before = own.pushesSoFar();
      if (task *found = own.takeNext(wanted))
        return found;
      ownSeen = before;
    }
    uint64_t before = arena.pushesSoFar();
    if (before == allSeen)
      return nullptr;
    if (task *found = arena.take(thread.visit->seat, wanted))
      return found;
    allSeen = before;
    return nullptr;
  }
  bool isStale() const { return !isDeep(thread) && thread.visit->arena.pushesSoFar() != allSeen; }
  const Wanted &what() const { return wanted; }
};

} // namespace

/// So many looks a waiting thread takes before it sleeps: some ten microseconds.
static constexpr unsigned Looks = 400;

static void sleepUntilSomething(Thread &thread, const wait_context &wait, const Source &source) {
  Arena &arena = thread.visit->arena;
  Sleeper sleeper{reinterpret_cast<uintptr_t>(&wait), source.what(), !isDeep(thread)};
  enlist(arena, sleeper);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (uint32_t seen = sleeper.event.now(); isPending(wait) && !source.isStale()) {
    Asleep asleep(thread);
    sleeper.event.sleep(seen);
  }
  strike(arena, sleeper);
}

void waitFor(Thread &thread, const wait_context &wait, const Lineage *ancestor) {
  Calculating calculating(thread);
  Source source(thread, {ancestor, thread.isolation});
  for (unsigned looks = 0; isPending(wait);) {
    if (task *found = source.take()) {
      runTask(thread, *found);
      tellObservers(*thread.visit);
      looks = 0;
    } else if (++looks < Looks) {
      pauseProcessor();
    } else {
      sleepUntilSomething(thread, wait, source);
      looks = 0;
    }
  }
}

} // namespace tactus::onetbb

//===----------------------------------------------------------------------===//
// oneTBB's entry points
//===----------------------------------------------------------------------===//

namespace tbb::detail::r1 {

using namespace tactus::onetbb;

void spawn(d1::task &task, d1::task_group_context &context) {
  Thread &thread = thisThreadInArena();
  push(thread, thread.visit->arena, task, context, Into::OwnSeat);
}
/// Tasks go to whoever is free; a slot that they would rather have is only a hint.
void spawn(d1::task &task, d1::task_group_context &context, d1::slot_id) { r1::spawn(task, context); }

/// Of its successors' tasks, a node submits each when it has made the next one, and returns the last. What it submits
/// as soon as it has made it is its own task for another message.
void submit(d1::task &task, d1::task_group_context &context, arena *where, std::uintptr_t isCritical) {
  Thread &thread = thisThreadInArena();
  Into into = Into::Enqueued;
  if (isCritical)
    into = Into::Critical;
  else if (&thread.visit->arena == where)
    into = isLatestSmall(&task) ? Into::OwnBatchLater : Into::OwnBatch;
  push(thread, *where, task, context, into);
}

void wait(d1::wait_context &wait, d1::task_group_context &context) {
  Thread &thread = thisThreadInArena();
  bind(context, contextAround(), &thread.visit->arena.defaultContext);
  waitFor(thread, wait, lineageOf(context));
  throwKept(context);
}

void execute_and_wait(d1::task &task, d1::task_group_context &context, d1::wait_context &wait,
                      d1::task_group_context &waitContext) {
  Thread &thread = thisThreadInArena();
  bind(context, contextAround(), &thread.visit->arena.defaultContext);
  bind(waitContext, contextAround(), &thread.visit->arena.defaultContext);
  linkOf(task) = {&context, nullptr, nullptr, thread.isolation, thread.visit->seat, false};
  {
    Calculating calculating(thread);
    runTask(thread, task);
  }
  waitFor(thread, wait, lineageOf(waitContext));
  throwKept(waitContext);
}

void notify_waiters(std::uintptr_t address) {
  // Whoever has brought the number of references to 0 has done it by a sequentially consistent operation.
  Bucket &bucket = bucketOf(address);
  if (bucket.count.load() == 0)
    return;
  std::lock_guard guard(bucket.mutex);
  for (Sleeper *each = bucket.first; each; each = each->nextInBucket)
    if (each->address == address)
      each->event.raise();
}

/// A task asks with its data, the program without.
d1::slot_id execution_slot(const d1::execution_data *data) {
  Thread &thread = thisThread();
  if (!data) {
    unsigned teamSize = 0;
    if (int number = tactus_arena_number_elsewhere(&teamSize); number >= 0)
      return static_cast<d1::slot_id>(number);
    if (!visitOf(thread) && !isUsed())
      return d1::no_slot;
  }
  return static_cast<d1::slot_id>(thisThreadInArena().visit->seat);
}

d1::task_group_context *current_context() { return contextAround(); }

} // namespace tbb::detail::r1

//===----------------------------------------------------------------------===//
// For loops of Tactus' own headers (include/tactus/tbb/detail/context.hpp)
//===----------------------------------------------------------------------===//

extern "C" void tactus_tbb_bind(tactus::onetbb::task_group_context *context) {
  tactus::onetbb::bind(*context, tactus::onetbb::contextAround(), nullptr);
}

//===- arenas.cpp - task_arena and this_task_arena --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "dispatch.h"
#include "market.h"

#include <algorithm>
#include <exception>

namespace tactus::onetbb {

using Base = d1::task_arena_base;
using Impl = r1::task_arena_impl;

static Arena &arenaOf(const Base &base) { return *Impl::arenaOf(base); }

static unsigned levelOf(Base::priority priority) {
  return Priorities - static_cast<unsigned>(static_cast<int>(priority) / d1::priority_stride);
}
static Base::priority priorityOf(unsigned level) {
  return static_cast<Base::priority>(static_cast<int>(Priorities - level) * d1::priority_stride);
}

/// Calls the function outside of all tasks, as far as it can tell.
static void callInPlace(Thread &thread, Arena &arena, d1::delegate_base &function) {
  struct Outside {
    Thread &thread;
    task_group_context *const context = std::exchange(tactus_tbb_context, nullptr);
    const intptr_t isolation = std::exchange(thread.isolation, 0);
    ~Outside() {
      tactus_tbb_context = context;
      thread.isolation = isolation;
    }
  } outside{thread};
  Calculating calculating(thread);
  calculating.as(arena.defaultContext);
  function();
}

namespace {

/// A function that is called in an arena by whoever comes first: a helper, or the thread that waits for it.
struct Delegation {
  d1::delegate_base &function;
  std::atomic<bool> claimed{false}, isDone{false};
  std::exception_ptr thrown;

  bool claim() { return !claimed.exchange(true); }
  void call(Thread &thread, Arena &arena) {
    try {
      callInPlace(thread, arena, function);
    } catch (...) {
      thrown = std::current_exception();
    }
    isDone.store(true);
    arena.seatLeft.raise();
  }
};

/// Where helpers find it.
class DelegationTask : public task {
  std::shared_ptr<Delegation> delegation;

public:
  explicit DelegationTask(std::shared_ptr<Delegation> what) : delegation(std::move(what)) {}
  task *execute(d1::execution_data &) override {
    if (delegation->claim())
      delegation->call(thisThread(), thisThread().visit->arena);
    delete this;
    return nullptr;
  }
  task *cancel(d1::execution_data &data) override { return execute(data); }
};

} // namespace

/// The thread is in no seat of the arena, and none is free.
static void delegate(Thread &thread, Arena &arena, d1::delegate_base &function) {
  auto delegation = std::make_shared<Delegation>(function);
  push(thread, arena, *new DelegationTask(delegation), arena.defaultContext, Into::Enqueued);
  for (;;) {
    uint32_t seen = arena.seatLeft.now();
    if (delegation->isDone.load())
      break;
    if (unsigned seat = arena.takeSeat(); seat != Arena::NoSeat) {
      Stay stay(thread, arena, seat, /*asHelper=*/false);
      if (delegation->claim())
        delegation->call(thread, arena);
      else
        continue;
      break;
    }
    Asleep asleep(thread);
    arena.seatLeft.sleep(seen);
  }
  if (delegation->thrown)
    std::rethrow_exception(delegation->thrown);
}

} // namespace tactus::onetbb

namespace tbb::detail::r1 {

using namespace tactus::onetbb;

void initialize(d1::task_arena_base &base) {
  if (Impl::concurrency(base) < 1)
    Impl::concurrency(base) = defaultConcurrency();
  Arena *made = newArena(Impl::concurrency(base), Impl::reserved(base), levelOf(Impl::priority(base)));
  Impl::arenaOf(base).store(static_cast<arena *>(made), std::memory_order_release);
}

void terminate(d1::task_arena_base &base) {
  Arena &arena = arenaOf(base);
  Impl::arenaOf(base).store(nullptr, std::memory_order_relaxed);
  if (arena.hasTasks())
    announce(arena, arena.enqueued.size() > 0);
  releaseArena(arena);
}

bool attach(d1::task_arena_base &base) {
  const Visit *visit = visitOf(thisThread());
  if (!visit)
    return false;
  Arena &arena = visit->arena;
  holdArena(arena);
  Impl::reserved(base) = arena.reserved;
  Impl::priority(base) = priorityOf(arena.priority);
  Impl::concurrency(base) = arena.concurrency;
  Impl::arenaOf(base).store(static_cast<r1::arena *>(&arena), std::memory_order_release);
  return true;
}

void execute(d1::task_arena_base &base, d1::delegate_base &function) {
  Thread &thread = thisThreadInArena();
  Arena &arena = arenaOf(base);
  if (&thread.visit->arena == &arena) {
    callInPlace(thread, arena, function);
    return;
  }
  unsigned seat = arena.takeSeat();
  if (seat == Arena::NoSeat) {
    delegate(thread, arena, function);
    return;
  }
  Stay stay(thread, arena, seat, /*asHelper=*/false);
  callInPlace(thread, arena, function);
}

void wait(d1::task_arena_base &base) {
  const Arena &arena = arenaOf(base);
  while (arena.hasTasks() || arena.helpers.load() > 0)
    syscall(SYS_sched_yield);
}

int max_concurrency(const d1::task_arena_base *base) {
  unsigned teamSize = 0;
  if (!base && tactus_arena_number_elsewhere(&teamSize) >= 0)
    return std::max(defaultConcurrency(), static_cast<int>(teamSize));
  const Arena *arena = base ? Impl::arenaOf(*base) : currentArena(thisThread());
  if (arena) // and who runs what is enqueued where no seat is for helpers
    return arena->concurrency + arena->hasExtra.load();
  return base && Impl::concurrency(*base) == 1 ? 1 : defaultConcurrency();
}

void isolate_within_arena(d1::delegate_base &function, std::intptr_t tag) {
  Thread &thread = thisThreadInArena();
  struct Isolated {
    Thread &thread;
    const std::intptr_t outer;
    ~Isolated() { thread.isolation = outer; }
  } isolated{thread, thread.isolation};
  thread.isolation = tag ? tag : reinterpret_cast<std::intptr_t>(&function);
  function();
}

static void enqueueIn(d1::task &task, d1::task_group_context *context, d1::task_arena_base *base) {
  Thread &thread = thisThreadInArena();
  Arena &arena = base ? arenaOf(*base) : thread.visit->arena;
  push(thread, arena, task, context ? *context : arena.defaultContext, Into::Enqueued, /*mustBegin=*/true);
}
void enqueue(d1::task &task, d1::task_arena_base *base) { enqueueIn(task, nullptr, base); }
void enqueue(d1::task &task, d1::task_group_context &context, d1::task_arena_base *base) {
  enqueueIn(task, &context, base);
}

} // namespace tbb::detail::r1

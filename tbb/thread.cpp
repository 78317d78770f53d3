//===- thread.cpp - what the scheduler knows about a thread -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "thread.h"

#include "abi/waits.h"
#include "market.h"
#include "small_objects.h"

#include <pthread.h>

extern "C" __thread tactus::onetbb::task_group_context *tactus_tbb_context = nullptr;

namespace tactus::onetbb {

/// So many milliseconds a thread waits for the very seat that it has lent.
static constexpr unsigned PatientAttempts = 20;

[[gnu::tls_model("initial-exec")]] static thread_local constinit Thread state;

static void endThread(void *) {
  leaveOwnArena(state);
  dropSmallObjects();
}

/// Has endThread() called when the thread ends.
static void noteEnd() {
  static pthread_key_t key;
  static const bool hasKey = pthread_key_create(&key, endThread) == 0;
  if (hasKey)
    pthread_setspecific(key, &state);
}

Thread &thisThread() { return state; }

/// The main thread's stack may grow as far as there is memory.
static constexpr size_t LargestStack = size_t{8} << 20;

static uintptr_t halfOfStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  void *lowest = nullptr;
  size_t bytes = 0;
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(lowest) + bytes - std::min(bytes, LargestStack) / 2;
}

[[gnu::noinline]] static void giveOwnArena(Thread &thread) {
  Arena *arena = newArena(defaultConcurrency(), 1, NormalPriority);
  unsigned seat = arena->takeSeat();
  thread.own = thread.visit = new Visit{*arena, seat, /*asHelper=*/false, {}, 0};
  thread.deepStack = halfOfStack();
  noteEnd();
}

Thread &thisThreadInArena() {
  if (!state.visit) [[unlikely]]
    giveOwnArena(state);
  return state;
}

void leaveOwnArena(Thread &thread) {
  Visit *own = thread.own;
  if (!own || thread.visit != own)
    return;
  tellObserversOfEnd(*own);
  thread.own = thread.visit = nullptr;
  own->arena.leaveSeat(own->seat);
  releaseArena(own->arena);
  delete own;
}

Stay::Stay(Thread &visitor, Arena &arena, unsigned seat, bool asHelper)
    : thread(visitor), visit{arena, seat, asHelper, {}, 0}, outerVisit(visitor.visit), outerContext(tactus_tbb_context),
      outerIsolation(visitor.isolation) {
  if (!thread.deepStack)
    thread.deepStack = halfOfStack();
  thread.visit = &visit;
  tactus_tbb_context = nullptr;
  thread.isolation = 0;
  tellObservers(visit);
}

Stay::~Stay() {
  tellObserversOfEnd(visit);
  thread.visit = outerVisit;
  tactus_tbb_context = outerContext;
  thread.isolation = outerIsolation;
  visit.arena.leaveSeat(visit.seat);
  // Who pushed while all seats were taken has started nobody.
  if (visit.arena.hasTasks())
    announce(visit.arena, visit.arena.enqueued.size() > 0);
}

Asleep::Asleep(Thread &sleeper) : thread(sleeper) {
  Arena &arena = thread.visit->arena;
  arena.seats[thread.visit->seat].owners.fetch_add(1);
  arena.leaveSeat(thread.visit->seat);
  lendCapacity();
  tactus_wait_lend();
  if (arena.hasTasks())
    announce(arena, arena.enqueued.size() > 0);
}

Asleep::~Asleep() {
  Visit &visit = *thread.visit;
  Arena &arena = visit.arena;
  arena.returning.fetch_add(1);
  unsigned owned = visit.seat;
  // Whoever has the seat leaves it after the task that it is running. If that takes long, any seat will do.
  unsigned attempts = 0;
  for (uint32_t seen = arena.seatLeft.now(); !arena.tryTake(visit.seat); seen = arena.seatLeft.now()) {
    if (++attempts > PatientAttempts)
      if (unsigned other = arena.takeSeat(); other != Arena::NoSeat) {
        visit.seat = other;
        break;
      }
    arena.seatLeft.sleep(seen, 1);
  }
  arena.returning.fetch_sub(1);
  arena.seats[owned].owners.fetch_sub(1);
  takeCapacityBack();
  tactus_wait_end();
}

} // namespace tactus::onetbb

//===- thread.cpp - what the scheduler knows about a thread -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "thread.h"

#include "abi/waits.h"
#include "market.h"
#include "questions.h"
#include "small_objects.h"

#include <new>
#include <pthread.h>
#include <utility>

extern "C" __thread tactus::onetbb::task_group_context *tactus_tbb_context =
    reinterpret_cast<tactus::onetbb::task_group_context *>(1);

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
  thread.own = thread.visit = new Visit{*arena, seat, /*asHelper=*/false};
  // With one worker nothing is promoted, but by the testing modes, whose tasks all run in this thread.
  if (defaultConcurrency() > 1)
    thread.own->strand = tactus_arena_own(arena->places, static_cast<int>(seat));
  if (!thread.deepStack)
    thread.deepStack = halfOfStack();
  tactus_tbb_context = contextAround();
  noteEnd();
}

/// The strand that the thread runs needs a seat.
static Visit *visitByStrand(Thread &thread, void *strand, Arena &arena) {
  int isBorrowed = 0;
  auto seat = static_cast<unsigned>(tactus_arena_number(strand, &isBorrowed));
  thread.visit = new Visit{arena, seat, /*asHelper=*/!thread.own, strand, /*isStrand=*/true, isBorrowed != 0};
  if (!thread.deepStack)
    thread.deepStack = halfOfStack();
  // Who is in the arena already has told.
  if (!thread.around || &thread.around->arena != &arena)
    tellObservers(*thread.visit);
  else
    thread.visit->toldSoFar = arena.observersSoFar.load(std::memory_order_relaxed);
  return thread.visit;
}

[[gnu::noinline]] static Visit *beginVisit(Thread &thread) {
  void *context = nullptr;
  void *strand = tactus_arena_strand(&context);
  return strand ? visitByStrand(thread, strand, *static_cast<Arena *>(context)) : nullptr;
}

Arena *currentArena(const Thread &thread) {
  if (thread.visit)
    return &thread.visit->arena;
  void *context = nullptr;
  return tactus_arena_strand(&context) ? static_cast<Arena *>(context) : nullptr;
}

Visit *visitOf(Thread &thread) { return thread.visit ? thread.visit : beginVisit(thread); }

Thread &thisThreadInArena() {
  if (!state.visit && !beginVisit(state)) [[unlikely]]
    giveOwnArena(state);
  return state;
}

void leaveOwnArena(Thread &thread) {
  Visit *own = thread.own;
  // Tasks of its loops may still be there.
  if (!own || thread.visit != own || !tactus_arena_disown())
    return;
  tellObserversOfEnd(*own);
  thread.own = thread.visit = nullptr;
  own->arena.leaveSeat(own->seat);
  releaseArena(own->arena);
  delete own;
}

Stay::Stay(Thread &visitor, Arena &arena, unsigned seat, bool asHelper)
    : thread(visitor), visit{arena, seat, asHelper}, outerVisit(visitor.visit), outerContext(tactus_tbb_context),
      outerIsolation(visitor.isolation) {
  if (!thread.deepStack)
    thread.deepStack = halfOfStack();
  thread.visit = &visit;
  visit.strand = tactus_arena_enter(arena.places, record, static_cast<int>(seat));
  tactus_tbb_context = nullptr;
  thread.isolation = 0;
  tellObservers(visit);
}

Stay::~Stay() {
  tellObserversOfEnd(visit);
  tactus_arena_leave(record);
  thread.visit = outerVisit;
  tactus_tbb_context = outerContext;
  thread.isolation = outerIsolation;
  visit.arena.leaveSeat(visit.seat);
  // Who pushed while all seats were taken has started nobody.
  if (visit.arena.hasTasks())
    announce(visit.arena, visit.arena.enqueued.size() > 0);
}

Asleep::Asleep(Thread &sleeper) : thread(sleeper) {
  const Visit &visit = *thread.visit;
  Arena &arena = visit.arena;
  Seat &seat = arena.seats[visit.seat];
  // A strand with the seat of one that waits for it keeps that; and so does a guest.
  hasGuests = visit.isBorrowed || seat.place == PlaceKind::Guest;
  if (hasGuests) {
    place = seat.place;
    arena.open(visit.seat);
  } else {
    seat.owners.fetch_add(1);
    place = arena.leaveSeatAlone(visit.seat);
  }
  arena.seatLeft.raise();
  lendCapacity();
  tactus_wait_lend();
  if (arena.hasTasks())
    announce(arena, arena.enqueued.size() > 0);
}

/// Until no guest has the seat.
void Asleep::closeSeat() {
  Arena &arena = thread.visit->arena;
  Seat &seat = arena.seats[thread.visit->seat];
  seat.wanted.fetch_add(1);
  for (uint32_t seen = arena.seatLeft.now(); !arena.close(thread.visit->seat); seen = arena.seatLeft.now())
    arena.seatLeft.sleep(seen, 1);
  seat.place = place;
  seat.wanted.fetch_sub(1);
}

/// Whoever has the seat leaves it after the task that it is running. If that takes long, any seat will do.
void Asleep::takeSeatBack() {
  Visit &visit = *thread.visit;
  Arena &arena = visit.arena;
  Seat &left = arena.seats[visit.seat];
  unsigned attempts = 0;
  for (uint32_t seen = arena.seatLeft.now(); !arena.tryTake(visit.seat); seen = arena.seatLeft.now()) {
    if (unsigned other = ++attempts > PatientAttempts ? arena.takeSeatForPlace() : Arena::NoSeat;
        other != Arena::NoSeat) {
      visit.seat = other;
      if (visit.strand)
        tactus_arena_renumber(visit.strand, static_cast<int>(other));
      break;
    }
    arena.seatLeft.sleep(seen, 1);
  }
  arena.seats[visit.seat].place = place;
  left.owners.fetch_sub(1);
}

Asleep::~Asleep() {
  Arena &arena = thread.visit->arena;
  arena.returning.fetch_add(1);
  if (hasGuests)
    closeSeat();
  else
    takeSeatBack();
  arena.returning.fetch_sub(1);
  takeCapacityBack();
  tactus_wait_end();
  // Helpers have looked in vain for a seat meanwhile.
  if (arena.hasTasks())
    announce(arena, arena.enqueued.size() > 0);
}

//===----------------------------------------------------------------------===//
// For libtactus (abi/arenas.h)
//===----------------------------------------------------------------------===//

static int takeNumber(void *context) {
  unsigned seat = static_cast<Arena *>(context)->takeSeatForPlace();
  return seat == Arena::NoSeat ? -1 : static_cast<int>(seat);
}

static void giveNumberBack(void *context, int seat) {
  static_cast<Arena *>(context)->leaveSeat(static_cast<unsigned>(seat));
}

/// A thread of the user's may wait for it.
static void notePlaceLeft(void *context) { static_cast<Arena *>(context)->seatLeft.raise(); }

/// The visit around the strand, and what was around that.
static void beginStrand(void *context, void *kept[2]) {
  kept[0] = state.visit;
  kept[1] = state.around;
  if (state.visit)
    state.around = std::exchange(state.visit, nullptr);
  if (static_cast<Arena *>(context)->observersSoFar.load(std::memory_order_relaxed) > 0)
    beginVisit(state);
}

static void endStrand(void *kept[2]) {
  if (Visit *own = state.visit) {
    tellObserversOfEnd(*own);
    delete own;
  }
  state.visit = static_cast<Visit *>(kept[0]);
  state.around = static_cast<Visit *>(kept[1]);
}

/// Not where the thread is in an arena in a way that libtactus does not know.
static tactus_arena *giveArenaForPromotion() {
  if (defaultConcurrency() < 2 || state.own || state.visit || state.around)
    return nullptr;
  try {
    giveOwnArena(state);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
  return state.own->arena.places;
}

static constexpr tactus_arena_functions functions{takeNumber, giveNumberBack,        notePlaceLeft,   beginStrand,
                                                  endStrand,  giveArenaForPromotion, lookForQuestions};

[[gnu::constructor]] static void tellLibtactus() { tactus_arena_use(&functions); }

} // namespace tactus::onetbb

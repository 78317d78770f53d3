//===- arenas.cpp - regions whose places a library shares ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/arenas.h"

#include "os/allocation.h"
#include "os/exported.h"
#include "os/race_detector.h"
#include "regions/team_places.h"
#include "regions/thread_limit.h"
#include "slots/pool.h"
#include "threads/thread.h"

#include <algorithm>
#include <new>

namespace tactus {

constinit const tactus_arena_functions *arenaFunctions = nullptr;

// Somebody asks who is where in threads' own arenas. Relaxed: set once, and nothing behind it.
static constinit std::atomic<bool> ownArenasCount{false};

// Owned by the thread: its own arena, and whether that counts what the thread promotes.
static constinit thread_local ArenaRegion *ownOfThread = nullptr;
static constinit thread_local bool ownCounts = false;

Region *ownArena() { return ownOfThread; }

Region *arenaForPromotion(const ThreadState &thread) {
  // What has begun uncounted ends so. Where an offer is taken, a signal may have found the thread in the C library, and
  // nothing can be made.
  bool begins = !ownCounts && ownArenasCount.load(std::memory_order_relaxed) && thread.openJoins == 0;
  if (begins && !thread.takenOffer) {
    if (!ownOfThread)
      arenaFunctions->own();
    ownCounts = ownOfThread;
  }
  return ownCounts ? ownOfThread : nullptr;
}

void noteFreePlace(const Task &task, const Team *team) {
  ArenaRegion *arena = arenaOf(task.region ? task.region->instance : nullptr);
  if (!arena || team != &arena->team)
    return;
  arenaFunctions->place_left(arena->context);
  happensBefore(task.join); // the arena may go as soon as the task counts as finished
}

} // namespace tactus

using namespace tactus;

static ArenaRegion &regionOf(tactus_arena *arena) { return *reinterpret_cast<ArenaRegion *>(arena); }

TACTUS_EXPORT void tactus_arena_use(const tactus_arena_functions *functions) { arenaFunctions = functions; }

TACTUS_EXPORT tactus_arena *tactus_arena_make(unsigned places, void *context) {
  void *memory = allocate(sizeof(ArenaRegion));
  if (!memory)
    return nullptr;
  auto *arena = new (memory) ArenaRegion;
  arena->context = context;
  arena->instance = arena;
  arena->use = Region::Arena;
  arena->frameEnd = UINTPTR_MAX;
  arena->teamSize = places;
  arena->team.limit = places;
  arena->team.strands.store(0, std::memory_order_relaxed);
  return reinterpret_cast<tactus_arena *>(arena);
}

TACTUS_EXPORT void tactus_arena_free(tactus_arena *arena) {
  checkTeamIsLeft(regionOf(arena).team, 0);
  release(&regionOf(arena));
}

TACTUS_EXPORT int tactus_arena_take_place(tactus_arena *arena) { return regionOf(arena).team.reserve(1) == 1; }
TACTUS_EXPORT void tactus_arena_leave_place(tactus_arena *arena) { regionOf(arena).team.leave(1); }

TACTUS_EXPORT void *tactus_arena_enter(tactus_arena *arena, uint64_t *memory, int number) {
  static_assert(sizeof(Region) <= TACTUS_ARENA_WORDS * sizeof(uint64_t));
  ArenaRegion &instance = regionOf(arena);
  LibompLevels libomp = libompLevels();
  Region *outer = innermostRegion;
  // Frames that are called lie below the memory, those around the frame that holds it above.
  Region *region = beginRecord(memory, Region::Rest, memory + TACTUS_ARENA_WORDS, libomp);
  region->instance = &instance;
  if (threadsAreLimited.load(std::memory_order_relaxed))
    region->league = groupOf(outer);
  region->level = levelAt(outer, libomp);
  region->activeLevel = activeLevelAt(outer, libomp);
  region->teamSize = instance.teamSize;
  region->icvs = icvsHere(libomp);
  region->icvs.threads = std::min<uint64_t>(region->icvs.threads, instance.teamSize);
  region->isInExplicitTask = outer && outer->isInExplicitTask;
  region->isInLibompRegion = outer ? outer->isInLibompRegion || !isInnermost(*outer, libomp) : libomp.all > 0;
  region->number.store(number, std::memory_order_relaxed);
  tactus_task_sink = nullptr;
  innermostRegion = region;
  return region;
}

TACTUS_EXPORT void tactus_arena_leave(uint64_t *memory) {
  auto *region = reinterpret_cast<Region *>(memory);
  tactus_task_sink = region->outerSink;
  innermostRegion = region->parent;
}

TACTUS_EXPORT void *tactus_arena_own(tactus_arena *arena, int number) {
  ownOfThread = &regionOf(arena);
  ownOfThread->thread = &innermostRegion;
  ownOfThread->number.store(number, std::memory_order_relaxed);
  return ownOfThread;
}

TACTUS_EXPORT int tactus_arena_disown() {
  const ThreadState *thread = existingThread();
  if (ownOfThread && thread && thread->openJoins > 0)
    return 0;
  ownOfThread = nullptr;
  ownCounts = false;
  return 1;
}

TACTUS_EXPORT void *tactus_arena_strand(void **context) {
  const Region *strand = strandOf(innermostRegion);
  ArenaRegion *arena = strand ? arenaOf(strand->instance) : nullptr;
  if (!arena || strand->thread != &innermostRegion)
    return nullptr;
  *context = arena->context;
  return const_cast<Region *>(strand);
}

TACTUS_EXPORT void tactus_arena_count_own() {
  if (!ownArenasCount.load(std::memory_order_relaxed))
    ownArenasCount.store(true, std::memory_order_relaxed);
}

/// Whether the thread has promoted something, outside of all, before anybody asked.
static bool hasUncounted() {
  const ThreadState *thread = existingThread();
  return thread && thread->openJoins > 0 && !ownCounts;
}

TACTUS_EXPORT int tactus_arena_number_elsewhere(unsigned *teamSize) {
  tactus_arena_count_own();
  const Region *strand = strandOf(innermostRegion);
  if (strand ? arenaOf(strand->instance) != nullptr : !hasUncounted())
    return -1;
  // A strand that waits keeps the number for the ones below from now on.
  useThreadNumbers();
  bool isInRegion = strand && strand->instance;
  *teamSize = isInRegion ? strand->instance->teamSize : 0;
  return isInRegion ? numberOf(*strand) : slotNumber();
}

TACTUS_EXPORT int tactus_arena_number(void *strand, int *isBorrowed) {
  auto &region = *static_cast<Region *>(strand);
  int number = numberOf(region);
  *isBorrowed = region.hasBorrowedNumber;
  return number;
}

TACTUS_EXPORT void tactus_arena_renumber(void *strand, int number) {
  static_cast<Region *>(strand)->number.store(number, std::memory_order_relaxed);
}

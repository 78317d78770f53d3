//===- arenas.h - regions whose places a library shares --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An arena (abi/arenas.h) is a parallel region that no thread has begun: an instance with a team, in whose record
// nobody runs. Threads that enter it and tasks that are promoted in it have records of their own, each with a place in
// the team, or with that of a strand that waits. A thread's own arena has that thread as its first strand.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_ARENAS_H
#define TACTUS_RUNTIME_REGIONS_ARENAS_H

#include "abi/arenas.h"
#include "regions/regions.h"

namespace tactus {

struct ArenaRegion : Region {
  void *context = nullptr;
};

/// Null without a library that has arenas. Written once, before there are any.
extern constinit const tactus_arena_functions *arenaFunctions;

/// The region as an arena, null if it is none.
inline ArenaRegion *arenaOf(Region *instance) {
  return instance && instance->use == Region::Arena ? static_cast<ArenaRegion *>(instance) : nullptr;
}

/// The arena of a thread that is outside of all regions; null if it has none. The first makes one if need be.
Region *arenaForPromotion(const ThreadState &thread);
Region *ownArena();

/// The task has given its place back.
void noteFreePlace(const Task &task, const Team *team);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_ARENAS_H

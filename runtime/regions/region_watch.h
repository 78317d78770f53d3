//===- region_watch.h - watches threads in regions whose code may wait --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region has a record where its code may call what the compiler has not seen, and so may wait (threads/watch.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_REGION_WATCH_H
#define TACTUS_RUNTIME_REGIONS_REGION_WATCH_H

#include "regions/regions.h"
#include "slots/thread_life.h"
#include "threads/watch.h"

namespace tactus {

/// The team whose members a task's code may wait for, as watchTeam() takes it.
inline uint32_t teamToWatch(const Region &instance) {
  // An arena promises nobody that its threads run at the same time.
  if (instance.use == Region::Arena)
    return 0;
  return instance.teamSize | (instance.team.limit ? 0 : WatchState::BySlots);
}
/// That of the region that the task is to enter again, or of the one around it.
inline uint32_t teamToWatch(const Task &task) {
  const Region *region = task.continued ? task.continued : task.region;
  return region && region->instance ? teamToWatch(*region->instance) : 0;
}

/// The calling thread enters a region. Those inside of one that is watched are watched with it.
inline void beginWatch(Region &region) {
  ThreadState *thread = region.teamSize > 1 ? currentThread() : nullptr;
  if (!thread || thread->watchedTeam.load(std::memory_order_relaxed))
    return;
  region.isWatched = true;
  watchTeam(*thread, teamToWatch(region));
}

/// It leaves a region or task.
inline void endWatch(const Region &region) {
  if (region.isWatched)
    watchTeam(0);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_REGION_WATCH_H

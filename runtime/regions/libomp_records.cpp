//===- libomp_records.cpp - what libomp runs inside of our regions ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/libomp_records.h"

#include "os/exported.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/run_schedule.h"

#include <algorithm>
#include <climits>
#include <new>

namespace tactus {

static Region *at(void *memory, unsigned index) {
  return reinterpret_cast<Region *>(static_cast<uint64_t *>(memory) + index * abi::RegionWords);
}

/// The settings of a place that libomp's code has been called from or created at.
static IcvSet icvsAt(const Region &region, const LibompLevels &libomp) {
  return hasSettings(region, libomp) ? region.icvs : icvsOfThread();
}

/// A record of libomp's innermost region, as the calling thread is in it. Levels and settings remain to be said.
static Region *beginTeam(void *memory, void *frameEnd, Region *around, const Libomp &libomp,
                         const LibompLevels &levels) {
  Region *region = beginRecord(memory, Region::Parallel, frameEnd, levels);
  region->isLibomps = true;
  region->origin = around;
  region->league = around ? around->league : nullptr;
  region->instance = region;
  region->teamSize = static_cast<uint32_t>(libomp.teamSize());
  region->number.store(libomp.threadNumber(), std::memory_order_relaxed);
  // Nothing of it may run elsewhere. Where it has several threads, nothing is promoted at all.
  region->team.limit = 1;
  return region;
}

/// Null if nothing is known of the libomp that runs the region, because it is linked statically.
static const Libomp *knownLibompAround() {
  const Libomp *libomp = libompAround();
  return libomp && libomp->teamSize && libomp->threadNumber ? libomp : nullptr;
}

/// The innermost region of libomp's that has a record on this stack; null for none.
static const Region *recordedTeam(const Region *region) {
  while (region && !region->isLibomps)
    region = region->parent;
  return region;
}

/// A task that may run at any time in libomp's region: two records, of the region and of the task.
static void beginDeferred(void *memory, LibompTask &task, void *frameEnd, const Libomp &libomp,
                          const LibompLevels &levels) {
  Region *team = beginTeam(at(memory, 0), frameEnd, task.aroundTeam, libomp, levels);
  team->level = task.teamLevel;
  team->activeLevel = task.teamActiveLevel;
  team->icvs = task.icvs;
  setCurrentRegion(team);
  bool isInTeam = task.level == task.teamLevel;
  Region *region = beginRecord(at(memory, 1), isInTeam ? Region::ExplicitTask : Region::Parallel, frameEnd, levels);
  region->level = task.level;
  region->activeLevel = task.activeLevel;
  region->instance = isInTeam ? team : region;
  if (!isInTeam) {
    // Created in regions of ours that stand in libomp's: those have one thread each.
    region->coversSerialLevels = true;
    region->number.store(0, std::memory_order_relaxed);
    region->team.limit = 1;
  }
  setCurrentRegion(region);
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void *tactus_region_current(void) { return currentRegion(); }

TACTUS_EXPORT void *tactus_libomp_region_enter(void *memory, void *around, void *frameEnd) {
  const Libomp *libomp = around ? knownLibompAround() : nullptr;
  if (!libomp)
    return nullptr;
  auto *outer = static_cast<Region *>(around);
  LibompLevels levels = libompLevels();
  Region *region = beginTeam(memory, frameEnd, outer, *libomp, levels);
  LibompLevels atFork{levels.all - 1, levels.active - (region->teamSize > 1)};
  region->level = levelAt(outer, levels);
  region->activeLevel = activeLevelAt(outer, levels);
  region->isOfInitialThread = outer->isOfInitialThread;
  region->icvs = icvsOfRegion(icvsAt(*outer, atFork), region->level);
  setCurrentRegion(region);
  return region;
}

TACTUS_EXPORT void tactus_libomp_region_leave(void *entered) {
  if (entered)
    setCurrentRegion(static_cast<Region *>(entered)->parent);
}

TACTUS_EXPORT uint64_t tactus_libomp_schedule(int32_t schedule, int32_t chunk) {
  const Region *team = recordedTeam(currentRegion());
  LibompLevels levels = libompLevels();
  if (team && team->origin && isInnermost(*team, levels)) {
    LibompLevels atFork{levels.all - 1, levels.active - (team->teamSize > 1)};
    // Not the thread's own settings: the threads must agree, and libomp goes by those of the fork, too.
    const IcvSet &icvs = team->origin->icvs;
    if (hasSettings(*team->origin, atFork) && icvs.schedule != IcvSet::Unset) {
      int64_t size = chunk;
      RunSchedule::of(icvs).apply(schedule, size);
      chunk = static_cast<int32_t>(std::min<int64_t>(size, INT32_MAX));
    }
  }
  return static_cast<uint64_t>(static_cast<uint32_t>(chunk)) << 32 | static_cast<uint32_t>(schedule);
}

TACTUS_EXPORT void tactus_libomp_task_create(void *memory) {
  auto &task = *new (memory) LibompTask{};
  task.around = currentRegion();
  if (!task.around)
    return;
  LibompLevels levels = libompLevels();
  task.icvs = icvsAt(*task.around, levels);
  task.level = levelAt(task.around, levels);
  task.activeLevel = activeLevelAt(task.around, levels);
  const Region *team = recordedTeam(task.around);
  task.aroundTeam = team ? team->origin : nullptr;
  task.teamLevel = team ? levelAt(team, levels) : levels.all;
  task.teamActiveLevel = team ? activeLevelAt(team, levels) : levels.active;
}

TACTUS_EXPORT void *tactus_libomp_task_enter(void *memory, void *created, void *frameEnd) {
  // It has a record where Tactus' own entry points run it.
  if (settingsOfThreadsAreKept())
    return nullptr;
  auto &task = *static_cast<LibompTask *>(created);
  Region *previous = currentRegion();
  if (!task.around) {
    if (!previous)
      return nullptr;
    // The thread waits in a region of ours, and takes up a task from outside of it.
    beginRecord(memory, Region::ExplicitTask, frameEnd, {});
    setCurrentRegion(nullptr);
    return memory;
  }
  LibompLevels levels = libompLevels();
  const Libomp *libomp = knownLibompAround();
  if (levels.active == 0 && task.around == previous) {
    tactus_task_enter(memory, frameEnd);
  } else if (libomp) {
    beginDeferred(memory, task, frameEnd, *libomp, levels);
  } else {
    return nullptr;
  }
  Region *region = currentRegion();
  region->icvs = task.icvs;
  region->isInExplicitTask = true;
  region->libompTask = &task;
  return memory;
}

TACTUS_EXPORT void tactus_libomp_task_leave(void *entered) {
  if (!entered)
    return;
  // None for a task from outside of all regions.
  if (Region *region = currentRegion())
    endGroup(*region);
  setCurrentRegion(static_cast<Region *>(entered)->parent);
}

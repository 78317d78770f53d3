//===- entering.cpp - where OpenMP's parallel regions begin and end ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/regions.h"

#include "abi/openmp.h"
#include "regions/display.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/region_watch.h"
#include "regions/team_places.h"
#include "regions/thread_limit.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/thread.h"

#include <algorithm>

using namespace tactus;

IcvSet tactus::icvsHere(const LibompLevels &libomp) {
  const Region *outer = innermostRegion;
  return outer && hasSettings(*outer, libomp) ? outer->icvs : icvsOutside(libomp);
}

/// Latent regions in latent ones of the same group share the slots. Where the limit allows as many, they take nothing
/// of what the outermost has taken.
static bool sharesSlots(const Region *outer, const League *group) {
  const Region *instance = outer ? outer->instance : nullptr;
  return group && instance && instance->league == group && !instance->isOfMember && !instance->isLibomps &&
         group->threadLimit >= usableSlotCount();
}

RegionStart tactus::startOfRegion(uint64_t wanted, uint64_t otherLevels, const LibompLevels &libomp,
                                  const League *group) {
  const Region *outer = innermostRegion;
  IcvSet icvs = icvsHere(libomp);
  uint32_t level = levelAt(outer, libomp) + 1, activeLevel = activeLevelAt(outer, libomp);
  uint64_t levels = icvs.activeLevels == IcvSet::Unset ? otherLevels : icvs.activeLevels;
  uint64_t size = boundByGroup(group, std::min<uint64_t>(wanted ? wanted : icvs.threads, teamSizeLimit()));
  // Inside a region of libomp's, its threads are the parallelism.
  if (libomp.active > 0 || (levels != IcvSet::Unset && activeLevel + 1 >= levels))
    size = 1;
  return {icvsOfRegion(icvs, level), level, activeLevel + (size > 1), static_cast<uint32_t>(size)};
}

void tactus::RegionStart::takeFrom(League *group) {
  bool wasActive = teamSize > 1;
  teamSize = takeThreads(group, teamSize);
  activeLevel -= wasActive && teamSize == 1;
}

/// The tasks that code in a region leaves to libomp are complete when the region ends. To libomp they are tasks of its
/// own region around, if that has several threads; else they run where they are created.
static void beginTaskGroup(Region &region, const LibompLevels &levels) {
  const Libomp *libomp = levels.active > 0 ? libompAround() : nullptr;
  if (!libomp || !libomp->beginTaskGroup || !libomp->endTaskGroup || !libomp->globalThreadNumber)
    return;
  libomp->beginTaskGroup(nullptr, libomp->globalThreadNumber(nullptr));
  region.hasTaskGroup = true;
}

static void endTaskGroup() {
  const Libomp *libomp = libompAround();
  libomp->endTaskGroup(nullptr, libomp->globalThreadNumber(nullptr));
}

/// Whether the calling thread has been brought without a slot.
static bool runsWithoutSlot() {
  const ThreadState *thread = existingThread();
  return thread && thread->isWorker && !thread->slot;
}

/// A latent region, where there are limits.
[[gnu::noinline]] static RegionStart startInGroup(Region &region, uint64_t threads, const LibompLevels &libomp) {
  const Region *outer = region.parent;
  region.league = groupOf(outer);
  region.takesThreads = !sharesSlots(outer, region.league);
  League *group = region.takesThreads ? region.league : nullptr;
  RegionStart start = startOfRegion(threads, IcvSet::Unset, libomp, group);
  start.takeFrom(group);
  if (!region.takesThreads)
    start.teamSize = std::min(start.teamSize, region.league->threadLimit);
  return start;
}

/// The tasks of a region's own thread go to its sink, if it has one; those of a loop in it are executed at once.
static void enterSink(Region &region) {
  abi::TaskSink *sink = region.outerSink;
  tactus_task_sink = sink && sink->isFresh ? sink : nullptr;
  if (sink)
    sink->isFresh = 0;
}

__attribute__((visibility("default"))) void tactus_region_enter(void *memory, uint64_t threads, void *frameEnd) {
  LibompLevels libomp = libompLevels();
  Region *outer = innermostRegion;
  Region *region = beginRecord(memory, Region::Parallel, frameEnd, libomp);
  enterSink(*region);
  if (outer && outer->continued) {
    region->instance = outer->continued;
    outer->continued = nullptr;
    region->number.store(outer->number.load(std::memory_order_relaxed), std::memory_order_relaxed);
    region->hasBorrowedNumber = outer->hasBorrowedNumber;
    region->lacksPlace = outer->lacksPlace;
    region->level = region->instance->level;
    region->activeLevel = region->instance->activeLevel;
    region->teamSize = region->instance->teamSize;
    region->icvs = icvsOfRegion(outer->icvs, region->level);
  } else {
    RegionStart start = threadsAreLimited.load(std::memory_order_relaxed)
                            ? startInGroup(*region, threads, libomp)
                            : startOfRegion(threads, IcvSet::Unset, libomp, nullptr);
    region->instance = region;
    region->level = start.level;
    region->teamSize = start.teamSize;
    region->activeLevel = start.activeLevel;
    region->icvs = start.icvs;
    // Slots that the initial thread's setting leaves out may come back at any time as far as other threads know.
    unsigned slots = region->isOfInitialThread ? usableSlotCount() : slotCount();
    // One thread that the program has asked for is one strand, also where a testing mode promotes on the only worker.
    // Where threads without slots run tasks that are waited for (workers/siblings.h), slots do not count for them.
    if (region->teamSize < slots || threads == 1 ||
        (settings.watches && region->teamSize > 1 && (region->teamSize > slots || runsWithoutSlot())))
      beginTeam(region->team, region->teamSize);
    beginTaskGroup(*region, libomp);
    beginWatch(*region);
  }
  bool isDisplayed = displaysAffinity && region->instance == region && isToBeDisplayed(region->teamSize, region->level);
  innermostRegion = region;
  if (isDisplayed)
    displayThreadsOf(*region);
}

void tactus::enterLimit(void *memory, unsigned threads, void *frameEnd) {
  LibompLevels libomp = libompLevels();
  const Region *outer = innermostRegion;
  Region *region = beginRecord(memory, Region::Parallel, frameEnd, libomp);
  enterSink(*region);
  region->instance = region;
  region->use = Region::WorkerLimit;
  if (threadsAreLimited.load(std::memory_order_relaxed))
    region->league = groupOf(outer);
  region->level = levelAt(outer, libomp) + 1;
  region->activeLevel = activeLevelAt(outer, libomp);
  region->teamSize = threads;
  region->icvs = icvsOfRegion(icvsHere(libomp), region->level);
  region->icvs.threads = std::min<uint64_t>(region->icvs.threads, threads);
  beginTeam(region->team, threads);
  beginTaskGroup(*region, libomp);
  beginWatch(*region);
  innermostRegion = region;
}

static void leaveInstance(Region &region) {
  endTeam(region.team);
  if (region.takesThreads)
    giveThreadsBack(region.league, region.teamSize);
}

__attribute__((visibility("default"))) void tactus_region_leave(void *memory) {
  auto *region = static_cast<Region *>(memory);
  if (region->kind == Region::Parallel && tactus_task_sink && tactus_task_sink->scope)
    tactus_left_wait();
  if (region->hasTaskGroup)
    endTaskGroup();
  if (region->kind == Region::Parallel && region->instance != region)
    giveNumberBack(*region);
  else if (region->kind == Region::Parallel)
    leaveInstance(*region);
  if (region->ownsLeague)
    endGroup(*region);
  endWatch(*region);
  tactus_task_sink = region->outerSink;
  innermostRegion = region->parent;
}

/// Of the levels that may be active, libomp counts its own. A thread of its region has the number for itself, so that
/// nothing remains behind the region; a thread outside of all has a first level in any case.
static void allowLibompLevels(uint64_t further, const LibompLevels &levels) {
  if (levels.active == 0)
    return;
  if (const Libomp *libomp = libompAround(); libomp && libomp->setMaxActiveLevels)
    libomp->setMaxActiveLevels(static_cast<int>(levels.active + further));
}

__attribute__((visibility("default"))) int32_t tactus_region_threads(int32_t threads) {
  // Tactus' own entry points know our regions.
  if (settingsOfThreadsAreKept())
    return threads;
  LibompLevels libomp = libompLevels();
  const Region *region = innermostRegion;
  if (region ? !isInnermost(*region, libomp) : libomp.all > 0)
    return threads;
  if (!region) {
    // Libomp's own number is the right one as soon as it knows it.
    tellLibompThreads();
    return threads;
  }
  // Libomp does not know of our regions, and runs those inside of another with one thread if nobody says otherwise.
  uint64_t mostLevels = region->icvs.activeLevels == IcvSet::Unset ? 1 : region->icvs.activeLevels - 1;
  uint64_t active = activeLevelAt(region, libomp);
  if (active >= mostLevels)
    return 1;
  allowLibompLevels(mostLevels - active, libomp);
  uint64_t wanted = threads ? static_cast<uint32_t>(threads) : region->icvs.threads;
  return static_cast<int32_t>(boundByGroup(groupAround(), wanted));
}

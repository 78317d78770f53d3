//===- regions.cpp - which of OpenMP's regions and tasks a strand is in ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/regions.h"
#include "slots/thread_life.h"

#include "frames/stack_walk.h"
#include "os/race_detector.h"
#include "regions/arenas.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/libomp_records.h"
#include "regions/region_watch.h"
#include "regions/team_places.h"
#include "slots/pool.h"
#include "threads/thread.h"

#include <algorithm>
#include <new>

namespace tactus {

using namespace abi;

constinit thread_local Region *innermostRegion = nullptr;

void beginRecord(Region &region, Region::Kind kind, void *frameEnd, const LibompLevels &libomp) {
  region.parent = innermostRegion;
  region.outerSink = tactus_task_sink;
  region.frameEnd = reinterpret_cast<uintptr_t>(frameEnd);
  region.kind = kind;
  region.libompLevel = libomp.all;
  region.libompActiveLevel = libomp.active;
  region.foreignLevel = foreignLevel();
  region.thread = &innermostRegion;
  region.isOfInitialThread = innermostRegion ? innermostRegion->isOfInitialThread : isInitialThread();
  region.league = innermostRegion ? innermostRegion->league : nullptr;
}

Region *beginRecord(void *memory, Region::Kind kind, void *frameEnd, const LibompLevels &libomp) {
  auto *region = new (memory) Region;
  beginRecord(*region, kind, frameEnd, libomp);
  return region;
}

void noteChangedIcvs(Region &region) {
  region.hasChangedIcvs = true;
  // An untied task goes on with them in its next part.
  if (region.libompTask)
    region.libompTask->icvs = region.icvs;
}

LibompLevels libompLevels() {
  const Libomp *libomp = libompAround();
  if (!libomp)
    return {};
  auto level = static_cast<uint32_t>(libomp->level());
  return {level, static_cast<uint32_t>(libomp->activeLevel ? libomp->activeLevel() : libomp->inParallel())};
}

// omp_get_level() of a runtime that is no libomp, null until code that is linked to one asks something. Written by
// those that ask, read where records begin. Relaxed: an address and nothing behind it; there is hardly ever more than
// one.
static constinit std::atomic<int (*)()> levelOfForeign{nullptr};

uint32_t foreignLevel() {
  int (*level)() = levelOfForeign.load(std::memory_order_relaxed);
  return level ? static_cast<uint32_t>(level()) : 0;
}

// omp_get_level() as programs of ours define it (driver/openmp_exports.c), found by a library of ours that comes with
// GCC's objects. Written and read as above.
static constinit std::atomic<int (*)()> levelOfPrograms{nullptr};

enum class Probe : uint8_t { None, Asked, Answered };
// Owned by the thread.
static constinit thread_local Probe probe = Probe::None;

bool answersProbe() {
  if (probe == Probe::None)
    return false;
  probe = Probe::Answered;
  return true;
}

/// Whether this is the omp_get_level() of a runtime that is no libomp, and no way back to us.
static bool isForeign(int (*level)()) {
  if (!level || level == levelOfPrograms.load(std::memory_order_relaxed))
    return false;
  if (level == levelOfForeign.load(std::memory_order_relaxed))
    return true;
  if (isLibompLevel(level))
    return false;
  probe = Probe::Asked;
  level();
  bool isOurs = probe == Probe::Answered;
  probe = Probe::None;
  if (!isOurs)
    keepLoaded(level); // it may be a library's that is closed before the next record begins
  (isOurs ? levelOfPrograms : levelOfForeign).store(level, std::memory_order_relaxed);
  return !isOurs;
}

uint32_t levelAt(const Region *region, const LibompLevels &libomp) {
  return region ? region->level + libomp.all - region->libompLevel : libomp.all;
}

uint32_t activeLevelAt(const Region *region, const LibompLevels &libomp) {
  return region ? region->activeLevel + libomp.active - region->libompActiveLevel : libomp.active;
}

/// The thread is going to promote what runs in `region`, if it has a slot or the team is counted: tasks below may ask
/// for its numbers.
static void noteNumbers(const ThreadState &thread, const Region *region) {
  if (!threadNumbersAreUsed())
    return;
  for (; region; region = region->parent)
    if (const Region *strand = strandOf(region); strand && strand->instance && strand->instance->use != Region::Arena &&
                                                 (strand->boundedTeam() ? !strand->lacksPlace : thread.slot != nullptr))
      numberOf(*strand);
}

IcvSet icvsOutside(const LibompLevels &libomp) {
  IcvSet icvs = icvsOfThread();
  if (libomp.all == 0 && isInitialThread())
    followThreads(icvs.threads);
  return icvs;
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// The innermost record around a place that `owner` runs on the calling thread.
static Region *innermostAround(const ThreadState &thread, const Task *owner, uintptr_t address) {
  Region *region = innermostRegion;
  const Task *task = thread.task;
  for (const Anchor *anchor = thread.anchor; anchor && task != owner; anchor = anchor->previous) {
    region = anchor->region;
    task = anchor->task;
  }
  while (region && region->parent && region->frameEnd < address)
    region = region->parent;
  return region && region->frameEnd < address ? nullptr : region;
}

static IcvSet icvsOf(const Region *region) { return region ? region->icvs : icvsOutside(libompLevels()); }

RegionAround regionAround(const ThreadState &thread, const Task *owner, uintptr_t address) {
  Region *region = innermostAround(thread, owner, address);
  if (!region) {
    bool isInitial = libompMayBeBusy() || onlyLibompSleeps() || hasNoLibompRegion();
    Region *arena = owner ? nullptr : arenaForPromotion(thread);
    return {arena, nullptr, isInitial ? initialIcvs() : icvsOf(nullptr), arena ? arena->boundedTeam() : nullptr,
            isInitialThread()};
  }
  noteNumbers(thread, region);
  return {region, nullptr, icvsOf(region), region->boundedTeam(), region->isOfInitialThread};
}

RegionAround regionAround(const ThreadState &thread, const LatentLoop &loop, uintptr_t address) {
  uint32_t flags = loop.slot->descriptor->flags;
  if (!(flags & LoopHasRegion)) {
    RegionAround around = regionAround(thread, loop.owner, address);
    // A region that nobody can ask about has a team of its own, which the loop's join counts.
    if (flags & LoopIsRegion)
      around.team = nullptr;
    return around;
  }
  Region *own = innermostAround(thread, loop.owner, address);
  noteNumbers(thread, own);
  Region *region = own->parent;
  uint32_t level = region ? region->level : 0;
  // The slice enters the region again, which then has the settings that this record has begun with (icvsOfRegion()).
  IcvSet icvs = own->hasChangedIcvs ? icvsOf(region) : own->icvs;
  return {region, own->instance, icvs, own->boundedTeam(), own->isOfInitialThread, own->level - 1 - level};
}

TeamOfPart::TeamOfPart(const RegionAround &around, bool isUnasked) : team(around.team), hasNumbers(around.team) {
  Region *instance = around.region ? around.region->instance : nullptr;
  if (!isUnasked || !team || !instance || !instance->isOfMember || team != &instance->team)
    return;
  // The part may stand in a region of libomp's that has one thread, and so have its tasks.
  if (libompMayBeBusy() ? anyLibompRuns() : !isInnermost(*around.region, libompLevels()))
    return;
  team = static_cast<MemberRegion *>(instance)->places;
  hasNumbers = false;
}

uint64_t strandLimitOf(const LatentLoop &loop, const RegionAround &around) {
  const LoopSlot &slot = *loop.slot;
  if (slot.descriptor->flags & LoopHasRegion)
    return 0; // its team counts
  if (!isRecordlessRegion(*slot.descriptor))
    return slot.strandLimit;
  uint64_t wanted = slot.strandLimit ? slot.strandLimit : around.icvs.threads;
  wanted = boundByGroup(groupOf(around.region), wanted);
  return wanted < usableSlotCount() || slot.strandLimit ? wanted : 0;
}

static Task *ownerOf(const LatentPart &part) {
  return part.kind == LatentPart::Loop ? part.loop.owner : part.fork.owner;
}

/// Outside of a record's region, settings would be libomp's; and there may be a limit of threads that only it knows.
static bool isKnown(const LatentPart &part, const Region &region) {
  if (part.kind == LatentPart::Fork)
    return true;
  const LoopDescriptor &loop = *part.loop.slot->descriptor;
  if (loop.flags & LoopHasRegion)
    return region.parent || !region.hasChangedIcvs;
  return !isRecordlessRegion(loop) || !threadsAreLimited.load(std::memory_order_relaxed);
}

uintptr_t endOfRecordAround(const ThreadState &thread, const LatentPart &part) {
  bool isCall = part.kind == LatentPart::Fork && part.fork.call;
  const Region *region =
      innermostAround(thread, ownerOf(part), isCall ? part.fork.registers.stackPointer : part.address);
  if (!region)
    return part.kind == LatentPart::Loop && part.loop.record ? part.address : 0;
  return region->libompActiveLevel == 0 && isKnown(part, *region) ? region->frameEnd : 0;
}

/// Of the loops that the thread executes, oldest first, those around the part that its owner runs.
static unsigned countRecordless(const LatentPart *loops, unsigned count, const LatentPart &part) {
  unsigned levels = 0;
  for (unsigned index = 0; index < count; ++index) {
    const LatentPart &other = loops[index];
    if (other.kind != LatentPart::Loop)
      continue;
    if (other.address < part.address || (part.kind == LatentPart::Loop && other.loop.slot == part.loop.slot))
      break;
    if (other.loop.owner == ownerOf(part) && isRecordlessRegion(*other.loop.slot->descriptor) &&
        other.loop.slot->strandLimit != 1)
      ++levels;
  }
  return levels;
}

/// `walk` finds all loops that the thread executes.
template <typename Walk> static void dropDeepRegions(ThreadState &thread, Walk walk, LatentWork &work) {
  if (!activeLevelsAreLimited())
    return;
  LatentPart loops[CompiledWork::MostParts];
  CompiledWork all(loops);
  all.keepsAll = true;
  walk(all);
  all.putOutermostFirst();
  unsigned kept = 0;
  for (unsigned index = 0; index < work.count; ++index) {
    LatentPart part = work.parts[index];
    unsigned levels = countRecordless(loops, all.count(), part);
    if (part.kind == LatentPart::Fork) {
      part.fork.recordlessLevels = levels;
    } else {
      part.loop.recordlessLevels = levels;
      RegionAround around = regionAround(thread, part.loop.owner, part.address);
      uint64_t active = levels + (around.region ? around.region->activeLevel : 0);
      if (isRecordlessRegion(*part.loop.slot->descriptor) && around.icvs.activeLevels != IcvSet::Unset &&
          active + 1 >= around.icvs.activeLevels)
        continue;
    }
    work.parts[kept++] = part;
  }
  work.count = kept;
}

void dropDeepRegions(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work) {
  dropDeepRegions(thread, [&](CompiledWork &all) { walkStack(thread, table, caller, all); }, work);
}

void dropDeepRegionsAround(ThreadState &thread, const MapTable &table, const StackFrame &frame, LatentWork &work) {
  dropDeepRegions(thread, [&](CompiledWork &all) { walkAround(thread, table, frame, all); }, work);
}

void inheritRegion(Task &task, const RegionAround &around, unsigned recordlessLevels) {
  task.recordlessLevels = recordlessLevels;
  task.libompLevels = around.libompLevels;
  task.region = around.region;
  task.continued = around.continued;
  task.icvs = around.icvs;
  task.isOfInitialThread = around.isOfInitialThread;
  task.hasChangedIcvs = false;
}

RegionOfTask::RegionOfTask(Task &ranTask)
    : task(ranTask), previous(innermostRegion), watchedBefore(watchTeam(teamToWatch(ranTask))) {
  const Region *origin = task.region;
  LibompLevels libomp = libompLevels();
  base.origin = task.region;
  // The join of a region without a record counts its strands. They have no place in the team around it, and so must not
  // take a number of it.
  bool isOfTeamAround = !task.loop || !isRecordlessRegion(*task.loop);
  base.instance = origin && isOfTeamAround ? origin->instance : nullptr;
  base.league = origin ? origin->league : nullptr;
  base.continued = task.continued;
  base.frameEnd = UINTPTR_MAX;
  base.icvs = task.icvs;
  base.kind = task.continued ? Region::Passage : Region::Rest;
  base.level = (origin ? origin->level : 0) + task.libompLevels;
  base.coversSerialLevels = task.libompLevels > 0;
  base.activeLevel = (origin ? origin->activeLevel : 0) + task.recordlessLevels;
  base.libompLevel = libomp.all;
  base.libompActiveLevel = libomp.active;
  base.foreignLevel = foreignLevel();
  base.thread = &innermostRegion;
  base.isInExplicitTask = origin && origin->isInExplicitTask;
  base.isInLibompRegion = origin && origin->isInLibompRegion;
  base.isOfInitialThread = task.isOfInitialThread;
  base.number.store(task.teamPlace.number, std::memory_order_relaxed);
  base.hasBorrowedNumber = task.teamPlace.number != TeamPlace::Unnumbered;
  base.lacksPlace = task.teamPlace.isMissing;
  innermostRegion = &base;
  if (const ArenaRegion *arena = arenaOf(base.instance)) {
    // What the library does here comes between the same steps as the task's code.
    happensAfter(&task);
    if (base.hasBorrowedNumber)
      happensAfter(&task.teamPlace.lender->offer);
    arenaFunctions->begin_strand(arena->context, keptOfStrand);
  }
}

RegionOfTask::~RegionOfTask() {
  if (arenaOf(base.instance)) {
    arenaFunctions->end_strand(keptOfStrand);
    happensBefore(task.join);
    if (base.hasBorrowedNumber)
      happensBefore(&task.teamPlace.lender->offer);
  }
  watchTeam(watchedBefore);
  innermostRegion = previous;
  if (base.kind == Region::Rest)
    giveNumberBack(base);
  task.icvs = base.icvs;
  task.hasChangedIcvs = base.hasChangedIcvs;
}

void takeIcvs(const Task &task) {
  if (!task.hasChangedIcvs)
    return;
  if (!innermostRegion) {
    setIcvsOfThread(task.icvs);
    return;
  }
  innermostRegion->icvs = task.icvs;
  noteChangedIcvs(*innermostRegion);
}

/// `icvs` is null for those of the calling thread's place.
static inline void beginTask(void *memory, void *frameEnd, const IcvSet *icvs) {
  LibompLevels libomp = libompLevels();
  Region *outer = innermostRegion;
  Region *region = beginRecord(memory, Region::ExplicitTask, frameEnd, libomp);
  region->instance = outer ? outer->instance : nullptr;
  region->level = levelAt(outer, libomp);
  region->activeLevel = activeLevelAt(outer, libomp);
  if (icvs)
    region->icvs = *icvs;
  else
    region->icvs = outer && hasSettings(*outer, libomp) ? outer->icvs : icvsOfThread();
  region->isInExplicitTask = true;
  region->isInLibompRegion = outer ? outer->isInLibompRegion || !isInnermost(*outer, libomp) : libomp.all > 0;
  innermostRegion = region;
}

void enterTask(void *memory, void *frameEnd, const IcvSet &icvs) { beginTask(memory, frameEnd, &icvs); }

void leaveTask(void *memory) {
  auto &region = *static_cast<Region *>(memory);
  if (region.ownsLeague)
    endGroup(region);
  tactus_task_sink = region.outerSink;
  innermostRegion = region.parent;
}

} // namespace tactus

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

using namespace tactus;

__attribute__((visibility("default"))) void tactus_task_enter(void *memory, void *frameEnd) {
  beginTask(memory, frameEnd, nullptr);
}

__attribute__((visibility("default"))) int tactus_in_foreign_region(int (*level)()) {
  if (answersProbe() || !isForeign(level))
    return 0;
  // Without a slot, too: with one worker, or before anything was promoted.
  if (const Region *region = currentRegion())
    return static_cast<uint32_t>(level()) > region->foreignLevel;
  const ThreadState *thread = existingThread();
  return thread && (thread->task || thread->slot) && level() > 0;
}

__attribute__((visibility("default"))) void tactus_use_thread_numbers(void *) { useThreadNumbers(); }

//===- interface.cpp - what OpenMP's functions answer inside our loops ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler leaves a loop to libomp if it can see that its body asks for the thread. A function of another file may
// ask without being seen, and libomp, which knows nothing of our workers, would answer 0 to all of them: two iterations
// at a time would use the same element of an array with one for each thread. So compiled code asks libtactus instead,
// with the function that it would have called itself: that one answers outside of our strands
// (compiler/ir/OpenMPFunctions.h). libtactus exports nothing of OpenMP's, since other runtimes may live in the
// process.
//
// The answers come from the records of regions (regions.h). A strand's number is the index of its slot, or, in a team
// of fewer threads than there are slots, its number in the team. What makes that right:
//
//   distinct   two threads never hold a slot at a time, and a team's numbers are taken and given back
//   bounded    a team that goes by slots has at least as many threads as there are slots that its strands may have
//   constant   within an iteration. Once numbers are asked for, a join waits with its slot instead of leaving it to
//              another thread, and a thread of the user's that has been told 0, having no slot, takes no other than
//              slot 0 from then on. Modules that ask say so when they are loaded
//
// Inside a parallel region of libomp's, also a serial one, libomp answers for what is of that region.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/exported.h"
#include "os/images.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/task_reduction.h"
#include "regions/task_scope.h"
#include "slots/pool.h"
#include "threads/thread.h"

#include "tactus/tactus.h"

#include <climits>

namespace tactus {

/// The answer of the runtime that the caller is linked to.
static int ask(int (*next)(), int otherwise) { return next ? next() : otherwise; }

/// Does the calling thread run a part of a promoted loop or call, outside of all regions?
static bool runsPart() {
  const ThreadState *thread = existingThread();
  return thread && (thread->task || thread->slot) && usableSlotCount() > 1;
}

/// Where the calling thread is.
struct Place {
  const Region *region = currentRegion();
  LibompLevels libomp = libompLevels();

  /// Nothing of ours is around, nor libomp inside of that.
  bool isOutside() const { return !region && libomp.all == 0; }
  /// Libomp runs the innermost parallel region.
  bool isInLibompRegion() const {
    return region ? region->isInLibompRegion || !isInnermost(*region, libomp) : libomp.all > 0;
  }
  /// The record whose settings are those of the place; null if libomp, or whoever the caller is linked to, has them.
  Region *holder() const { return region && hasSettings(*region, libomp) ? currentRegion() : nullptr; }
  int level() const { return static_cast<int>(levelAt(region, libomp)); }
  int activeLevel() const { return static_cast<int>(activeLevelAt(region, libomp)); }

  /// The record of the region at a level, null if it has none; `libompsLevel` is what libomp calls it then, 0 if it has
  /// one thread, so that the answers for it are those of level 0.
  const Region *at(int level, int &libompsLevel) const;
};

/// The record around that of a region or task, wherever it was created. A member of a team is where its region began,
/// whatever the thread that executes it is in besides.
static const Region *outOf(const Region &region) {
  bool isElsewhere = region.isLibomps || !region.parent || (region.origin && region.kind == Region::Parallel);
  return isElsewhere ? region.origin : region.parent;
}

const Region *Place::at(int level, int &libompsLevel) const {
  auto wanted = static_cast<uint32_t>(level);
  bool isElsewhere = false;
  const Region *inner = region;
  while (inner && inner->level >= wanted) {
    bool isStrand = inner->kind == Region::Parallel || inner->kind == Region::Rest;
    if (isStrand && inner->level == wanted && inner->instance && inner->instance->level == wanted)
      return inner;
    isElsewhere |= inner->origin && !inner->isLibomps;
    const Region *next = outOf(*inner);
    if (inner->coversSerialLevels && (!next || next->level < wanted)) {
      libompsLevel = 0;
      return nullptr;
    }
    inner = next;
  }
  // What is promoted inside of a region of libomp's is in one with a single thread.
  libompsLevel = isElsewhere ? 0 : inner ? level - static_cast<int>(inner->level - inner->libompLevel) : level;
  return nullptr;
}

/// The answer of the libomp that runs the innermost region.
static int askLibomp(int (*Libomp::*query)(), int (*next)(), int otherwise) {
  const Libomp *libomp = libompAround();
  return libomp && libomp->*query ? (libomp->*query)() : ask(next, otherwise);
}

/// The answer for one of the levels that libomp counts, `level` being its own number of it. What the caller is linked
/// to may be one of the program's own functions, which would come back here and take it for a number of all levels.
static int askLibompOf(int level, int (*Libomp::*query)(int), int (*next)(int), int outermost) {
  if (level == 0)
    return outermost;
  const Libomp *libomp = libompAround();
  if (libomp && libomp->*query)
    return (libomp->*query)(level);
  return next ? next(level) : outermost;
}

/// Outside of our regions, whether the settings are libomp's and not those of another runtime, which the caller may be
/// linked to.
template <typename Function> static bool isLibomps(Function *Libomp::*function, const char *name, Function *next) {
  const Libomp *libomp = ownLibomp();
  return !next ||
         (libomp && reinterpret_cast<void *>(libomp->*function) == definitionOf(reinterpret_cast<void *>(next), name));
}

} // namespace tactus

using namespace tactus;

// OpenMP 5.2, chapter 18, in the order of openmp_functions.def.

[[gnu::noinline]] static int findThreadNumber(int (*next)()) {
  Place place;
  if (place.isInLibompRegion()) {
    // If loops of ours run in there, this thread's iterations go by libomp's number of it. A worker's slot is its
    // task's.
    if (ThreadState *thread = existingThread(); thread && !thread->isWorker)
      thread->isNumberZero = true;
    return askLibomp(&Libomp::threadNumber, next, 0);
  }
  const Region *strand = strandOf(place.region);
  if (strand && strand->instance) {
    int number = numberOf(*strand);
    if (place.region->kind == Region::ExplicitTask)
      currentRegion()->number.store(number, std::memory_order_relaxed);
    return number;
  }
  // Outside of all regions parts of a promoted loop have different numbers all the same.
  if (strand || runsPart())
    return slotNumber();
  slotNumber();
  return ask(next, 0);
}

/// Programs with an array by thread number ask in each iteration: a place that has been told its number is told it
/// again, if libomp runs nothing inside of it. Code of another compiler may have begun a region there, so libomp is
/// asked.
TACTUS_EXPORT int tactus_omp_get_thread_num(int (*next)()) {
  const Region *region = currentRegion();
  if (!region || region->isInLibompRegion || region->number.load(std::memory_order_relaxed) < 0)
    return findThreadNumber(next);
  auto level = levelOfOnlyLibomp.load(std::memory_order_relaxed);
  bool isInnermost =
      level ? static_cast<uint32_t>(level()) <= region->libompLevel : onlyLibompSleeps() || hasNoLibompRegion();
  return isInnermost ? region->number.load(std::memory_order_relaxed) : findThreadNumber(next);
}

TACTUS_EXPORT int tactus_omp_get_num_threads(int (*next)()) {
  Place place;
  if (place.isInLibompRegion())
    return askLibomp(&Libomp::teamSize, next, 1);
  if (place.region && place.region->instance)
    return static_cast<int>(place.region->instance->teamSize);
  return runsPart() ? static_cast<int>(usableSlotCount()) : ask(next, 1);
}

TACTUS_EXPORT int tactus_omp_in_parallel(int (*next)()) {
  Place place;
  return place.isOutside() ? ask(next, 0) : place.activeLevel() > 0;
}

TACTUS_EXPORT int tactus_omp_get_level(int (*next)()) {
  if (answersProbe())
    return 0;
  Place place;
  return place.isOutside() ? ask(next, 0) : place.level();
}

TACTUS_EXPORT int tactus_omp_get_active_level(int (*next)()) {
  Place place;
  return place.isOutside() ? ask(next, 0) : place.activeLevel();
}

TACTUS_EXPORT int tactus_omp_get_ancestor_thread_num(int level, int (*next)(int)) {
  Place place;
  if (place.isOutside() && next)
    return next(level);
  if (level <= 0 || level > place.level())
    return level == 0 ? 0 : -1;
  int libompsLevel = 0;
  if (const Region *region = place.at(level, libompsLevel))
    return numberOf(*region);
  return askLibompOf(libompsLevel, &Libomp::ancestorNumber, next, 0);
}

TACTUS_EXPORT int tactus_omp_get_team_size(int level, int (*next)(int)) {
  Place place;
  if (place.isOutside() && next)
    return next(level);
  if (level <= 0 || level > place.level())
    return level == 0 ? 1 : -1;
  int libompsLevel = 0;
  if (const Region *region = place.at(level, libompsLevel))
    return static_cast<int>(region->instance->teamSize);
  return askLibompOf(libompsLevel, &Libomp::sizeOfLevel, next, 1);
}

/// Of a teams construct that libtactus runs; null if none is around.
static const League *leagueAround() {
  const Region *region = currentRegion();
  return region && region->league && region->league->teams > 0 ? region->league : nullptr;
}

TACTUS_EXPORT int tactus_omp_get_team_num(int (*next)()) {
  const League *league = leagueAround();
  return league ? static_cast<int>(league->team) : ask(next, 0);
}
TACTUS_EXPORT int tactus_omp_get_place_num(int (*next)()) { return ask(next, -1); }

TACTUS_EXPORT int tactus_omp_get_max_threads(int (*next)()) {
  Place place;
  if (const Region *region = place.holder())
    return static_cast<int>(region->icvs.threads);
  // Outside, and not to wake libomp.
  if (place.isOutside() && isLibomps(&Libomp::maxThreads, "omp_get_max_threads", next))
    return static_cast<int>(icvsOfThread().threads);
  return ask(next, 1);
}

TACTUS_EXPORT int tactus_omp_get_thread_limit(int (*next)()) {
  const Region *region = currentRegion();
  const League *group = region ? region->league : nullptr;
  return group && group->threadLimit ? static_cast<int>(group->threadLimit) : ask(next, static_cast<int>(slotCount()));
}
TACTUS_EXPORT int tactus_omp_get_dynamic(int (*next)()) {
  const Region *region = Place().holder();
  return region && region->icvs.isDynamic != IcvSet::Unset ? region->icvs.isDynamic == 2 : ask(next, 0);
}

TACTUS_EXPORT int tactus_omp_get_max_active_levels(int (*next)()) {
  Place place;
  if (const Region *region = place.holder())
    return maxActiveLevels(region->icvs);
  if (place.isOutside() && isLibomps(&Libomp::maxActiveLevels, "omp_get_max_active_levels", next))
    return maxActiveLevels(icvsOfThread());
  return ask(next, 1);
}

TACTUS_EXPORT int tactus_omp_get_nested(int (*next)()) {
  Place place;
  if (const Region *region = place.holder())
    return maxActiveLevels(region->icvs) > 1;
  if (place.isOutside() && isLibomps(&Libomp::nested, "omp_get_nested", next))
    return maxActiveLevels(icvsOfThread()) > 1;
  return ask(next, 0);
}

TACTUS_EXPORT int tactus_omp_get_supported_active_levels(int (*next)()) { return ask(next, INT_MAX); }
TACTUS_EXPORT int tactus_omp_get_cancellation(int (*next)()) { return ask(next, 0); }
TACTUS_EXPORT int tactus_omp_get_proc_bind(int (*next)()) { return ask(next, 0); }
TACTUS_EXPORT int tactus_omp_get_num_teams(int (*next)()) {
  const League *league = leagueAround();
  return league ? static_cast<int>(league->teams) : ask(next, 1);
}
TACTUS_EXPORT int tactus_omp_get_max_teams(int (*next)()) { return ask(next, 0); }
TACTUS_EXPORT int tactus_omp_get_teams_thread_limit(int (*next)()) { return ask(next, 0); }
TACTUS_EXPORT int tactus_omp_get_default_device(int (*next)()) { return ask(next, 0); }
TACTUS_EXPORT int tactus_omp_get_max_task_priority(int (*next)()) { return ask(next, 0); }
TACTUS_EXPORT int tactus_omp_in_final(int (*next)()) { return inFinalTask() || ask(next, 0); }
TACTUS_EXPORT int tactus_omp_in_explicit_task(int (*next)()) {
  Place place;
  bool isOurs = place.region && isInnermost(*place.region, place.libomp);
  return isOurs ? place.region->isInExplicitTask : ask(next, 0);
}

TACTUS_EXPORT void tactus_omp_set_num_threads(int count, void (*next)(int)) {
  Place place;
  if (Region *region = place.holder()) {
    setThreads(region->icvs, count);
    noteChangedIcvs(*region);
    return;
  }
  IcvSet icvs{};
  setThreads(icvs, count);
  auto threads = static_cast<int>(icvs.threads);
  // Before: what libomp starts with must not be taken for what is set now, which may be the same number.
  if (place.isOutside())
    tellLibompThreads();
  if (next)
    next(threads);
  if (!place.isOutside())
    return;
  setLibompThreads(threads, next);
  if (isInitialThread())
    followThreads(icvs.threads);
}

TACTUS_EXPORT void tactus_omp_set_dynamic(int value, void (*next)(int)) {
  if (Region *region = Place().holder()) {
    region->icvs.isDynamic = value ? 2 : 1;
    noteChangedIcvs(*region);
  } else if (next) {
    next(value);
  }
}

/// As omp_set_max_active_levels() or omp_set_nested(), which is `next`, is called with `value`.
static void setLevels(int levels, int value, void (*next)(int)) {
  if (levels < 0)
    return;
  if (Region *region = Place().holder()) {
    setActiveLevels(region->icvs, levels);
    noteChangedIcvs(*region);
  } else if (next) {
    next(value);
  }
  limitActiveLevels();
}

TACTUS_EXPORT void tactus_omp_set_nested(int value, void (*next)(int)) { setLevels(value ? INT_MAX : 1, value, next); }
TACTUS_EXPORT void tactus_omp_set_max_active_levels(int value, void (*next)(int)) { setLevels(value, value, next); }

/// A setting that strands of ours have in common with whoever answers outside of them.
static void pass(int value, void (*next)(int)) {
  if (next)
    next(value);
}

TACTUS_EXPORT void tactus_omp_set_num_teams(int value, void (*next)(int)) { pass(value, next); }
TACTUS_EXPORT void tactus_omp_set_teams_thread_limit(int value, void (*next)(int)) { pass(value, next); }
TACTUS_EXPORT void tactus_omp_set_default_device(int value, void (*next)(int)) { pass(value, next); }

TACTUS_EXPORT void tactus_omp_set_schedule(int kind, int chunk, void (*next)(int, int)) {
  if (Region *region = Place().holder()) {
    setSchedule(region->icvs, kind, chunk);
    noteChangedIcvs(*region);
  } else if (next) {
    next(kind, chunk);
  }
}

TACTUS_EXPORT void tactus_omp_get_schedule(int *kind, int *chunk, void (*next)(int *, int *)) {
  constexpr int Static = 1;
  *kind = Static;
  *chunk = 0;
  const Region *region = Place().holder();
  if (region && region->icvs.schedule != IcvSet::Unset) {
    *kind = scheduleKind(region->icvs);
    *chunk = static_cast<int>(region->icvs.chunk);
  } else if (next) {
    next(kind, chunk);
  }
}

/// Tasks that the compiler has left to libomp may take part in a reduction of ours.
TACTUS_EXPORT void *tactus_kmpc_task_reduction_get_th_data(int thread, void *group, void *address,
                                                           void *(*next)(int, void *, void *)) {
  return findAnyReduction(thread, group, address, next);
}

/// For Cilk's questions (cilk/cilk_api.h).
TACTUS_EXPORT unsigned tactus_worker_number(void) { return static_cast<unsigned>(slotNumber()); }

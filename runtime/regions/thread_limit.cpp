//===- thread_limit.cpp - how many threads a contention group may have ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/thread_limit.h"

#include "abi/openmp.h"
#include "os/allocation.h"
#include "os/exported.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace tactus {

constinit std::atomic<bool> threadsAreLimited{false};

// Whether a target construct has told libomp a limit. Written there, read where regions begin. Relaxed: the thread that
// has told it is the one that its regions begin on.
static constinit std::atomic<bool> libompHasLimits{false};
// Owned by the thread: the group of which it is the initial one. Its limit changes outside of all regions only.
static constinit thread_local League ownGroup;

void prepareThreadLimits() {
  if (getenv("OMP_THREAD_LIMIT"))
    threadsAreLimited.store(true, std::memory_order_relaxed);
}

/// Of a place outside of all records.
static uint64_t limitOutside() {
  uint64_t limit = threadLimitOfEnvironment();
  const Libomp *libomp = libompHasLimits.load(std::memory_order_relaxed) ? ownLibomp() : nullptr;
  if (libomp && libomp->threadLimit && libomp->runs())
    if (int found = libomp->threadLimit(); found > 0 && (!limit || static_cast<uint64_t>(found) < limit))
      limit = static_cast<uint64_t>(found);
  return std::min<uint64_t>(limit, UINT32_MAX);
}

League *groupOf(const Region *region) {
  if (region && region->league)
    return region->league;
  auto limit = static_cast<uint32_t>(limitOutside());
  if (!limit)
    return nullptr;
  if (!region)
    ownGroup.threadLimit = limit;
  return &ownGroup;
}

League *groupAround() { return groupOf(currentRegion()); }

uint64_t boundByGroup(const League *group, uint64_t wanted) {
  if (!group || !group->threadLimit)
    return wanted;
  uint32_t threads = group->threads.load(std::memory_order_relaxed);
  uint64_t more = group->threadLimit > threads ? group->threadLimit - threads : 0;
  return std::min(wanted, more + 1);
}

uint32_t takeThreads(League *group, uint32_t wanted) {
  if (!group || !group->threadLimit)
    return wanted;
  uint32_t threads = group->threads.load(std::memory_order_relaxed), size;
  do {
    uint32_t more = group->threadLimit > threads ? group->threadLimit - threads : 0;
    size = std::min(wanted, more + 1);
  } while (!group->threads.compare_exchange_weak(threads, threads + size - 1, std::memory_order_relaxed));
  return size;
}

void giveThreadsBack(League *group, uint32_t taken) {
  if (group && group->threadLimit)
    group->threads.fetch_sub(taken - 1, std::memory_order_relaxed);
}

bool isGroupOfThread(const League *group) { return group == &ownGroup; }

void resetThreadLimitInChild() { ownGroup.threads.store(1, std::memory_order_relaxed); }

/// The task's own group, with what else is known of the place.
static void beginGroup(Region &task, uint32_t limit) {
  if (task.ownsLeague) {
    task.league->threadLimit = limit;
    return;
  }
  void *memory = allocate(sizeof(League));
  if (!memory)
    return;
  const League *around = task.league;
  task.league = new (memory) League(around ? around->team : 0, around ? around->teams : 0, limit);
  task.ownsLeague = true;
}

void endGroup(Region &task) {
  if (task.ownsLeague)
    release(task.league);
  task.ownsLeague = false;
}

} // namespace tactus

using namespace tactus;

/// clang calls this in the task that it makes of a target construct with thread_limit. Libomp, which has the task or
/// what is in it, keeps the limit in the task as well.
TACTUS_EXPORT void tactus_kmpc_set_thread_limit(void *location, int32_t thread, int32_t limit,
                                                void (*next)(void *, int32_t, int32_t)) {
  Region *task = currentRegion();
  bool isOurs = task && task->kind == Region::ExplicitTask && hasSettings(*task, libompLevels());
  if (isOurs && limit > 0)
    beginGroup(*task, static_cast<uint32_t>(limit));
  threadsAreLimited.store(true, std::memory_order_relaxed);
  if (!next || (isOurs && !task->libompTask))
    return;
  libompHasLimits.store(true, std::memory_order_relaxed);
  next(location, thread, limit);
}

//===- siblings.cpp - begins what the running code may be waiting for ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/siblings.h"

#include "frames/interrupted.h"
#include "frames/latent_work.h"
#include "frames/stack_walk.h"
#include "os/settings.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/task_scope.h"
#include "threads/thread.h"
#include "workers/promotion.h"

#include <algorithm>

namespace tactus {

void assignTask(SiblingOffer &offer, Task *task) {
  ThreadState &helper = *offer.threads[offer.begun++];
  helper.assigned = task;
  countAssigned(true);
  startReserved(helper);
}

/// What is left of a loop is divided among the threads that are left, from its end on.
static void beginIterations(ThreadState &thread, const SiblingOffer &offer, LatentPart part) {
  abi::LoopSlot &slot = *part.loop.slot;
  while (offer.left() > 0) {
    part.loop.end = *const_cast<volatile uint64_t *>(&slot.end);
    bool isEmpty = part.loop.end <= part.loop.iteration || part.loop.end - part.loop.iteration < 2;
    if (isEmpty || promotePart(thread, part, 0) != Promotion::Done)
      return;
  }
}

static void beginPart(ThreadState &thread, const SiblingOffer &offer, const LatentWork &work, const LatentPart &part) {
  if (!isInTaskScope(part, work))
    return;
  if (part.kind == LatentPart::Loop)
    beginIterations(thread, offer, part);
  else
    promotePart(thread, part, 0);
}

/// Inside a region of libomp's, its threads are the parallelism; and a log of what is promoted allocates.
static bool mayBegin() { return !settings.events && !insideLibompRegion(); }

/// Youngest first.
static void beginAll(ThreadState &thread, SiblingOffer &offer, const LatentWork &work) {
  thread.takenOffer = &offer;
  for (unsigned index = work.count; index-- > 0 && offer.left() > 0;)
    beginPart(thread, offer, work, work.parts[index]);
  thread.takenOffer = nullptr;
}

static void giveBack(SiblingOffer &offer) { offer.isDone.store(1, std::memory_order_release); }

/// Not inlined: a poll's frame is to be small.
[[gnu::noinline]] void beginSiblings(ThreadState &thread, const MapTable &table, const CallerState &caller) {
  // Acquire: what the watcher has written.
  SiblingOffer *offer = thread.offer.exchange(nullptr, std::memory_order_acquire);
  if (!offer)
    return;
  if (mayBegin()) {
    LatentWork work;
    collectLatent(thread, table, caller, LatentWork::MostParts, work);
    dropDeepRegions(thread, table, caller, work);
    beginAll(thread, *offer, work);
  }
  giveBack(*offer);
}

bool beginSiblingsAtOnce(ThreadState &thread, StackFrame interrupted) {
  // Which loops may become parallel where levels are limited takes a walk that only polls make.
  if (activeLevelsAreLimited() || hasMetLibomp(interrupted) || !mayBegin())
    return false;
  SiblingOffer *offer = thread.offer.load(std::memory_order_relaxed);
  const MapTable *table = offer ? holdTableAtOnce(thread) : nullptr;
  if (!table)
    return false;
  unsigned begun = 0;
  LatentWork work;
  collectAround(thread, *table, interrupted, work);
  // Acquire: what the watcher has written.
  if (work.count > 0 && (offer = thread.offer.exchange(nullptr, std::memory_order_acquire))) {
    preparedMemory = &offer->memory;
    beginAll(thread, *offer, work);
    preparedMemory = nullptr;
    begun = offer->begun;
    giveBack(*offer);
  }
  releaseTable(thread);
  return begun > 0;
}

} // namespace tactus

//===- siblings.cpp - begins what the running code may be waiting for ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/siblings.h"

#include "frames/interrupted.h"
#include "frames/latent_work.h"
#include "frames/stack_walk.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "regions/task_scope.h"
#include "regions/team_places.h"
#include "tasks/fork_record.h"
#include "threads/thread.h"
#include "workers/promotion.h"

#include <algorithm>

namespace tactus {

/// Slots that the initial thread's setting leaves out have numbers that its regions do not have.
static bool hasUsableSlot(const ThreadState &helper) {
  return helper.lentSlot && slotIndex(*helper.lentSlot) < usableSlotCount();
}

unsigned siblingsWithSlot(const SiblingOffer &offer) {
  return static_cast<unsigned>(std::count_if(offer.threads + offer.begun, offer.threads + offer.count,
                                             [](const ThreadState *helper) { return hasUsableSlot(*helper); }));
}

unsigned siblingsFor(const ThreadState &thread, Team *team, const Task *owner) {
  const SiblingOffer &offer = *thread.takenOffer;
  if (team)
    return std::min(offer.left(), freePlaces(*team, owner));
  return thread.slot ? siblingsWithSlot(offer) : 0;
}

/// Whether the team counts what tactus_limit_workers() or an arena promises.
static bool isOfLimit(const Region *region, const Team *team) {
  const Region *instance = region ? region->instance : nullptr;
  return instance && instance->use != Region::ParallelRegion && team == &instance->team;
}

bool mayExceedTeam(const ThreadState &thread, const RegionAround &around, const Team *team) {
  // A thread of the program's without a slot has a number that it may not have been told. Outside of all records nobody
  // notes that a strand has no number yet.
  bool isRegion = around.region || around.continued;
  bool isStrict = team && (team->limit == 1 || isOfLimit(around.region, team));
  return thread.takenOffer && thread.takenOffer->mayExceed && isRegion && !isStrict && (thread.slot || thread.isWorker);
}

/// How many iterations the whole loop has, of which this is a part. Tasks stand in the order of their iterations, and
/// none is freed before all have ended.
static uint64_t iterationsOf(const LatentLoop &loop, const Region *region) {
  const Task *task = loop.slot->join ? loop.slot->join->first : nullptr;
  for (const Task *owner = loop.owner; owner && owner->continued == region; owner = owner->parent)
    task = owner;
  while (task && task->next)
    task = task->next;
  return task ? task->end : loop.end;
}

/// As libomp divides a loop: the first threads have one iteration more. Of the parts that begin behind `iteration` and
/// before `end`, the beginning of the last among the first `threads`; `end` if there is none.
static uint64_t beginOfPart(uint64_t iterations, uint64_t team, uint64_t iteration, uint64_t end, unsigned threads) {
  uint64_t length = iterations / team, longer = iterations % team, begin = end;
  for (uint64_t part = 1; part < team && threads > 0; ++part) {
    uint64_t first = part * length + std::min(part, longer);
    if (first > iteration && first < end && first != begin) {
      begin = first;
      --threads;
    }
  }
  return begin;
}

uint64_t beginOfRest(const LatentLoop &loop, const RegionAround &around, unsigned threads) {
  if (loop.slot->descriptor->flags & abi::LoopInParts && around.continued && around.continued->teamSize > 1)
    return beginOfPart(iterationsOf(loop, around.continued), around.continued->teamSize, loop.iteration, loop.end,
                       threads);
  return std::min(loop.iteration + threads, loop.end - 1);
}

void assignTask(SiblingOffer &offer, Task *task) {
  ThreadState **next = offer.threads + offer.begun;
  if (!hasPlace(*task) && !task->teamPlace.isMissing)
    std::swap(*next, *std::find_if(next, offer.threads + offer.count,
                                   [](const ThreadState *helper) { return hasUsableSlot(*helper); }));
  ThreadState &helper = **next;
  ++offer.begun;
  // From now on who has a slot, and a number by it, keeps it: what runs without one has none to hand on.
  if (!helper.lentSlot)
    useThreadNumbers();
  helper.assigned = task;
  startReserved(helper);
}

/// The thread takes the slot of one that it has been offered, as it takes any slot to promote (promotion.cpp); or
/// another one, if it may have none of these.
static bool takeSlot(ThreadState &thread, SiblingOffer &offer) {
  SlotRange range = slotsOfStrand(thread);
  for (unsigned index = offer.begun; index < offer.count && !thread.slot; ++index) {
    WorkerSlot *&slot = offer.threads[index]->lentSlot;
    if (slot && range.contains(slotIndex(*slot)))
      std::swap(slot, thread.slot);
  }
  thread.asksForSignals = !thread.isWorker;
  if (!thread.slot)
    acquireSlot(thread);
  if (thread.slot && thread.openJoins == 0)
    thread.enteredAt = clock::now();
  return thread.slot;
}

/// Nothing has begun: all threads are left.
static void returnSlot(ThreadState &thread, SiblingOffer &offer) {
  ThreadState **helper = std::find_if(offer.threads + offer.begun, offer.threads + offer.count,
                                      [](const ThreadState *other) { return !other->lentSlot; });
  std::swap(helper == offer.threads + offer.count ? offer.unneeded : (*helper)->lentSlot, thread.slot);
}

/// Each of the next iterations or parts for a thread, and what comes behind them for another: from the loop's end on.
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
  unsigned begun = offer.begun;
  bool hasTaken = !thread.slot && takeSlot(thread, offer);
  thread.takenOffer = &offer;
  for (unsigned index = work.count; index-- > 0 && offer.left() > 0;)
    beginPart(thread, offer, work, work.parts[index]);
  thread.takenOffer = nullptr;
  if (hasTaken && offer.begun == begun)
    returnSlot(thread, offer);
}

/// Not inlined: a poll's frame is to be small.
[[gnu::noinline]] void beginSiblings(ThreadState &thread, const MapTable &table, const CallerState &caller) {
  SiblingOffer *offer = thread.offer.take();
  if (!offer)
    return;
  if (mayBegin()) {
    LatentWork work;
    collectLatent(thread, table, caller, LatentWork::MostParts, work);
    dropDeepRegions(thread, table, caller, work);
    beginAll(thread, *offer, work);
  }
  thread.offer.giveBack(*offer);
}

/// Libomp may be what the signal has met, and holds its own locks then, or has never seen the thread. So it is not
/// asked whether it runs a region here: the frames and the records of regions say that it does not. Nor is it asked for
/// settings: what is outside of all records stays latent.
static void keepKnownParts(const ThreadState &thread, const MetStack &met, LatentWork &work) {
  unsigned kept = 0;
  for (unsigned index = 0; index < work.count; ++index) {
    const LatentPart &part = work.parts[index];
    uintptr_t end = endOfRecordAround(thread, part);
    if (end && met.isFreeOfLibomp(part.address, end))
      work.parts[kept++] = part;
  }
  work.count = kept;
}

bool beginSiblingsAtOnce(ThreadState &thread, StackFrame interrupted, bool isWaiting) {
  const MapTable *table = thread.offer.isThere() ? holdTableAtOnce(thread) : nullptr;
  if (!table)
    return false;
  unsigned begun = 0;
  LibompMayBeBusy busy;
  LatentWork work;
  const Region *innermost = currentRegion();
  MetStack met(*table, interrupted, innermost ? innermost->frameEnd : UINTPTR_MAX, thread.stack);
  if (met.isProgram && !settings.events) {
    collectAround(thread, *table, met.caller, work);
    keepKnownParts(thread, met, work);
    dropDeepRegionsAround(thread, *table, met.caller, work);
  }
  if (SiblingOffer *offer = work.count > 0 ? thread.offer.take() : nullptr) {
    preparedMemory = &offer->memory;
    // Threads of a region of libomp's go on by themselves, and keep the slots that iterations without would wait for.
    offer->mayExceed = isWaiting && !met.isInLibomp();
    beginAll(thread, *offer, work);
    preparedMemory = nullptr;
    begun = offer->begun;
    thread.offer.giveBack(*offer);
  }
  releaseTable(thread);
  return begun > 0;
}

} // namespace tactus

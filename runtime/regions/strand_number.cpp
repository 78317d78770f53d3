//===- strand_number.cpp - the numbers of strands in their teams ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/regions.h"

#include "os/atomics.h"
#include "regions/arenas.h"
#include "regions/strand_slot.h"
#include "regions/team_places.h"
#include "slots/loans.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/thread.h"

#include <algorithm>
#include <cerrno>

namespace tactus {

const Region *strandOf(const Region *region) {
  while (region && (region->kind == Region::ExplicitTask || region->kind == Region::Passage))
    region = region->kind == Region::ExplicitTask ? region->parent : region->origin;
  return region;
}

/// For a worker that came out of a join without a slot. Somebody gives one back, or who waits for its task lends one.
/// Whoever holds them may also wait in a way that nobody sees: then the number must at least be in bounds.
static unsigned recoverNumber(ThreadState &thread) {
  {
    SlotRequest request(thread, slotsOfStrand(thread));
    for (unsigned attempt = 0; attempt < 1000 && !request.isGranted() && !acquireSlot(thread); ++attempt)
      sched_yield();
  }
  return thread.slot ? slotIndex(*thread.slot) : usableSlotCount() - 1;
}

int slotNumber() {
  ThreadState *thread = currentThread();
  if (!thread)
    return 0; // without memory for its state it has no tasks
  useThreadNumbers();
  if (thread->slot)
    return static_cast<int>(slotIndex(*thread->slot));
  if (thread->isWorker)
    return static_cast<int>(recoverNumber(*thread));
  thread->isNumberZero = true;
  return 0;
}

/// The strand has begun without a place in its team.
static bool takePlace(const ThreadState &thread, Team &team, Region &strand) {
  Task *task = thread.task;
  while (!task->teamPlace.isMissing)
    task = task->parent;
  if (!takeMissingPlace(team, *task))
    return false;
  strand.number.store(task->teamPlace.number, std::memory_order_relaxed);
  strand.hasBorrowedNumber = task->teamPlace.number != TeamPlace::Unnumbered;
  return true;
}

template <typename Take> static void napUntil(Take take) {
  constexpr uint64_t FirstNap = 20, LongestNap = 1000; // microseconds
  // Nobody changes it, but in the child of a fork() the nap counts as a wait.
  std::atomic<uint32_t> word{0};
  for (uint64_t nap = FirstNap; !take(); nap = std::min(2 * nap, LongestNap))
    SystemAtomics::waitFor(word, 0, nap);
}

/// The strand has begun without the slot that has its number. One becomes free, or is lent by who waits for the strand.
static void awaitOwnSlot(ThreadState &thread) {
  if (thread.slot || acquireSlot(thread))
    return;
  SlotRequest request(thread, slotsOfStrand(thread));
  napUntil([&] { return request.isGranted() || acquireSlot(thread); });
}

/// Whoever has a place and no more code to run, or ends, leaves it.
static void awaitPlace(Region &strand) {
  ThreadState &thread = *existingThread();
  int error = errno;
  if (Team *team = strand.boundedTeam())
    napUntil([&] { return takePlace(thread, *team, strand); });
  else
    awaitOwnSlot(thread);
  strand.lacksPlace = false;
  errno = error;
}

/// One that is free, or that of a strand that waits for this one, whose place it then has instead of its own.
static int32_t takeNumberInArena(const ArenaRegion &arena, Region &strand) {
  int error = errno;
  int32_t number;
  napUntil([&] {
    number = arenaFunctions->take_number(arena.context);
    if (number == Region::Unnumbered && takePlaceOfWaiting(strand.instance->team, *existingThread()->task, number))
      strand.hasBorrowedNumber = true;
    return number != Region::Unnumbered;
  });
  errno = error;
  return number;
}

int numberOf(const Region &strand) {
  int32_t number = strand.number.load(std::memory_order_relaxed);
  // A strand of another thread has noted its number when it promoted something, unless nobody had asked by then.
  if (number != Region::Unnumbered || strand.thread != &innermostRegion || strand.isLent)
    return std::max(number, 0);
  if (strand.lacksPlace) {
    awaitPlace(const_cast<Region &>(strand));
    return numberOf(strand);
  }
  if (const ArenaRegion *arena = arenaOf(strand.instance))
    number = takeNumberInArena(*arena, const_cast<Region &>(strand));
  else if (Team *team = strand.boundedTeam())
    number = &strand == strand.instance ? 0 : static_cast<int32_t>(team->takeNumber());
  else
    number = slotNumber();
  const_cast<Region &>(strand).number.store(number, std::memory_order_relaxed);
  return number;
}

void giveNumberBack(Region &strand) {
  int32_t number = strand.number.load(std::memory_order_relaxed);
  if (const ArenaRegion *arena = arenaOf(strand.instance)) {
    if (number != Region::Unnumbered && !strand.hasBorrowedNumber)
      arenaFunctions->give_number_back(arena->context, number);
  } else if (Team *team = strand.boundedTeam(); team && number > 0 && !strand.hasBorrowedNumber)
    team->giveNumberBack(static_cast<unsigned>(number));
}

int32_t lendNumber(Region &strand) {
  // The instance has number 0 whether or not it has asked. Others keep the right to theirs if anybody asks at all. In
  // an arena there is a number for whoever asks later.
  int32_t number = arenaOf(strand.instance) ? strand.number.load(std::memory_order_relaxed)
                   : threadNumbersAreUsed() || &strand == strand.instance ? numberOf(strand)
                                                                          : Region::Unnumbered;
  strand.isLent = true;
  return number;
}

void leaveNumber(Region &strand) {
  giveNumberBack(strand);
  strand.hasBorrowedNumber = true;
  strand.isLent = true;
}

} // namespace tactus

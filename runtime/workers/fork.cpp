//===- fork.cpp - promoted forks ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/fork.h"
#include "os/exported.h"
#include "slots/thread_life.h"
#include "tasks/fork_record.h"

#include "observe/events.h"
#include "observe/places.h"
#include "observe/trace.h"
#include "os/allocation.h"
#include "regions/regions.h"
#include "regions/task_reduction.h"
#include "regions/team_places.h"
#include "slots/pool.h"
#include "threads/thread.h"
#include "workers/dependences.h"
#include "workers/promotion.h"
#include "workers/siblings.h"
#include "workers/task_wait.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

/// Set before the first fork, and never again.
static void (*watcher)(const void *frame, tactus_fork_record *record);

namespace tactus {

/// An address such that what its first branch has on the stack lies below, and what has begun before it does not. A
/// fork without a record is promoted before its first branch begins.
static uintptr_t innermostAddress(const LatentFork &fork) {
  return fork.call ? fork.registers.stackPointer : reinterpret_cast<uintptr_t>(fork.record);
}

/// The same, if there is no record either: of a fork that polls for itself.
static uintptr_t branchAddress(const LatentFork &fork) {
  return fork.registers.stackPointer ? fork.registers.stackPointer : innermostAddress(fork);
}

//===----------------------------------------------------------------------===//
// Memory of records
//===----------------------------------------------------------------------===//

/// Most records are no larger, and then have this size, so that the next one can be in the same memory. Under
/// AddressSanitizer each has its own, so that it sees who goes beyond it, or uses it when it has been released.
static constexpr size_t UsualRecordBytes = __has_feature(address_sanitizer) ? 0 : 640;
/// So many of them are kept by each thread.
static constexpr unsigned SpareRecords = 16;

static size_t resultOffsetOf(const tactus_fork_descriptor &descriptor) {
  return offsetOfResult(sizeof(ForkRecord) + descriptor.environment_words * sizeof(uint64_t));
}

/// The rest of a rest stores where that would have.
static size_t resultBytesOf(const tactus_fork_descriptor &descriptor) {
  return descriptor.flags & TACTUS_FORK_ENDS_REST ? 0 : descriptor.result_bytes;
}

static size_t recordBytesOf(const tactus_fork_descriptor &descriptor) {
  return std::max(resultOffsetOf(descriptor) + resultBytesOf(descriptor), UsualRecordBytes);
}

static void *allocateRecord(ThreadState &thread, const tactus_fork_descriptor &descriptor) {
  size_t bytes = recordBytesOf(descriptor);
  SpareRecord *spare = bytes == UsualRecordBytes ? thread.spareRecords : nullptr;
  if (!spare)
    return allocate(bytes);
  thread.spareRecords = spare->next;
  --thread.spareRecordCount;
  return spare;
}

void freeRecord(ThreadState *thread, ForkRecord &record) {
  // ThreadSanitizer is to know that it is other memory: what is told of a record's address holds for that record.
  if (!thread || huntsRaces() || thread->spareRecordCount == SpareRecords ||
      recordBytesOf(*record.descriptor) != UsualRecordBytes)
    return release(&record);
  thread->spareRecords = new (&record) SpareRecord{thread->spareRecords};
  ++thread->spareRecordCount;
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// The record of a fork and its task, in `memory`, except for what its team says.
static ForkRecord *makeRecord(void *memory, const LatentFork &fork, const uint64_t *environment,
                              const RegionAround &around) {
  tactus_fork_descriptor &descriptor = *fork.descriptor;
  bool endsRest = descriptor.flags & TACTUS_FORK_ENDS_REST;
  size_t resultBytes = resultBytesOf(descriptor);
  auto *record = new (memory) ForkRecord{};
  Task &task = record->task;
  record->descriptor = &descriptor;
  record->join.first = &task;
  record->join.state.start(1);
  record->firstBranch.start(1);
  task.fork = &descriptor;
  task.place = notedPlace(descriptor);
  task.join = &record->join;
  record->owner = fork.owner;
  task.parent = endsRest ? fork.owner->parent : fork.owner;
  task.head = endsRest ? fork.owner->head : &task;
  task.position = endsRest ? fork.owner->position + 1 : 0;
  openFirstBranch(*record, branchAddress(fork));
  task.reductions = reductionsAround(fork.owner, innermostAddress(fork));
  inheritRegion(task, around, fork.recordlessLevels);
  // The record that this strand begins with ends before the chain does.
  if (endsRest) {
    task.region = fork.owner->region;
    task.recordlessLevels += fork.owner->recordlessLevels;
  }
  task.result = endsRest      ? fork.owner->result
                : resultBytes ? static_cast<char *>(memory) + resultOffsetOf(descriptor)
                              : nullptr;
  record->visible.result = task.result;
  if (descriptor.flags & TACTUS_FORK_CLEARS_RESULT)
    memset(task.result, 0, resultBytes);
  if (descriptor.environment_words)
    memcpy(task.environment(), environment, descriptor.environment_words * sizeof(uint64_t));
  if (descriptor.flags & TACTUS_FORK_HAS_HOME)
    task.home = static_cast<uint8_t>(environment[descriptor.environment_words - 1]);
  record->join.traceId = nextTraceId();
  task.traceId = nextTraceId();
  return record;
}

tactus_fork_record *promoteFork(ThreadState &thread, const LatentFork &fork, const uint64_t *environment,
                                unsigned level) {
  TracedPromotion traced(thread);
  RegionAround around = regionAround(thread, fork.owner, innermostAddress(fork));
  tactus_fork_descriptor &descriptor = *fork.descriptor;
  TeamOfPart part(around, descriptor.flags & TACTUS_FORK_IS_UNASKED);
  TeamPlace place;
  if (thread.takenOffer && siblingsFor(thread, part.team, fork.owner) == 0) {
    place.isMissing = mayExceedTeam(thread, around, part.team);
    if (!place.isMissing)
      return nullptr;
  }
  if (part.team && !place.isMissing && reservePlaces(*part.team, fork.owner, 1, &place) == 0)
    return nullptr;
  void *memory = allocateRecord(thread, descriptor);
  BranchDependences dependences;
  if (!memory || !openDependences(thread, descriptor, environment, dependences)) {
    release(memory);
    if (part.team)
      returnPlace(*part.team, place);
    return nullptr;
  }
  ForkRecord *record = makeRecord(memory, fork, environment, around);
  noteDependences(*record, dependences);
  Task &task = record->task;
  bool endsRest = descriptor.flags & TACTUS_FORK_ENDS_REST;
  record->join.team = part.team;
  record->join.teamHasNumbers = part.hasNumbers;
  task.teamPlace = place;
  ++thread.openJoins;
  // Not one locked operation: where several workers count at a time, one may be lost.
  __atomic_store_n(&descriptor.promotions, __atomic_load_n(&descriptor.promotions, __ATOMIC_RELAXED) + 1,
                   __ATOMIC_RELAXED);
  countPromotion(thread, 1, level);
  if (settings.events)
    logPromotion(thread, &record->join, fork.owner, endsRest ? PromotedKind::Rest : PromotedKind::Fork);
  if (endsRest)
    appendRest(*record, *fork.owner);
  if (watcher && descriptor.flags & TACTUS_FORK_IS_WATCHED)
    watcher(reinterpret_cast<const void *>(branchAddress(fork)), &record->visible);
  publishTask(thread, &task);
  traced.done(record->join, &task, fork.owner, 1, level, addressOf(fork));
  return &record->visible;
}

} // namespace tactus

TACTUS_EXPORT tactus_fork_record *tactus_fork_now(tactus_fork_descriptor *descriptor, const uint64_t *environment) {
  using namespace tactus;
  int error = errno;
  tactus_fork_record *record = nullptr;
  // In a signal handler that interrupted the runtime, nothing is made.
  if (ThreadState *thread = currentThread(); thread && !thread->isInRuntime) {
    thread->isInRuntime = true;
    bool heldSlot = thread->slot;
    if (canForkNow(*thread)) {
      bool spent = thread->tokens > 0;
      thread->tokens -= spent;
      record = promoteFork(*thread, LatentFork{descriptor, thread->task, nullptr}, environment, 0);
      if (!record) {
        thread->tokens += spent;
        if (!heldSlot && thread->openJoins == 0)
          giveSlotBack(*thread);
      }
    }
    thread->isInRuntime = false;
  }
  errno = error;
  return record;
}

TACTUS_EXPORT void tactus_watch_promotions(void (*promoted)(const void *frame, tactus_fork_record *record)) {
  watcher = promoted;
}

TACTUS_EXPORT void tactus_promote_for_others(const int32_t *wanted) {
  tactus::settings.spendsTokens = true;
  tactus::settings.wantedElsewhere = wanted;
}

TACTUS_EXPORT uint64_t *tactus_fork_environment(tactus_fork_record *record, const tactus_fork_descriptor **descriptor) {
  tactus::ForkRecord &fork = *tactus::ForkRecord::of(record);
  *descriptor = fork.descriptor;
  return fork.task.environment();
}

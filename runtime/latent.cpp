//===- latent.cpp - what may run elsewhere, in one order ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "latent.h"

#include "stack_walk.h"
#include "thread.h"

#include "tactus/tactus.h"

#include <algorithm>

__attribute__((visibility("default"), tls_model("initial-exec"))) constinit __thread tactus_latent *tactus_latent_top =
    nullptr;

/// In a static library, programs that only fork refer to nothing in entry.cpp, where the constructor is.
__attribute__((used)) static const char *(*const constructorIsLinked)() = tactus_version_string;

// The walk over the list reads frames that are not its own.
#define TACTUS_READS_FOREIGN_STACK __attribute__((no_sanitize("address", "thread")))

namespace tactus {

using namespace abi;

/// The oldest record of each thread: never latent, never popped.
static constinit __thread tactus_latent listBase{};

/// What `special` of a loop's record points to that is the boundary, or is older.
static constinit tactus_fork_record loopMark{};

void ensureListBase() {
  if (!tactus_latent_top)
    tactus_latent_top = &listBase;
}

void resetLatentList(ThreadState &thread) { thread.latentList = {}; }

/// The task in whose frames a record lies.
static Task *ownerOf(const ThreadState &thread, const tactus_latent *record) {
  Task *owner = thread.task;
  auto address = reinterpret_cast<uintptr_t>(record);
  for (const Anchor *anchor = thread.anchor; anchor && address > reinterpret_cast<uintptr_t>(anchor);
       anchor = anchor->previous)
    owner = anchor->task;
  return owner;
}

TACTUS_READS_FOREIGN_STACK static bool isLatent(const tactus_latent &record) {
  if (record.kind == TACTUS_LATENT_FORK)
    return !record.special;
  const tactus_loop_record &loop = loopOf(record);
  uint64_t end = loop.slot.end, iteration = loop.strip.iteration;
  // [iteration + 1, end) must not be empty; without overflow at either limit.
  return end > iteration && end - iteration >= 2;
}

TACTUS_READS_FOREIGN_STACK static LatentPart partOf(ThreadState &thread, tactus_latent *record) {
  auto address = reinterpret_cast<uintptr_t>(record);
  Task *owner = ownerOf(thread, record);
  if (record->kind == TACTUS_LATENT_FORK) {
    LatentFork fork{record->fork.descriptor, owner, record};
    if (record == thread.pollingFork)
      fork.registers.rsp = thread.pollingFrame;
    return {address, fork};
  }
  tactus_loop_record &loop = loopOf(*record);
  auto *slot = slotOf(&loop.slot);
  // Only the youngest record can be the one that polls.
  bool youngest = record == tactus_latent_top;
  return {address, LatentLoop{slot, loop.strip.iteration, slot->end, owner, youngest ? 0u : 1u,
                              youngest && (record->flags & TACTUS_ITERATION_IS_NEXT), record}};
}

TACTUS_READS_FOREIGN_STACK unsigned collectRecords(ThreadState &thread, unsigned wanted, LatentPart *parts) {
  LatentList &list = thread.latentList;
  if (!list.boundary)
    list.boundary = &listBase;
  unsigned count = 0;
  bool atBoundary = true;
  uint64_t level = list.boundaryLevel;
  for (tactus_latent *record = list.boundary; count < wanted && record != tactus_latent_top; ++level) {
    record = record->younger;
    if (isLatent(*record)) {
      parts[count] = partOf(thread, record);
      parts[count++].level = static_cast<unsigned>(std::min<uint64_t>(level, UINT32_MAX));
      atBoundary = false;
    } else if (atBoundary) {
      list.boundary = record;
      list.boundaryLevel = level + 1;
      if (!record->special)
        record->special = &loopMark;
    }
  }
  return count;
}

TACTUS_READS_FOREIGN_STACK uint64_t countOlderRecords(uintptr_t address) {
  uint64_t count = 0;
  for (tactus_latent *record = tactus_latent_top; record && record->older; record = record->older)
    count += reinterpret_cast<uintptr_t>(record) > address && isLatent(*record);
  return count;
}

void collectLatent(ThreadState &thread, const MapTable &table, const CallerState &caller, unsigned wanted,
                   LatentWork &work) {
  CompiledWork compiled;
  compiled.keepsAll = work.keepsAll;
  walkStack(thread, table, caller, compiled);
  work.outermost = compiled.outermost;
  work.outermostIteration = compiled.outermostIteration;
  LatentPart records[LatentWork::Kept];
  unsigned recordCount = collectRecords(thread, std::min(wanted, LatentWork::Kept), records);
  unsigned recordsTaken = 0, compiledTaken = 0;
  while (work.count < LatentWork::Kept && (recordsTaken < recordCount || compiledTaken < compiled.count())) {
    const LatentPart *record = recordsTaken < recordCount ? &records[recordsTaken] : nullptr;
    const LatentPart *frame = compiledTaken < compiled.count() ? &compiled.fromOutermost(compiledTaken) : nullptr;
    LatentPart &part = work.parts[work.count++];
    if (!frame || (record && record->address > frame->address)) {
      part = *record;
      part.level += compiledTaken;
      ++recordsTaken;
    } else {
      part = *frame;
      part.level = compiled.depth - 1 - frame->level + recordsTaken;
      ++compiledTaken;
    }
  }
}

} // namespace tactus

__attribute__((visibility("default"))) tactus_fork_record *tactus_latent_pop(tactus_latent *latent) {
  using namespace tactus;
  ThreadState *thread = existingThread();
  bool wasInRuntime = thread->isInRuntime;
  thread->isInRuntime = true;
  if (thread->latentList.boundary == latent) {
    thread->latentList.boundary = latent->older;
    --thread->latentList.boundaryLevel;
  }
  tactus_latent_top = latent->older;
  thread->isInRuntime = wasInRuntime;
  return latent->kind == TACTUS_LATENT_FORK ? latent->special : nullptr;
}

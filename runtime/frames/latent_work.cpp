//===- latent_work.cpp - what may run elsewhere, in one order ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/latent_work.h"

#include "frames/interrupted.h"
#include "frames/stack_walk.h"
#include "os/allocation.h"
#include "os/exported.h"
#include "os/settings.h"
#include "threads/thread.h"

#include "tactus/tactus.h"

#include <algorithm>
#include <new>

__attribute__((visibility("default"), tls_model("initial-exec"))) constinit __thread tactus_latent *tactus_latent_top =
    nullptr;

/// In a static library, programs that only fork refer to nothing in entry.cpp, where the constructor is.
__attribute__((used)) static const char *(*const constructorIsLinked)() = tactus_version_string;

namespace tactus {

using namespace abi;

/// The oldest record of each thread: never latent, never popped.
static constinit __thread tactus_latent listBase{};

/// What `special` points to of a record that is the boundary, or is older, and that is no promoted fork: a loop, or an
/// eager fork that is a call.
static constinit tactus_fork_record boundaryMark{};

void ensureListBase() {
  if (!tactus_latent_top)
    tactus_latent_top = &listBase;
}

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
  // An eager fork has become a task when it began, or is a call.
  if (record.kind == TACTUS_LATENT_FORK)
    return !record.special && !settings.eager;
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
      fork.registers.stackPointer = thread.pollingFrame;
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
  if (thread.skipsRecords)
    return 0;
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
        record->special = &boundaryMark;
    }
  }
  return count;
}

TACTUS_READS_FOREIGN_STACK uint64_t countOlderRecords(uintptr_t address) {
  uint64_t count = 0;
  if (ThreadState *thread = existingThread(); thread && thread->skipsRecords)
    return 0;
  for (tactus_latent *record = tactus_latent_top; record && record->older; record = record->older)
    count += reinterpret_cast<uintptr_t>(record) > address && isLatent(*record);
  return count;
}

/// The youngest latent records that libtactus has linked in frames above an address, oldest first. None of them is the
/// one that polls: all are executing an iteration.
TACTUS_READS_FOREIGN_STACK static unsigned collectOwnRecords(ThreadState &thread, uintptr_t above, unsigned most,
                                                             LatentPart *parts) {
  unsigned count = 0;
  for (tactus_latent *record = tactus_latent_top; record && count < most; record = record->older) {
    bool isOwn = record->kind == TACTUS_LATENT_LOOP && record->flags & LinkedByRuntime;
    if (!isOwn || reinterpret_cast<uintptr_t>(record) < above || !isLatent(*record))
      continue;
    parts[count] = partOf(thread, record);
    parts[count].loop.iterationIsNext = false;
    parts[count++].level = 0;
  }
  std::reverse(parts, parts + count);
  return count;
}

void CompiledWork::putOutermostFirst() {
  if (found > MostParts)
    std::rotate(parts, parts + found % MostParts, parts + MostParts);
  std::reverse(parts, parts + count());
}

/// Puts explicit records between the compiled parts that `work` holds, `depth` of which the walk has seen; both are
/// oldest first. From the youngest on, so that each part moves once; what finds no room is dropped.
static void mergeRecords(LatentWork &work, unsigned depth, const LatentPart *records, unsigned recordCount) {
  unsigned compiledLeft = work.count, recordsLeft = recordCount;
  work.count = std::min(compiledLeft + recordsLeft, LatentWork::MostParts);
  while (compiledLeft + recordsLeft > 0) {
    bool isRecord = compiledLeft == 0 ||
                    (recordsLeft > 0 && records[recordsLeft - 1].address <= work.parts[compiledLeft - 1].address);
    LatentPart part = isRecord ? records[--recordsLeft] : work.parts[--compiledLeft];
    // Records know how many records are older, compiled parts how many compiled ones are younger.
    part.level = isRecord ? part.level + compiledLeft : depth - 1 - part.level + recordsLeft;
    if (unsigned place = compiledLeft + recordsLeft; place < LatentWork::MostParts)
      work.parts[place] = part;
  }
}

/// Apart from collectLatent(), whose frame is to be small.
[[gnu::noinline]] static void mergeManyRecords(ThreadState &thread, unsigned wanted, unsigned depth, LatentWork &work) {
  LatentPart records[LatentWork::MostParts];
  mergeRecords(work, depth, records, collectRecords(thread, std::min(wanted, LatentWork::MostParts), records));
}

LatentWork *emptyWork(ThreadState &thread) {
  if (!thread.work)
    thread.work = static_cast<LatentWork *>(allocate(sizeof(LatentWork)));
  return thread.work ? new (thread.work) LatentWork : nullptr;
}

void collectLatent(ThreadState &thread, const MapTable &table, const CallerState &caller, unsigned wanted,
                   LatentWork &work) {
  CompiledWork compiled(work.parts);
  compiled.keepsAll = work.keepsAll;
  walkStack(thread, table, caller, compiled);
  compiled.putOutermostFirst();
  work.count = compiled.count();
  work.outermost = compiled.outermost;
  work.outermostIteration = compiled.outermostIteration;
  LatentPart oldest;
  unsigned recordCount = collectRecords(thread, 1, &oldest);
  if (recordCount > 0 && wanted > 1) {
    mergeManyRecords(thread, wanted, compiled.depth, work);
    return;
  }
  work.isWhole = recordCount == 0 && work.count == compiled.depth;
  mergeRecords(work, compiled.depth, &oldest, recordCount);
}

void collectAround(ThreadState &thread, const MapTable &table, const StackFrame &frame, LatentWork &work) {
  CompiledWork compiled(work.parts);
  uintptr_t frameEnd = frame.stackPointer;
  walkAround(thread, table, frame, compiled);
  compiled.putOutermostFirst();
  work.count = compiled.count();
  work.outermost = compiled.outermost;
  constexpr unsigned MostRecords = 16;
  LatentPart records[MostRecords];
  mergeRecords(work, compiled.depth, records, collectOwnRecords(thread, frameEnd, MostRecords, records));
}

} // namespace tactus

TACTUS_EXPORT tactus_fork_record *tactus_latent_pop(tactus_latent *latent) {
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
  return latent->kind == TACTUS_LATENT_FORK && latent->special != &boundaryMark ? latent->special : nullptr;
}

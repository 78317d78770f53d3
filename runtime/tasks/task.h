//===- task.h - tasks, joins and strand teams --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     LoopSlot ──join──► Join ──first──► Task [5,9) ──next──► Task [9,13) ──next──► Task [13,20)
//                                          │                     index order; later promotions are put in front
//                                          └─► environment copy, result area (same allocation)
//
//     ForkRecord ──join──► Join ──first──► Task                  one allocation (fork.h)
//
// A strand is one sequential execution of a part of a loop: the leftover, which runs on in the frame, or a task.
//
// Lifetimes. A Join and its Tasks belong to the thread that owns the frame of the loop or fork, which frees them
// after the join. A task joins its own tasks before it finishes, so all ancestors of an unfinished task exist.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_TASK_H
#define TACTUS_RUNTIME_TASKS_TASK_H

#include "abi/loops.h"
#include "os/float_control.h"
#include "os/race_detector.h"
#include "os/signal_mask.h"
#include "tasks/icv_set.h"
#include "tasks/join_state.h"
#include "tasks/place_protocol.h"
#include "tasks/views.h"

#include "tactus/latent.h"

#include <atomic>
#include <cstddef>

namespace tactus {

namespace abi {
struct Join;
}
using abi::Join;
struct DependenceScope;
struct Task;
struct ForkRecord;
struct ReductionGroup;
struct Region;
struct ThreadState;
struct WorkerSlot;

using Team = TeamState<>;

/// A task's place in the team of its join.
struct TeamPlace {
  static constexpr int32_t Unnumbered = -1;
  /// Whose place it is: that of the strand that waits there; null for the task's own.
  Join *lender = nullptr;
  /// The lender's number, if that has one: then it is the task's.
  int32_t number = Unnumbered;
  /// There is none: the task has left it before its end, or has begun without one (siblings.h).
  bool isMissing = false;
};

} // namespace tactus

namespace tactus::abi {

/// The tasks of one LoopSlot, or the one of a fork.
struct Join {
  JoinState<> state;
  /// Tokens that stolen tasks have left over: added before they complete, taken by the owner after the join. Relaxed:
  /// `state` orders it.
  std::atomic<uint64_t> returnedTokens{0};
  Task *first = nullptr;
  /// Written by the owner before it announces itself, read by the last completer.
  ThreadState *waiter = nullptr;
  /// Of a leaf loop: how many iterations were left when it was first promoted, and when that was.
  uint64_t promotedIterations = 0, promotedAt = 0;
  /// Its number in the trace.
  uint64_t traceId = 0;
  /// Null without a strand limit.
  Team *team = nullptr;
  /// Whether the strands of the team may ask for their numbers: it belongs to a region's record.
  bool teamHasNumbers = false;
  /// The owner's place in the team, while that waits here.
  PlaceOffer<> offer;
  Team ownTeam;
};

} // namespace tactus::abi

namespace tactus {

/// Where a loop or fork is in the source: the common beginning of both kinds of descriptors.
struct SourcePlace {
  void (*run)();
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t column;

  static const SourcePlace *of(const abi::LoopDescriptor *loop) { return reinterpret_cast<const SourcePlace *>(loop); }
  static const SourcePlace *of(const tactus_fork_descriptor *fork) {
    return reinterpret_cast<const SourcePlace *>(fork);
  }
};
static_assert(offsetof(abi::LoopDescriptor, file) == offsetof(SourcePlace, file) &&
              offsetof(abi::LoopDescriptor, column) == offsetof(SourcePlace, column));
static_assert(offsetof(tactus_fork_descriptor, file) == offsetof(SourcePlace, file) &&
              offsetof(tactus_fork_descriptor, column) == offsetof(SourcePlace, column));

/// Whoever makes one sets what is not as here: nothing is left undefined.
struct Task {
  /// One of the two, by what was promoted.
  const abi::LoopDescriptor *loop = nullptr;
  const tactus_fork_descriptor *fork = nullptr;
  /// For reports, null if it is not known; outlives the descriptor if anybody will read it.
  const SourcePlace *place = nullptr;
  /// Of a loop.
  uint64_t begin = 0, end = 0;
  Join *join = nullptr;
  /// In the team of the join, or of its chain's; of none if there is none.
  TeamPlace teamPlace;
  Task *next = nullptr;
  /// The task in whose frames it was promoted, null for a thread of the user's. Of the rest of a rest: that of its
  /// whole chain.
  Task *parent = nullptr;
  /// Of a fork: the first task of its chain (rest_chain.h), which is itself unless it is the rest of a rest, and its
  /// place there. Null for loops. Compared by anybody, followed only by those whose task is unfinished.
  Task *head = nullptr;
  uint64_t position = 0;
  /// The slot of the thread that started this task; null before. Written by that thread, read by the waiter to know
  /// whom to steal from: a hint, so relaxed.
  std::atomic<WorkerSlot *> executor{nullptr};
  void *result = nullptr;
  /// Unused tokens of the promoting thread that go with the task; dropped if it is not stolen (MPL §4).
  uint64_t tokens = 0;
  /// Of the rest of an OpenMP task: whether it is part of the same task as the strand in which it was promoted.
  bool continuesParent = false;
  /// Its promoted forks of OpenMP's tasks whose first branches have not ended. Owned by whoever runs it.
  ForkRecord *openBranches = nullptr;
  /// False if it has been cancelled. Written by whoever runs it, read after the join.
  bool hasRun = false;
  /// Of a loop: its iterations are its owner's again, who has not run it. Written and read by the owner.
  bool isTakenBack = false;
  /// A task with dependences that was deferred: part of a record that it is freed with (workers/dependences.h).
  bool isDeferred = false;
  /// The scope for whose tasks its strand has a batch open (workers/task_batches.h), null if it has none.
  DependenceScope *fillsBatchOf = nullptr;
  /// What it has made of reducers' views, null if none. Written by whoever runs it, taken by the owner after the join.
  ViewTable *views = nullptr;
  /// The innermost task group that reduces, around where it was promoted (task_reduction.h); null if there is none.
  ReductionGroup *reductions = nullptr;
  /// The record of the region or task around where it was promoted, null for none, and of the region that its loop is;
  /// its settings, which the owner takes back after the join if they have changed; of regions that have no records, how
  /// many are around it, of ours and of libomp's (regions.h).
  Region *region = nullptr;
  Region *continued = nullptr;
  IcvSet icvs{};
  uint32_t recordlessLevels = 0, libompLevels = 0;
  bool hasChangedIcvs = false;
  /// How its strand rounds: as the thread that makes it does at that moment. Behind it, how it has left that, which the
  /// owner of a fork takes over after the join if it is not the same.
  FloatControl floats = FloatControl::ofThread();
  bool hasChangedFloats = false;
  /// What a thread of libtactus' own blocks while it runs it (threads/program_signals.h).
  SignalMask signals;
  /// Whether the strands that it comes from began on the initial thread.
  bool isOfInitialThread = false;
  /// For the trace: its number, when it was published, and by which thread of the operating system.
  uint64_t traceId = 0;
  uint64_t promotedAt = 0;
  uint32_t promoter = 0;
  /// 1 + the node of the machine's memory that its data is in, 0 if that is not known (slots/nodes.h).
  uint8_t home = 0;
  /// Links tasks that a join holds for a moment while it looks for its own in the deque.
  Task *nextHeld = nullptr;

  uint64_t *environment() { return reinterpret_cast<uint64_t *>(this + 1); }
};

/// Where a result area lies behind so many bytes.
constexpr size_t offsetOfResult(size_t bytes) {
  constexpr size_t Mask = TACTUS_RESULT_ALIGNMENT - 1;
  return (bytes + Mask) & ~Mask;
}

/// Whether the task belongs to `join` or descends from a task of it, or comes behind one in its chain. The task must be
/// unfinished, so that its ancestors exist. For the owner of the join.
inline bool descendsFrom(const Task *task, const Join *join) {
  const Task *first = join->first;
  for (; task; task = task->parent)
    if (task->join == join || (first->head && task->head == first->head && task->position > first->position))
      return true;
  return false;
}

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_TASK_H

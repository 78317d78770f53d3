//===- left_tasks.cpp - tasks that a function leaves to its caller ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/left_tasks.h"

#include "os/exported.h"
#include "tasks/fork_record.h"
#include "threads/beat.h"

#include "os/allocation.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/regions.h"
#include "regions/task_reduction.h"
#include "regions/team_places.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "workers/dependence_order.h"
#include "workers/dependence_scope.h"
#include "workers/dependences.h"
#include "workers/promotion.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace tactus {

using namespace abi;

namespace {

/// What clang's code sees of a task, the head of kmp_task_t.
struct VisibleTask {
  void *shareds;
  int32_t (*entry)(int32_t thread, void *task);
  int32_t part;
  int32_t (*destroy)(int32_t thread, void *task);
  void *priority;
};

/// One allocation: this, what clang's code sees with LibompTaskWords behind it, and the addresses of shared variables.
struct alignas(16) LeftTask {
  int32_t (*entry)(int32_t thread, void *task);
  int32_t flags;

  void *visible() { return this + 1; }
  static LeftTask &of(void *visible) { return *(static_cast<LeftTask *>(visible) - 1); }
};

/// The bit of a task's flags that says that `destroy` is to be called.
constexpr int32_t HasDestructors = 8;

/// A task that takes less is given away more seldom.
constexpr uint64_t WorthwhileMicroseconds = 2, SparingMicroseconds = 50;

/// Whether some code may wait for tasks of its own alone, though the program means others, too. Relaxed: it is set
/// before that code runs, by whoever loads it.
constinit std::atomic<bool> areKept{false};

} // namespace

//===----------------------------------------------------------------------===//
// Sinks
//===----------------------------------------------------------------------===//

/// All tasks in the sink have finished when this returns. The thread is not in the runtime.
static void completeSink(TaskSink &sink) {
  auto *scope = static_cast<DependenceScope *>(sink.scope);
  if (!scope)
    return;
  ForkRecord *root = scope->root;
  tactus_fork_join(&root->visible);
  release(root);
}

OwnSink::OwnSink(const Task &task) : outer(tactus_task_sink) {
  bool isOfOpenMP = task.isDeferred || (task.fork && task.fork->flags & TACTUS_FORK_OF_TASK);
  tactus_task_sink = isOfOpenMP ? &own : nullptr;
}

OwnSink::~OwnSink() {
  if (own.scope) {
    ThreadState &thread = *existingThread();
    thread.isInRuntime = false;
    completeSink(own);
    thread.isInRuntime = true;
  }
  tactus_task_sink = outer;
}

//===----------------------------------------------------------------------===//
// Running a task
//===----------------------------------------------------------------------===//

static void release(LeftTask &left) {
  auto *task = static_cast<VisibleTask *>(left.visible());
  if (left.flags & HasDestructors && task->destroy)
    task->destroy(0, task);
  // Seen by ThreadSanitizer, as its allocation is: code that it looks at has filled it.
  free(&left);
}

/// The task with a frame of its own: what it asks about is its task, and its tasks are in a sink of its own.
[[gnu::noinline]] static void run(LeftTask &left) {
  TaskSink *outer = tactus_task_sink, own{};
  SavedTaskScope saved;
  uint64_t region[RegionWords];
  bool isFinal = left.flags & FinalTaskFlag, isAsked = currentRegion();
  if (isFinal)
    tactus_tasks_enter(&saved, FinalTaskScope);
  else
    tactus_task_sink = &own;
  // Above the frame pointer lies the return address.
  if (isAsked)
    tactus_task_enter(region, static_cast<char *>(__builtin_frame_address(0)) + sizeof(void *));
  left.entry(0, left.visible());
  completeSink(own);
  if (isAsked)
    tactus_region_leave(region);
  if (isFinal)
    tactus_tasks_leave(&saved);
  tactus_task_sink = outer;
  release(left);
}

static void runDeferred(const uint64_t *environment, void * /*result*/) {
  run(*reinterpret_cast<LeftTask *>(*environment));
}

static tactus_fork_descriptor descriptor{runDeferred, nullptr, nullptr, 0, 0, 1, 0, 0, 0, nullptr, 0};

/// Calls it here, and learns what such tasks take.
static void runHere(TaskSink &sink, LeftTask &left) {
  uint64_t start = clock::now();
  run(left);
  uint64_t ticks = std::max<uint64_t>(clock::now() - start, 1);
  // Somebody else may have had the processor.
  sink.averageTicks = sink.averageTicks ? (7 * sink.averageTicks + std::min(ticks, 8 * sink.averageTicks)) / 8 : ticks;
}

//===----------------------------------------------------------------------===//
// Leaving a task to others
//===----------------------------------------------------------------------===//

/// The scope of the sink's tasks, which begins here if there is none. Null without memory.
static DependenceScope *scopeOf(ThreadState &thread, TaskSink &sink, const RegionAround &around,
                                const TeamOfPart &part) {
  if (sink.scope)
    return static_cast<DependenceScope *>(sink.scope);
  void *memory = allocate(sizeof(ForkRecord)), *scopeMemory = allocate(sizeof(DependenceScope));
  if (!memory || !scopeMemory) {
    release(memory);
    release(scopeMemory);
    return nullptr;
  }
  auto *scope = new (scopeMemory) DependenceScope{};
  auto *root = new (memory) ForkRecord{};
  scope->word = &sink.scope;
  scope->root = root;
  root->descriptor = &descriptor;
  root->owner = thread.task;
  root->dependences = {scope, nullptr, /*beginsScope=*/true};
  root->join.first = &root->task;
  root->join.team = part.team;
  root->join.teamHasNumbers = part.hasNumbers;
  // Never runs: what others find around them is what is around it.
  Task &task = root->task;
  task.fork = &descriptor;
  task.join = &root->join;
  task.parent = thread.task;
  task.head = &task;
  task.reductions = reductionsAround(thread.task, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  inheritRegion(task, around, 0);
  ++thread.openJoins;
  sink.scope = scope;
  return scope;
}

/// Leaves the task to whoever has nothing to do, or until what it depends on has finished. False if that cannot be.
/// Where strands are counted or written down, only tasks that may begin are left.
static bool defer(ThreadState &thread, TaskSink &sink, LeftTask &left, const Dependence *list, uint64_t count,
                  size_t before) {
  RegionAround around = regionAround(thread, thread.task, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  // A task that runs in the strand may end before those that it leaves.
  while (around.region && around.region->kind == Region::ExplicitTask)
    around.region = around.region->parent;
  TeamOfPart part(around, /*isUnasked=*/false);
  TeamPlace place;
  if (settings.events || settings.trace || settings.eager || (part.team && before))
    return false;
  if (part.team && reservePlaces(*part.team, thread.task, 1, &place) == 0)
    return false;
  DependenceScope *scope = scopeOf(thread, sink, around, part);
  DeferredTask *deferred = scope ? makeDeferred(*scope, list, count, before, &descriptor, 1, around) : nullptr;
  if (!deferred) {
    if (part.team)
      returnPlace(*part.team, place);
    return false;
  }
  deferred->task.teamPlace = place;
  *deferred->task.environment() = reinterpret_cast<uint64_t>(&left);
  if (before == 0)
    countPromotion(thread, 1, 0);
  finishDeferring(thread, *deferred);
  return true;
}

/// Nobody knows yet how long such tasks take, nor whether they wait for later ones, which their creator makes only once
/// it has left them.
static bool areUnknown(const TaskSink &sink) { return sink.averageTicks == 0 && !settings.chaos; }

/// So there is one of them for each other worker, whatever these do at the moment. The thread holds a slot.
static bool isForAnother(const ThreadState &thread, const TaskSink &sink) {
  size_t queued = thread.slot->deque.size();
  return areUnknown(sink) && queued + 1 < usableSlotCount() && queued + 2 <= DequeLimit;
}

/// Should a task that may begin be left to others? The thread then holds a slot.
static bool isWanted(ThreadState &thread, TaskSink &sink) {
  bool heldSlot = thread.slot;
  auto *scope = static_cast<DependenceScope *>(sink.scope);
  // A worker that has been started and not yet run has a slot, too, and soon nothing to do.
  if ((scope && !scope->hasRoom()) || !canForkNow(thread, /*awaitsSlot=*/areUnknown(sink)))
    return false;
  if (thread.openJoins == 0)
    thread.enteredAt = clock::now();
  uint64_t now = clock::now();
  bool isShort = sink.averageTicks && sink.averageTicks < clock::ticksFromMicroseconds(WorthwhileMicroseconds);
  bool isEarly =
      isShort && !settings.promotesAlways() && now - sink.givenAt < clock::ticksFromMicroseconds(SparingMicroseconds);
  if (!isEarly && (isForAnother(thread, sink) || wantsTaskForOthers(thread, sink.givenAt, now, !isShort)))
    return true;
  if (!heldSlot && thread.openJoins == 0)
    giveSlotBack(thread);
  return false;
}

/// How many unfinished tasks of the sink's are before one with these items.
static size_t countBefore(const TaskSink &sink, const Dependence *list, uint64_t count) {
  auto *scope = static_cast<DependenceScope *>(sink.scope);
  if (!scope || !count)
    return 0;
  Holding holding(scope->lock);
  return scope->graph.countBefore(list, count);
}

static void waitForItems(ThreadState &thread, const TaskSink &sink, const Dependence *list, uint64_t count) {
  auto *scope = static_cast<DependenceScope *>(sink.scope);
  if (!scope || !count)
    return;
  if (countBefore(sink, list, count) > 0) {
    DependenceWaiter waiter{DependenceWaiter::Items, list, count, {}};
    waitFor(thread, *scope, waiter);
    forgetPoll(thread);
  }
  comeAfterItems(*scope, list, count);
}

/// True if others have the task; false if it may be called.
static bool leaveToOthers(LeftTask &left, const Dependence *list, uint64_t count) {
  TaskSink &sink = *tactus_task_sink;
  ThreadState *thread = currentThread();
  // A signal handler that has interrupted the runtime finds none of its own tasks unfinished.
  if (!thread || thread->isInRuntime)
    return false;
  int error = errno;
  thread->isInRuntime = true;
  size_t before = countBefore(sink, list, count);
  bool mayLeave = before || (!areKept.load(std::memory_order_relaxed) && isWanted(*thread, sink));
  bool isLeft = mayLeave && !(left.flags & FinalTaskFlag) && defer(*thread, sink, left, list, count, before);
  if (!isLeft)
    waitForItems(*thread, sink, list, count);
  thread->isInRuntime = false;
  errno = error;
  return isLeft;
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void *tactus_left_task_alloc(void * /*location*/, int32_t /*thread*/, int32_t flags, uint64_t bytes,
                                           uint64_t sharedBytes, int32_t (*entry)(int32_t thread, void *task)) {
  constexpr uint64_t Alignment = alignof(LeftTask), Mask = Alignment - 1;
  uint64_t recordAt = (std::max(bytes, sizeof(VisibleTask)) + sizeof(uint64_t) - 1) & ~(sizeof(uint64_t) - 1);
  uint64_t sharedAt = (recordAt + LibompTaskWords * sizeof(uint64_t) + Mask) & ~Mask;
  auto *left = new (demand(sizeof(LeftTask) + sharedAt + sharedBytes, Alignment, "a task")) LeftTask{entry, flags};
  auto *memory = static_cast<char *>(left->visible());
  new (memory) VisibleTask{sharedBytes ? memory + sharedAt : nullptr, entry, 0, nullptr, nullptr};
  // Where its `if` clause does not hold, its entry is called as libomp would call it.
  tactus_libomp_task_create(memory + recordAt);
  return memory;
}

TACTUS_EXPORT int32_t tactus_left_task_with_deps(void * /*location*/, int32_t /*thread*/, void *task, int32_t count,
                                                 const Dependence *list, int32_t /*otherCount*/,
                                                 const Dependence * /*others*/) {
  LeftTask &left = LeftTask::of(task);
  if (!leaveToOthers(left, list, static_cast<uint32_t>(count)))
    tactus::runHere(*tactus_task_sink, left);
  return 0;
}

TACTUS_EXPORT int32_t tactus_left_task(void *location, int32_t thread, void *task) {
  return tactus_left_task_with_deps(location, thread, task, 0, nullptr, 0, nullptr);
}

TACTUS_EXPORT void tactus_left_task_begin_if0(void * /*location*/, int32_t /*thread*/, void * /*task*/) {}

TACTUS_EXPORT void tactus_left_task_complete_if0(void * /*location*/, int32_t /*thread*/, void *task) {
  release(LeftTask::of(task));
}

TACTUS_EXPORT void tactus_left_wait_deps(void * /*location*/, int32_t /*thread*/, int32_t /*count*/,
                                         const Dependence * /*list*/, int32_t /*otherCount*/,
                                         const Dependence * /*others*/) {
  tactus_left_wait();
}

TACTUS_EXPORT void tactus_left_wait() {
  if (tactus_task_sink && tactus_task_sink->scope && !existingThread()->isInRuntime)
    completeSink(*tactus_task_sink);
}

TACTUS_EXPORT void tactus_task_wait_outside() {
  if (!tactus_task_sink || !tactus_task_sink->scope)
    return;
  // Inside of a region that another runtime, or libomp, runs meanwhile, the sink is not the calling task's.
  const Region *region = currentRegion();
  if (!region || isInnermost(*region, libompLevels()))
    tactus_left_wait();
}

TACTUS_EXPORT void tactus_keep_tasks(void *) { areKept.store(true, std::memory_order_relaxed); }

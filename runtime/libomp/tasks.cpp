//===- tasks.cpp - tasks as plain clang creates them ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/tasks.h"
#include "libomp/environment.h"
#include "libomp/parallel.h"
#include "libomp/task_memory.h"

#include "os/allocation.h"
#include "os/race_detector.h"
#include "regions/icvs.h"
#include "regions/regions.h"

#include <algorithm>
#include <new>

namespace tactus::libomp {

// Relaxed: it only numbers.
static constinit std::atomic<uint64_t> taskIds{0};

/// Few programs ask. The task itself and its children may be the first, at once.
static uint64_t idOf(ExplicitTask &task) {
  if (task.isImplicit)
    return 0;
  std::atomic<uint64_t> &id = static_cast<ClangTask &>(task).id;
  uint64_t known = id.load(std::memory_order_relaxed);
  if (known == 0) {
    uint64_t next = taskIds.fetch_add(1, std::memory_order_relaxed) + 1;
    if (id.compare_exchange_strong(known, next, std::memory_order_relaxed))
      return next;
  }
  return known;
}

static void destroyTask(ExplicitTask &task) { releaseTaskMemory(&static_cast<ClangTask &>(task)); }

/// The number of the calling thread in the pool's team.
static uint32_t numberIn(const TaskPool *pool) {
  const Context &context = here();
  return context.pool == pool ? context.number : TaskPool::Outside;
}

/// For the results of this and of the next two functions see TaskPool::complete().
static ExplicitTask *completeTask(ClangTask &task) {
  TaskPool &pool = *task.pool;
  return pool.complete(task, numberIn(&pool));
}

/// The task that an event completes has one more reason to be complete.
static ExplicitTask *addReason(ClangTask &task, DetachedEnd<>::Reason reason) {
  return task.event.add(reason) ? completeTask(task) : nullptr;
}

/// What the task does has been done, or this part of it.
static ExplicitTask *endTask(ClangTask &task) {
  // Release and acquire: the last part comes behind the others.
  if (!task.isTied && task.parts.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return nullptr;
  if (task.flags & TaskHasDestructors)
    task.record()->destructors(threadNumber(), task.record());
  return task.hasEvent ? addReason(task, DetachedEnd<>::HasRun) : completeTask(task);
}

/// Where something else comes next.
static void leaveToOthers(TaskPool &pool, ExplicitTask *next) {
  if (next)
    pool.leave(*next, numberIn(&pool));
}

void fulfil(ClangTask &task) {
  TaskPool &pool = *task.pool;
  leaveToOthers(pool, addReason(task, DetachedEnd<>::IsFulfilled));
}

/// The calling thread's task from now on. `memory` is for its record.
static void enter(Context &context, ClangTask &task, void *memory, void *frameEnd) {
  task.tied = task.isTied ? &task : context.current->tied;
  context.current = &task;
  enterTask(memory, frameEnd, task.icvs);
}

[[gnu::noinline]] static ExplicitTask *runTask(ExplicitTask &explicitTask) {
  uint64_t memory[abi::RegionWords];
  auto &task = static_cast<ClangTask &>(explicitTask);
  Context &context = here();
  ExplicitTask *suspended = context.current;
  // Behind what it depends on, which may have finished before it was created.
  if (task.node)
    happensAfter(task.parent->dependences);
  enter(context, task, memory, TACTUS_FRAME_END);
  if (task.record()->routine && (task.flags & TaskOwnsCopies || !isCancelled(task.group)))
    task.record()->routine(threadNumber(), task.record());
  leaveTask(memory);
  context.current = suspended;
  return endTask(task);
}

/// Runs it in the middle of another one.
static void runHere(ExplicitTask &task) {
  TaskPool &pool = *task.pool;
  leaveToOthers(pool, task.run(task));
}

ClangTask &makeTask(int32_t flags, size_t recordBytes, size_t sharedBytes, TaskRoutine routine) {
  Context &context = here();
  ExplicitTask &parent = *context.current;
  recordBytes = (recordBytes + 15) & ~size_t{15};
  auto *memory = static_cast<char *>(takeTaskMemory(sizeof(ClangTask) + recordBytes + sharedBytes));
  auto &task = *new (memory) ClangTask;
  task.pool = &poolOf(context);
  task.parent = &parent;
  task.group = task.current = parent.current;
  task.run = runTask;
  task.destroy = destroyTask;
  task.isTied = flags & TaskIsTied;
  task.isFinal = (flags & TaskIsFinal) || parent.isFinal;
  task.flags = flags;
  task.hasEvent = flags & TaskIsProxy;
  task.recordBytes = recordBytes;
  task.sharedBytes = sharedBytes;
  task.icvs = icvsHere(libompLevels());
  TaskRecord *record = task.record();
  record->shareds = sharedBytes ? memory + sizeof(ClangTask) + recordBytes : nullptr;
  record->routine = routine;
  record->part = 0;
  return task;
}

/// Its parent and its team wait for it from now on.
static void beginOnce(ClangTask &task) {
  if (!task.isTied)
    task.parts.fetch_add(1, std::memory_order_relaxed);
  if (task.hasBegun) {
    // The next part, which the one that runs here leaves to others, goes on with what this one has set.
    task.icvs = currentRegion()->icvs;
    return;
  }
  task.hasBegun = true;
  if (task.flags & TaskHasPriority)
    task.priority = std::clamp(task.record()->priority, 0, environment().maxTaskPriority);
  task.pool->begin(task, numberIn(task.pool));
}

/// Whether the task may run on another thread of its team.
static bool mayBeLeft(const Context &context, const ClangTask &task) {
  return hasTeamForTasks(context) && !context.current->isFinal && task.pool == context.pool &&
         !context.pool->isFull(context.number);
}

void issue(ClangTask &task, bool canWait) {
  Context &context = here();
  beginOnce(task);
  if (canWait && mayBeLeft(context, task))
    return task.pool->push(task, context.number);
  runHere(task);
}

void issueBehind(ClangTask &task, const abi::Dependence *items, uint64_t count) {
  Context &context = here();
  TaskPool &pool = *task.pool;
  beginOnce(task);
  bool isLeft = mayBeLeft(context, task);
  // It will have finished before its parent creates what may be behind it.
  bool endsHere = !isLeft && task.isTied && !task.hasEvent;
  if (endsHere && TaskPool::isBehindNothing(*task.parent, items, count))
    return runHere(task);
  task.isWait = !isLeft;
  std::span<std::byte> space = restOfTaskMemory(&task, sizeof task + task.recordBytes + task.sharedBytes);
  // Once it has been added, another thread may run it.
  if (!pool.addDependences(task, items, count, space)) {
    if (isLeft)
      return;
    pool.help(
        context.number, context.current->tied,
        [](void *waiting) { return static_cast<ClangTask *>(waiting)->isReady.load(std::memory_order_seq_cst); },
        &task);
  } else if (isLeft) {
    return pool.push(task, context.number);
  }
  runHere(task);
}

void beginUndeferred(ClangTask &task, void *frameEnd) {
  Context &context = here();
  beginOnce(task);
  task.suspended = context.current;
  task.region = takeTaskMemory(abi::RegionWords * sizeof(uint64_t));
  enter(context, task, task.region, frameEnd);
}

void endUndeferred(ClangTask &task) {
  leaveTask(task.region);
  releaseTaskMemory(task.region);
  here().current = task.suspended;
  TaskPool &pool = *task.pool;
  leaveToOthers(pool, endTask(task));
}

void awaitChildren() {
  Context &context = here();
  ExplicitTask &task = *context.current;
  task.countChildren();
  if (task.unfinishedChildren() > 0)
    poolOf(context).help(
        context.number, task.tied,
        [](void *waiting) { return static_cast<ExplicitTask *>(waiting)->unfinishedChildren() == 0; }, &task);
  happensAfter(&task);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void beginTaskGroup() {
  ExplicitTask &task = *here().current;
  auto *group = new (demand(sizeof(TaskGroup), 16, "a task group")) TaskGroup;
  group->outer = task.current;
  task.current = group;
}

void endTaskGroup() {
  Context &context = here();
  ExplicitTask &task = *context.current;
  TaskGroup *group = task.current;
  if (!group)
    return;
  if (group->unfinished.load(std::memory_order_acquire) > 0)
    poolOf(context).help(
        context.number, task.tied,
        [](void *waiting) {
          return static_cast<TaskGroup *>(waiting)->unfinished.load(std::memory_order_seq_cst) == 0;
        },
        group);
  happensAfter(group);
  endReductions(*group);
  task.current = group->outer;
  release(group);
}

int32_t cancelTaskGroup() {
  TaskGroup *group = here().current->current;
  if (!mayCancel() || !group)
    return 0;
  group->cancellable().isCancelled.store(true, std::memory_order_relaxed);
  return 1;
}

int32_t taskGroupIsCancelled() { return mayCancel() && isCancelled(here().current->current); }

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(TaskRecord *, __kmpc_omp_task_alloc)
(Ident *, int32_t, int32_t flags, size_t recordBytes, size_t sharedBytes, TaskRoutine routine) {
  return makeTask(flags, recordBytes, sharedBytes, routine).record();
}
TACTUS_ENTRY(TaskRecord *, __kmpc_omp_target_task_alloc)
(Ident *, int32_t, int32_t flags, size_t recordBytes, size_t sharedBytes, TaskRoutine routine, int64_t) {
  return makeTask(flags, recordBytes, sharedBytes, routine).record();
}

TACTUS_ENTRY(int32_t, __kmpc_omp_task)(Ident *, int32_t, TaskRecord *record) {
  issue(ClangTask::of(record));
  return 0;
}
TACTUS_ENTRY(int32_t, __kmpc_omp_task_parts)(Ident *, int32_t, TaskRecord *record) {
  issue(ClangTask::of(record));
  return 0;
}
TACTUS_ENTRY(int32_t, __kmpc_invoke_task_func)(int32_t) { return 0; }

TACTUS_ENTRY(void, __kmpc_omp_task_begin_if0)(Ident *, int32_t, TaskRecord *record) {
  beginUndeferred(ClangTask::of(record), TACTUS_CALLERS_FRAME);
}
TACTUS_ENTRY(void, __kmpc_omp_task_complete_if0)(Ident *, int32_t, TaskRecord *record) {
  endUndeferred(ClangTask::of(record));
}

TACTUS_ENTRY(int32_t, __kmpc_omp_taskwait)(Ident *, int32_t) {
  awaitChildren();
  return 0;
}

TACTUS_ENTRY(int32_t, __kmpc_omp_taskyield)(Ident *, int32_t, int) {
  Context &context = here();
  if (!hasTeamForTasks(context))
    return 0;
  if (ExplicitTask *task = context.pool->find(context.number, context.current->tied)) {
    happensAfter(task);
    runHere(*task);
  }
  return 0;
}

TACTUS_ENTRY(void, __kmpc_taskgroup)(Ident *, int32_t) { beginTaskGroup(); }
TACTUS_ENTRY(void, __kmpc_end_taskgroup)(Ident *, int32_t) { endTaskGroup(); }

TACTUS_ENTRY(ClangTask *, __kmpc_task_allow_completion_event)(Ident *, int32_t, TaskRecord *record) {
  ClangTask &task = ClangTask::of(record);
  task.hasEvent = true;
  return &task;
}
TACTUS_ENTRY(void, omp_fulfill_event)(ClangTask *event) { fulfil(*event); }
TACTUS_ENTRY(void, omp_fulfill_event_)(ClangTask *const *event) { fulfil(**event); }
TACTUS_ENTRY(void, __kmpc_proxy_task_completed)(int32_t, TaskRecord *record) { fulfil(ClangTask::of(record)); }
TACTUS_ENTRY(void, __kmpc_proxy_task_completed_ooo)(TaskRecord *record) { fulfil(ClangTask::of(record)); }

TACTUS_ENTRY(uint64_t, __kmpc_get_taskid)() { return idOf(*here().current); }
TACTUS_ENTRY(uint64_t, __kmpc_get_parent_taskid)() {
  ExplicitTask &task = *here().current;
  return task.isImplicit ? 0 : idOf(*task.parent);
}
TACTUS_ENTRY(int32_t, __kmpc_omp_reg_task_with_affinity)(Ident *, int32_t, TaskRecord *, int32_t, void *) { return 0; }
TACTUS_ENTRY(bool, __kmpc_omp_has_task_team)(int32_t) { return hasTeamForTasks(here()); }

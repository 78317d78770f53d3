//===- tasks.cpp - tells a tool of explicit tasks --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     record that the compiler asks for │ ExplicitTrace
//
// The record's routine is runTraced(), which calls the compiler's. So whoever runs the task, the tool is told.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include "libomp/parallel.h"
#include "libomp/tasks.h"
#include "os/allocation.h"
#include "tasks/dependence_graph.h"

#include <algorithm>
#include <new>

using tactus::libomp::Ident;
using tactus::libomp::TaskRecord;
using tactus::libomp::TaskRoutine;

extern "C" {
TaskRecord *tactus_entry___kmpc_omp_task_alloc(Ident *, int32_t, int32_t, size_t, size_t, TaskRoutine);
int32_t tactus_entry___kmpc_omp_task(Ident *, int32_t, TaskRecord *);
int32_t tactus_entry___kmpc_omp_task_with_deps(Ident *, int32_t, TaskRecord *, int32_t, const tactus::abi::Dependence *,
                                               int32_t, const tactus::abi::Dependence *);
void tactus_entry___kmpc_omp_wait_deps(Ident *, int32_t, int32_t, const tactus::abi::Dependence *, int32_t,
                                       const tactus::abi::Dependence *);
void tactus_entry___kmpc_omp_taskwait_deps_51(Ident *, int32_t, int32_t, const tactus::abi::Dependence *, int32_t,
                                              const tactus::abi::Dependence *, int32_t);
int32_t tactus_entry___kmpc_omp_taskwait(Ident *, int32_t);
int32_t tactus_entry___kmpc_omp_taskyield(Ident *, int32_t, int);
void tactus_entry___kmpc_taskloop(Ident *, int32_t, TaskRecord *, int32_t, uint64_t *, uint64_t *, int64_t, int32_t,
                                  int32_t, uint64_t, void *);
void tactus_entry___kmpc_taskloop_5(Ident *, int32_t, TaskRecord *, int32_t, uint64_t *, uint64_t *, int64_t, int32_t,
                                    int32_t, uint64_t, int32_t, void *);
void tactus_entry_omp_fulfill_event(tactus::libomp::ClangTask *);
}

namespace tactus::ompt {

using namespace tactus::libomp;

namespace {

struct alignas(16) ExplicitTrace : Task {
  TaskRoutine routine = nullptr;
  bool isCreated = false;
  /// Of a task loop's, what it is told when it begins.
  struct {
    uint64_t first = 0, iterations = 0;
  } chunk;
};

/// ompt_dependence_t.
struct ToldDependence {
  Data variable;
  int32_t kind;
};

constexpr int32_t OfTaskgroup = 8, IsDiscarded = 0x40;

} // namespace

static int32_t runTraced(int32_t threadNumber, TaskRecord *record);

static bool isTraced(const TaskRecord *record) { return record->routine == runTraced; }

static ExplicitTrace &traceOf(TaskRecord *record) {
  auto *end = reinterpret_cast<char *>(record) + ClangTask::of(record).recordBytes;
  return reinterpret_cast<ExplicitTrace *>(end)[-1];
}

static void suspend(Task &prior, TaskStatus status, Task *next) {
  tell(TaskSchedule, &prior.data, int32_t{status}, next ? &next->data : nullptr);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static TaskRecord *traced___kmpc_omp_task_alloc(Ident *ident, int32_t thread, int32_t flags, size_t recordBytes,
                                                size_t sharedBytes, TaskRoutine routine) {
  if (!hasTool())
    return tactus_entry___kmpc_omp_task_alloc(ident, thread, flags, recordBytes, sharedBytes, routine);
  recordBytes = (recordBytes + 15) & ~size_t{15};
  // The routine is called also in a cancelled group: it says that the task is discarded.
  TaskRecord *record = tactus_entry___kmpc_omp_task_alloc(ident, thread, flags | TaskOwnsCopies,
                                                          recordBytes + sizeof(ExplicitTrace), sharedBytes, runTraced);
  auto &trace = *new (&traceOf(record)) ExplicitTrace;
  trace.routine = routine;
  trace.memory = record;
  trace.bytes = recordBytes + sharedBytes;
  return record;
}

static TaskRecord *traced___kmpc_omp_target_task_alloc(Ident *ident, int32_t thread, int32_t flags, size_t recordBytes,
                                                       size_t sharedBytes, TaskRoutine routine, int64_t) {
  return traced___kmpc_omp_task_alloc(ident, thread, flags, recordBytes, sharedBytes, routine);
}

/// The task exists from now on. An untied one comes here again with each of its parts.
static void create(Call &call, TaskRecord *record, bool isDeferred, bool hasDependences) {
  ExplicitTrace &trace = traceOf(record);
  if (trace.isCreated)
    return;
  const ClangTask &task = ClangTask::of(record);
  const Context &context = here();
  bool isUndeferred = !isDeferred || context.current->isFinal || context.teamSize() == 1;
  trace.isCreated = true;
  trace.parent = &call.task;
  trace.team = call.task.team;
  trace.frame.exitFlags = Call::FramePointer | Call::OfApplication;
  trace.kind =
      IsExplicit | (isUndeferred ? IsUndeferred : 0) | (task.isTied ? 0 : IsUntied) | (task.isFinal ? IsFinal : 0);
  tell(TaskCreate, &call.task.data, &call.task.frame, &trace.data, trace.kind, int{hasDependences}, call.from);
}

namespace {
/// The items of two lists.
class Items {
public:
  Items(int32_t count, const abi::Dependence *list, int32_t moreCount, const abi::Dependence *more)
      : count(static_cast<size_t>(std::max(count, 0) + std::max(moreCount, 0))),
        items(static_cast<abi::Dependence *>(demand((this->count + 1) * sizeof *items, 16, "dependences"))) {
    std::copy_n(list, std::max(count, 0), items);
    std::copy_n(more, std::max(moreCount, 0), items + std::max(count, 0));
    for (size_t index = 0; index < this->count; ++index)
      if ((items[index].kind & abi::DependsOnAllMemory) || items[index].address == UINT64_MAX)
        items[index] = {0, 0, abi::DependsOnAllMemory};
  }
  ~Items() { release(items); }
  Items(const Items &) = delete;
  Items &operator=(const Items &) = delete;

  const size_t count;
  abi::Dependence *const items;
};
} // namespace

static int32_t toldKind(uint8_t kind) {
  constexpr int32_t InOutSet = 7, OutAllMemory = 34;
  return kind == abi::DependsOnAllMemory ? OutAllMemory : kind == abi::DependsInOutSet ? InOutSet : kind;
}

static void tellItems(Task &task, const Items &all) {
  auto *told = static_cast<ToldDependence *>(demand((all.count + 1) * sizeof(ToldDependence), 16, "dependences"));
  for (size_t index = 0; index < all.count; ++index) {
    told[index].variable.value = all.items[index].address;
    told[index].kind = toldKind(all.items[index].kind);
  }
  tell(DependencesOfTask, &task.data, told, static_cast<int>(all.count));
  release(told);
}

/// The tasks of the same parent that are before it, and have not finished.
static void tellPredecessors(Task &task, const Items &all) {
  TaskDependences *among = here().current->dependences;
  if (!among)
    return;
  // None of them is destroyed as long as the lock is held.
  Holding held(among->lock);
  among->graph.visitBefore(
      all.items, all.count,
      [](DependenceNode &node, void *context) {
        auto &before = *static_cast<ExplicitTask *>(node.owner);
        if (before.isWait && !before.run)
          return;
        TaskRecord *record = static_cast<ClangTask &>(before).record();
        if (isTraced(record))
          tell(TaskDependence, &traceOf(record).data, &static_cast<Task *>(context)->data);
      },
      &task);
}

static void tellDependences(Task &task, const Items &all) {
  tellItems(task, all);
  tellPredecessors(task, all);
}

static int32_t traced___kmpc_omp_task(Ident *ident, int32_t thread, TaskRecord *record) {
  if (!isTraced(record))
    return tactus_entry___kmpc_omp_task(ident, thread, record);
  TACTUS_TRACED_CALL;
  create(call, record, true, false);
  return tactus_entry___kmpc_omp_task(ident, thread, record);
}

static int32_t traced___kmpc_omp_task_with_deps(Ident *ident, int32_t thread, TaskRecord *record, int32_t count,
                                                const abi::Dependence *list, int32_t moreCount,
                                                const abi::Dependence *more) {
  if (!isTraced(record))
    return tactus_entry___kmpc_omp_task_with_deps(ident, thread, record, count, list, moreCount, more);
  TACTUS_TRACED_CALL;
  create(call, record, true, count + moreCount > 0);
  tellDependences(traceOf(record), Items(count, list, moreCount, more));
  return tactus_entry___kmpc_omp_task_with_deps(ident, thread, record, count, list, moreCount, more);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {
/// What the thread that runs the task comes back to.
struct Prior {
  Task *task;
  int32_t state;
  TaskStatus suspension;
};
} // namespace

/// The calling thread runs the task from now on; `frame` is that of whoever calls its code.
static Prior enter(Thread &thread, ExplicitTrace &trace, void *frame) {
  Prior prior{thread.current, thread.state, thread.suspension};
  suspend(*prior.task, prior.suspension, &trace);
  thread.suspension = Switched;
  thread.state = Works;
  thread.current = &trace;
  trace.number = prior.task->number;
  // Tasks are nested as they run.
  trace.parent = prior.task;
  trace.frame.exit.ptr = frame;
  return prior;
}

static void leave(Thread &thread, ExplicitTrace &trace, const Prior &prior, TaskStatus status) {
  trace.frame.exit.ptr = nullptr;
  thread.current = prior.task;
  thread.state = prior.state;
  thread.suspension = prior.suspension;
  suspend(trace, status, prior.task);
}

static TaskStatus statusAtEnd(const ClangTask &task) {
  if (isCancelled(task.group))
    return Cancelled;
  // Another part of it waits, or runs already.
  if (!task.isTied && task.parts.load(std::memory_order_relaxed) > 1)
    return Switched;
  return task.hasEvent && !task.event.has(DetachedEnd<>::IsFulfilled) ? Detached : Complete;
}

static int32_t runTraced(int32_t threadNumber, TaskRecord *record) {
  ExplicitTrace &trace = traceOf(record);
  ClangTask &task = ClangTask::of(record);
  Thread &thread = thisThread(true);
  if (isCancelled(task.group)) {
    tell(Cancel, &trace.data, OfTaskgroup | IsDiscarded, static_cast<const void *>(nullptr));
    return 0;
  }
  Prior prior = enter(thread, trace, __builtin_frame_address(0));
  if (trace.chunk.iterations) {
    constexpr int32_t TaskloopChunk = 4;
    Data instance;
    instance.ptr = &trace.chunk;
    tell(Dispatch, &trace.team->data, &trace.data, TaskloopChunk, instance);
  }
  int32_t result = trace.routine(threadNumber, record);
  leave(thread, trace, prior, statusAtEnd(task));
  return result;
}

/// The caller's frame, which calls the code by itself.
#define CALLERS_FRAME (*static_cast<void **>(__builtin_frame_address(0)))

static void traced___kmpc_omp_task_begin_if0(Ident *, int32_t, TaskRecord *record) {
  if (isTraced(record)) {
    {
      Call call(__builtin_return_address(0), CALLERS_FRAME);
      create(call, record, false, false);
    }
    // Until the code has run.
    self.current->frame.enter.ptr = CALLERS_FRAME;
    enter(self, traceOf(record), CALLERS_FRAME);
  }
  beginUndeferred(ClangTask::of(record), TACTUS_CALLERS_FRAME);
}

static void traced___kmpc_omp_task_complete_if0(Ident *, int32_t, TaskRecord *record) {
  if (isTraced(record)) {
    ExplicitTrace &trace = traceOf(record);
    leave(self, trace, {trace.parent, Works, Switched}, statusAtEnd(ClangTask::of(record)));
    trace.parent->frame.enter.ptr = nullptr;
  }
  endUndeferred(ClangTask::of(record));
}

static void traced_omp_fulfill_event(ClangTask *event) {
  if (hasTool() && isTraced(event->record())) {
    bool hasRun = event->event.has(DetachedEnd<>::HasRun);
    suspend(traceOf(event->record()), hasRun ? LateFulfilled : EarlyFulfilled, nullptr);
  }
  tactus_entry_omp_fulfill_event(event);
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

static int32_t traced___kmpc_omp_taskwait(Ident *ident, int32_t thread) {
  if (!hasTool())
    return tactus_entry___kmpc_omp_taskwait(ident, thread);
  TACTUS_TRACED_CALL;
  tellSync(Taskwait, Begin, &call.team, call.task, call.from);
  Waiting waiting(call.thread, Taskwait, WaitsForTasks, call.from);
  tactus_entry___kmpc_omp_taskwait(ident, thread);
  waiting.end();
  tellSync(Taskwait, End, &call.team, call.task, call.from);
  return 0;
}

/// A wait with dependences is a task, as far as the tool is told.
template <typename Wait>
static void waitTraced(Call &call, int32_t count, const abi::Dependence *list, int32_t moreCount,
                       const abi::Dependence *more, Wait wait) {
  Task task;
  task.team = call.task.team;
  tell(TaskCreate, &call.task.data, &call.task.frame, &task.data, IsTaskwait | IsUndeferred | IsMergeable, 1,
       call.from);
  tellDependences(task, Items(count, list, moreCount, more));
  wait();
  suspend(task, TaskwaitComplete, nullptr);
}

static void traced___kmpc_omp_wait_deps(Ident *ident, int32_t thread, int32_t count, const abi::Dependence *list,
                                        int32_t moreCount, const abi::Dependence *more) {
  if (!hasTool())
    return tactus_entry___kmpc_omp_wait_deps(ident, thread, count, list, moreCount, more);
  TACTUS_TRACED_CALL;
  waitTraced(call, count, list, moreCount, more,
             [=] { tactus_entry___kmpc_omp_wait_deps(ident, thread, count, list, moreCount, more); });
}

static void traced___kmpc_omp_taskwait_deps_51(Ident *ident, int32_t thread, int32_t count, const abi::Dependence *list,
                                               int32_t moreCount, const abi::Dependence *more, int32_t hasNowait) {
  if (!hasTool())
    return tactus_entry___kmpc_omp_taskwait_deps_51(ident, thread, count, list, moreCount, more, hasNowait);
  TACTUS_TRACED_CALL;
  waitTraced(call, count, list, moreCount, more,
             [=] { tactus_entry___kmpc_omp_taskwait_deps_51(ident, thread, count, list, moreCount, more, hasNowait); });
}

static int32_t traced___kmpc_omp_taskyield(Ident *ident, int32_t thread, int end) {
  if (!hasTool())
    return tactus_entry___kmpc_omp_taskyield(ident, thread, end);
  TACTUS_TRACED_CALL;
  call.thread.suspension = Yielded;
  tactus_entry___kmpc_omp_taskyield(ident, thread, end);
  call.thread.suspension = Switched;
  return 0;
}

static void traced___kmpc_taskgroup(Ident *, int32_t) {
  if (hasTool()) {
    TACTUS_TRACED_CALL;
    tellSync(Taskgroup, Begin, &call.team, call.task, call.from);
  }
  beginTaskGroup();
}

static void endGroup(Call &call) {
  Waiting waiting(call.thread, Taskgroup, WaitsForGroup, call.from);
  endTaskGroup();
  waiting.end();
  tellSync(Taskgroup, End, &call.team, call.task, call.from);
}

static void traced___kmpc_end_taskgroup(Ident *, int32_t) {
  if (!hasTool())
    return endTaskGroup();
  TACTUS_TRACED_CALL;
  endGroup(call);
}

//===----------------------------------------------------------------------===//
// Task loops
//===----------------------------------------------------------------------===//

namespace {
/// The one that the calling thread is creating the tasks of.
struct Taskloop {
  using Duplicate = void (*)(TaskRecord *copy, TaskRecord *pattern, int32_t isLast);

  Call &call;
  Duplicate duplicate;
  ptrdiff_t lower, upper;
  int64_t step;
  bool isDeferred;
  Taskloop *outer;

  static uint64_t boundOf(TaskRecord *copy, ptrdiff_t offset) {
    return *reinterpret_cast<uint64_t *>(reinterpret_cast<char *>(copy) + offset);
  }
};
constinit thread_local Taskloop *innermostTaskloop = nullptr;
} // namespace

/// In front of the compiler's function.
static void duplicateTraced(TaskRecord *copy, TaskRecord *pattern, int32_t isLast) {
  const Taskloop &loop = *innermostTaskloop;
  TaskRoutine routine = traceOf(pattern).routine;
  size_t bytes = traceOf(pattern).bytes;
  auto &trace = *new (&traceOf(copy)) ExplicitTrace;
  trace.routine = routine;
  trace.memory = copy;
  trace.bytes = bytes;
  trace.chunk.first = Taskloop::boundOf(copy, loop.lower);
  auto distance = static_cast<int64_t>(Taskloop::boundOf(copy, loop.upper) - trace.chunk.first);
  trace.chunk.iterations = static_cast<uint64_t>(distance / loop.step + 1);
  create(loop.call, copy, loop.isDeferred, false);
  if (loop.duplicate)
    loop.duplicate(copy, pattern, isLast);
}

static void runTaskloop(Call &call, Ident *ident, int32_t thread, TaskRecord *pattern, int32_t isDeferred,
                        uint64_t *lower, uint64_t *upper, int64_t step, int32_t hasNogroup, int32_t schedule,
                        uint64_t size, int32_t isStrict, void *duplicate) {
  constexpr int32_t TaskloopWork = 7;
  auto offsetOf = [=](uint64_t *bound) { return reinterpret_cast<char *>(bound) - reinterpret_cast<char *>(pattern); };
  auto distance = static_cast<int64_t>(*upper - *lower);
  uint64_t count = (step > 0) == (distance >= 0) || !distance ? static_cast<uint64_t>(distance / step + 1) : 0;
  Taskloop loop{call,
                reinterpret_cast<Taskloop::Duplicate>(duplicate),
                offsetOf(lower),
                offsetOf(upper),
                step,
                isDeferred != 0,
                innermostTaskloop};
  if (!hasNogroup) {
    tellSync(Taskgroup, Begin, &call.team, call.task, call.from);
    beginTaskGroup();
  }
  tell(Work, TaskloopWork, int32_t{Begin}, &call.team.data, &call.task.data, count, call.from);
  innermostTaskloop = &loop;
  tactus_entry___kmpc_taskloop_5(ident, thread, pattern, isDeferred, lower, upper, step, true, schedule, size, isStrict,
                                 reinterpret_cast<void *>(duplicateTraced));
  innermostTaskloop = loop.outer;
  tell(Work, TaskloopWork, int32_t{End}, &call.team.data, &call.task.data, count, call.from);
  if (!hasNogroup)
    endGroup(call);
}

static void traced___kmpc_taskloop(Ident *ident, int32_t thread, TaskRecord *pattern, int32_t isDeferred,
                                   uint64_t *lower, uint64_t *upper, int64_t step, int32_t hasNogroup, int32_t schedule,
                                   uint64_t size, void *duplicate) {
  if (!isTraced(pattern))
    return tactus_entry___kmpc_taskloop(ident, thread, pattern, isDeferred, lower, upper, step, hasNogroup, schedule,
                                        size, duplicate);
  TACTUS_TRACED_CALL;
  runTaskloop(call, ident, thread, pattern, isDeferred, lower, upper, step, hasNogroup, schedule, size, false,
              duplicate);
}

static void traced___kmpc_taskloop_5(Ident *ident, int32_t thread, TaskRecord *pattern, int32_t isDeferred,
                                     uint64_t *lower, uint64_t *upper, int64_t step, int32_t hasNogroup,
                                     int32_t schedule, uint64_t size, int32_t isStrict, void *duplicate) {
  if (!isTraced(pattern))
    return tactus_entry___kmpc_taskloop_5(ident, thread, pattern, isDeferred, lower, upper, step, hasNogroup, schedule,
                                          size, isStrict, duplicate);
  TACTUS_TRACED_CALL;
  runTaskloop(call, ident, thread, pattern, isDeferred, lower, upper, step, hasNogroup, schedule, size, isStrict,
              duplicate);
}

void traceTasks() {
  TACTUS_TRACE(__kmpc_omp_task_alloc);
  TACTUS_TRACE(__kmpc_omp_target_task_alloc);
  TACTUS_TRACE(__kmpc_omp_task);
  TACTUS_TRACE(__kmpc_omp_task_with_deps);
  TACTUS_TRACE(__kmpc_omp_wait_deps);
  TACTUS_TRACE(__kmpc_omp_taskwait_deps_51);
  TACTUS_TRACE(__kmpc_omp_task_begin_if0);
  TACTUS_TRACE(__kmpc_omp_task_complete_if0);
  TACTUS_TRACE(omp_fulfill_event);
  TACTUS_TRACE(__kmpc_omp_taskwait);
  TACTUS_TRACE(__kmpc_omp_taskyield);
  TACTUS_TRACE(__kmpc_taskgroup);
  TACTUS_TRACE(__kmpc_end_taskgroup);
  TACTUS_TRACE(__kmpc_taskloop);
  TACTUS_TRACE(__kmpc_taskloop_5);
}

} // namespace tactus::ompt

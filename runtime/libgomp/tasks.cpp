//===- tasks.cpp - tasks of gcc's code ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libgomp/tasks.h"

#include "libomp/division.h"
#include "libomp/environment.h"

#include <algorithm>
#include <cstring>

extern "C" {
void tactus_entry_GOMP_taskgroup_reduction_register(uintptr_t *data);
}

namespace tactus::libgomp {

namespace {

/// What gcc says of a task.
enum Flags : unsigned {
  IsUntied = 1,
  IsFinal = 2,
  HasDependences = 8,
  HasPriority = 16,
  IsUp = 256,
  HasGrainSize = 512,
  IsDeferred = 1024,
  HasNoGroup = 2048,
  Reduces = 4096,
  HasEvent = 8192,
  IsStrict = 16384,
};

using Copy = void (*)(void *to, void *from);

/// Of a task or taskloop.
struct Source {
  Code code;
  void *data;
  Copy copy;
  size_t bytes, alignment;
  unsigned flags;
  int priority;
};

/// Firstprivate variables follow, where they are aligned.
struct Record : TaskRecord {
  Code code;
  void *data;
};

int32_t runRecord(int32_t, TaskRecord *record) {
  const auto *task = static_cast<const Record *>(record);
  task->code(task->data);
  return 0;
}

/// A task that has not begun; its copy of the data is at `data`.
ClangTask &make(const Source &source, void *&data) {
  int32_t flags = (source.flags & IsUntied ? 0 : TaskIsTied) | (source.flags & IsFinal ? TaskIsFinal : 0) |
                  (source.priority ? TaskHasPriority : 0) | (source.copy ? TaskOwnsCopies : 0);
  size_t alignment = std::max<size_t>(source.alignment, 1);
  ClangTask &task = makeTask(flags, sizeof(Record) + source.bytes + alignment - 1, 0, runRecord);
  auto *record = static_cast<Record *>(task.record());
  auto behind = reinterpret_cast<uintptr_t>(record + 1);
  data = reinterpret_cast<void *>((behind + alignment - 1) & ~(alignment - 1));
  record->priority = source.priority;
  record->code = source.code;
  record->data = data;
  return task;
}

void fill(const Source &source, void *data) {
  if (source.copy)
    source.copy(data, source.data);
  else if (source.bytes)
    memcpy(data, source.data, source.bytes);
}

} // namespace

/// Nothing begins any more in what has been cancelled.
static bool isCancelledHere() { return isTeamCancelled() || isCancelled(here().current->current); }

void issueCode(Code code, void *data, size_t bytes, void **dependences) {
  Source source{code, data, nullptr, bytes, 16, 0, 0};
  void *copy;
  ClangTask &task = make(source, copy);
  fill(source, copy);
  Dependences items(dependences);
  items.size() ? issueBehind(task, items.begin(), items.size()) : issue(task);
}

static void createTask(const Source &source, bool isDeferred, void **dependences, void *event) {
  if (isCancelledHere())
    return;
  void *data;
  ClangTask &task = make(source, data);
  bool hasEvent = source.flags & HasEvent;
  if (hasEvent) {
    task.hasEvent = true;
    *static_cast<ClangTask **>(event) = &task;
    if (source.data)
      *static_cast<ClangTask **>(source.data) = &task;
  }
  fill(source, data);
  Dependences items(source.flags & HasDependences ? dependences : nullptr);
  if (isDeferred && items.size())
    return issueBehind(task, items.begin(), items.size());
  items.await();
  issue(task, isDeferred);
  if (hasEvent && !isDeferred)
    awaitChildren();
}

/// The tasks of a loop whose bounds are the first two words of its data.
static void createTasks(const Source &source, uint64_t count, uint64_t wanted, uint64_t start, uint64_t step) {
  bool hasGroup = !(source.flags & HasNoGroup), isReduction = hasGroup && source.flags & Reduces;
  // Behind the bounds.
  uintptr_t *reductions = isReduction ? static_cast<uintptr_t **>(source.data)[2] : nullptr;
  if (count == 0 || isCancelledHere()) {
    // Says that there are no copies to combine.
    if (isReduction)
      reductions[2] = 0;
    return;
  }
  if (hasGroup)
    beginTaskGroup();
  if (isReduction)
    tactus_entry_GOMP_taskgroup_reduction_register(reductions);
  int32_t schedule = source.flags & HasGrainSize ? GrainSize : wanted ? TaskCount : Free;
  Division division(count, schedule, wanted, source.flags & IsStrict, here().teamSize());
  uint64_t first = 0;
  for (uint64_t index = 0; index < division.tasks; ++index) {
    uint64_t size = division.sizeOf(index, count - first);
    void *data;
    ClangTask &task = make(source, data);
    fill(source, data);
    auto *bounds = static_cast<uint64_t *>(data);
    bounds[0] = start + first * step;
    bounds[1] = bounds[0] + size * step;
    if (index + 1 == division.tasks) // what is behind the last iteration need not be a number
      bounds[1] = bounds[1] - step + (static_cast<int64_t>(step) > 0 ? 1 : UINT64_MAX);
    first += size;
    issue(task, source.flags & IsDeferred);
  }
  if (hasGroup)
    endTaskGroup();
}

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

TACTUS_ENTRY(void, GOMP_task)
(Code code, void *data, Copy copy, long bytes, long alignment, Bool isDeferred, unsigned flags, void **dependences,
 int priority, void *event) {
  Source source{code,
                data,
                copy,
                static_cast<size_t>(bytes),
                static_cast<size_t>(alignment),
                flags,
                flags & HasPriority ? priority : 0};
  createTask(source, isDeferred, dependences, event);
}

TACTUS_ENTRY(void, GOMP_taskloop)
(Code code, void *data, Copy copy, long bytes, long alignment, unsigned flags, unsigned long tasks, int priority,
 long start, long end, long step) {
  Source source{code, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment), flags, priority};
  LoopPlan loop = LoopPlan::of<long>(0, start, end, step, step > 0, 0);
  createTasks(source, loop.count, tasks, loop.lower, loop.step);
}
TACTUS_ENTRY(void, GOMP_taskloop_ull)
(Code code, void *data, Copy copy, long bytes, long alignment, unsigned flags, unsigned long tasks, int priority,
 uint64_t start, uint64_t end, uint64_t step) {
  Source source{code, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment), flags, priority};
  LoopPlan loop = LoopPlan::of<uint64_t>(0, start, end, step, flags & IsUp, 0);
  createTasks(source, loop.count, tasks, loop.lower, loop.step);
}

TACTUS_ENTRY(void, GOMP_taskwait)() { awaitChildren(); }
TACTUS_ENTRY(void, GOMP_taskwait_depend)(void **dependences) {
  if (!isCancelledHere())
    Dependences(dependences).await();
}
TACTUS_ENTRY(void, GOMP_taskgroup_start)() { beginTaskGroup(); }
TACTUS_ENTRY(void, GOMP_taskgroup_end)() { endTaskGroup(); }

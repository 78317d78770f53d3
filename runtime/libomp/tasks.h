//===- tasks.h - tasks as plain clang creates them ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task's memory:
//
//     ┌───────────┬────────────┬──────────────────┬──────────────────────┐
//     │ ClangTask │ TaskRecord │ firstprivate ... │ addresses of shareds │
//     └───────────┴────────────┴──────────────────┴──────────────────────┘
//                 ▲ what the compiler knows the task by
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_TASKS_H
#define TACTUS_RUNTIME_LIBOMP_TASKS_H

#include "libomp/context.h"
#include "tasks/icv_set.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tactus::libomp {

struct TaskRecord;
using TaskRoutine = int32_t (*)(int32_t thread, TaskRecord *record);

/// In clang's layout (kmp_task_t); firstprivate variables follow.
struct TaskRecord {
  void *shareds;
  TaskRoutine routine;
  int32_t part;
  TaskRoutine destructors;
  union {
    int32_t priority;
    void *reserved;
  };
};
static_assert(sizeof(TaskRecord) == 40);

/// Clang's flags of a task.
enum TaskFlags : int32_t {
  TaskIsTied = 1,
  TaskIsFinal = 2,
  TaskHasDestructors = 8,
  TaskIsProxy = 16,
  TaskHasPriority = 32,
  TaskIsDetachable = 64,
  /// None of clang's: it runs in a cancelled group, too, because its code destroys what has been copied for it.
  TaskOwnsCopies = 1 << 30,
};

struct alignas(16) ClangTask : ExplicitTask {
  IcvSet icvs{};
  /// 0 until somebody asks. Relaxed: it only numbers.
  std::atomic<uint64_t> id{0};
  size_t recordBytes = 0, sharedBytes = 0;
  int32_t flags = 0;
  bool hasBegun = false, hasEvent = false;
  DetachedEnd<> event;
  /// Of an untied task, parts that run or wait. The part that ends last ends the task.
  std::atomic<uint32_t> parts{0};
  /// Of a task that the compiler calls by itself, what the thread ran before, and where its region's record is; written
  /// when it begins.
  ExplicitTask *suspended;
  void *region;

  TaskRecord *record() { return reinterpret_cast<TaskRecord *>(this + 1); }
  static ClangTask &of(TaskRecord *record) { return reinterpret_cast<ClangTask *>(record)[-1]; }
};

/// A new task of the calling one.
ClangTask &makeTask(int32_t flags, size_t recordBytes, size_t sharedBytes, TaskRoutine routine);
/// Runs it, or leaves it to whoever has time. `canWait` if it need not run at once.
void issue(ClangTask &task, bool canWait = true);
/// The same of a task with dependences.
void issueBehind(ClangTask &task, const abi::Dependence *items, uint64_t count);
/// Around the code of a task that the compiler calls by itself. `frameEnd` is above all frames of that code.
void beginUndeferred(ClangTask &task, void *frameEnd);
void endUndeferred(ClangTask &task);
/// The event that completes the task has come.
void fulfil(ClangTask &task);

/// Waits for the children of the calling task.
void awaitChildren();

void beginTaskGroup();
void endTaskGroup();
/// The kind of __kmpc_cancel() that is about task groups.
inline constexpr int32_t CancelsTaskGroup = 4;
int32_t cancelTaskGroup();
int32_t taskGroupIsCancelled();
/// Whether tasks of the group, null for none, begin no more.
inline bool isCancelled(TaskGroup *group) {
  return group && group->cancellable().isCancelled.load(std::memory_order_relaxed);
}

/// Combines what the group's tasks have left (task_reduction.cpp). All of them are complete.
void endReductions(TaskGroup &group);

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_TASKS_H

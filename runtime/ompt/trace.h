//===- trace.h - where a thread is, as a tool is told --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Beside the contexts of libomp/ each thread of a program with a tool has a second line of records, of what the tool
// may ask for: the task that runs, those around, and their regions. Records are where the functions of this room keep
// them:
//
//     implicit task of a member     in the frame of the microtask that stands in front of the member's own
//     region                        in the frame of the call that begins it
//     explicit task                 at the end of the record that the compiler asks for
//     initial task and its region   the thread's
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OMPT_TRACE_H
#define TACTUS_RUNTIME_OMPT_TRACE_H

#include "ompt/tool.h"

#include "libomp/context.h"
#include "libomp/rows.h"

#include <atomic>

namespace tactus::ompt {

/// ompt_frame_t.
struct Frame {
  Data exit, enter;
  int32_t exitFlags = 0, enterFlags = 0;
};

/// ompt_task_flag_t.
enum TaskKind : int32_t {
  IsInitial = 1,
  IsImplicit = 2,
  IsExplicit = 4,
  IsTaskwait = 0x10,
  IsUndeferred = 0x0800'0000,
  IsUntied = 0x1000'0000,
  IsFinal = 0x2000'0000,
  IsMergeable = 0x4000'0000
};

/// ompt_task_status_t.
enum TaskStatus : int32_t {
  Complete = 1,
  Yielded,
  Cancelled,
  Detached,
  EarlyFulfilled,
  LateFulfilled,
  Switched,
  TaskwaitComplete
};

/// ompt_state_t.
enum State : int32_t {
  WorksSerially = 0,
  Works = 1,
  Reduces = 2,
  WaitsAtEnd = 0x11,
  WaitsAtConstruct = 0x12,
  WaitsAtBarrier = 0x14,
  WaitsAtOther = 0x15,
  WaitsForTasks = 0x20,
  WaitsForGroup = 0x21,
  WaitsForLock = 0x41,
  WaitsForCritical = 0x42,
  WaitsForTurn = 0x44,
  IsUndefined = 0x102
};

/// ompt_sync_region_t.
enum SyncKind : int32_t {
  ExplicitBarrier = 3,
  OtherBarrier,
  Taskwait,
  Taskgroup,
  ReductionKind,
  ConstructsBarrier,
  RegionsBarrier
};

struct Task;

/// A parallel region, or what is around all of them.
struct Team {
  Data data;
  Team *outer = nullptr;
  Task *encountering = nullptr;
  uint32_t size = 1;
};

struct Task {
  Data data;
  Frame frame;
  /// That has created it, or met its region.
  Task *parent = nullptr;
  Team *team = nullptr;
  int32_t kind = 0, number = 0;
  /// Of an explicit one.
  void *memory = nullptr;
  size_t bytes = 0;
  /// Of the loop that it is in, whose chunks it asks for.
  int32_t loop = 0;
  uint64_t iterations = 0;
};

struct Thread {
  Data data;
  Task *current = nullptr;
  Task initial;
  Team around;
  int32_t state = WorksSerially;
  uint64_t waitsFor = 0;
  bool hasBegun = false, isWorker = false;
  /// Why the task is suspended that the next one to run here interrupts.
  TaskStatus suspension = Switched;
};

extern constinit thread_local Thread self;
void beginThread(bool isWorker);
/// The calling thread, which is one of OpenMP's from now on.
inline Thread &thisThread(bool isWorker = false) {
  if (!self.hasBegun)
    beginThread(isWorker);
  return self;
}

/// Changes the table, and back.
void changeTable();
void restoreTable();
/// Threads of crews end, if they are in no region, and if they are not late.
void endWorkers();
/// The calling thread ends, as far as the tool is concerned.
void endTrace();

/// A call of the program's. While it lasts, its task has entered the runtime.
class Call {
public:
  Call(const void *from, void *frame) : thread(thisThread()), task(*thread.current), team(*task.team), from(from) {
    before = task.frame.enter;
    task.frame.enter.ptr = frame;
    task.frame.enterFlags = FramePointer;
  }
  ~Call() { task.frame.enter = before; }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  static constexpr int32_t FramePointer = 0x20, OfApplication = 1;

  Thread &thread;
  Task &task;
  Team &team;
  const void *const from;

private:
  Data before;
};

#define TACTUS_TRACED_CALL Call call(__builtin_return_address(0), __builtin_frame_address(0))

/// While it exists, the thread waits; the tool is told when it begins and when it is over.
class Waiting {
public:
  Waiting(Thread &thread, SyncKind kind, int32_t state, const void *from)
      : thread(thread), task(*thread.current), kind(kind), from(from), before(thread.state) {
    tell(SyncRegionWait, int32_t{kind}, int32_t{Begin}, &task.team->data, &task.data, from);
    thread.state = state;
  }
  /// `hasTeam` unless the region may be gone.
  void end(bool hasTeam = true) {
    thread.state = before;
    tell(SyncRegionWait, int32_t{kind}, int32_t{End}, hasTeam ? &task.team->data : nullptr, &task.data, from);
  }

private:
  Thread &thread;
  Task &task;
  SyncKind kind;
  const void *from;
  int32_t before;
};

inline void tellSync(SyncKind kind, Endpoint end, Team *team, Task &task, const void *from) {
  tell(SyncRegion, int32_t{kind}, int32_t{end}, team ? &team->data : nullptr, &task.data, from);
}

template <typename Function> void trace(libomp::Row row, Function *function) {
  libomp::replaceRow(row, reinterpret_cast<Callback>(function));
}
/// The row's function is that of this room with the same name.
#define TACTUS_TRACE(name) trace(libomp::Row_##name, traced_##name)

} // namespace tactus::ompt

#endif // TACTUS_RUNTIME_OMPT_TRACE_H

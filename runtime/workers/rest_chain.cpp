//===- rest_chain.cpp - rests of rests --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/rest_chain.h"
#include "os/exported.h"
#include "tasks/fork_record.h"
#include "threads/beat.h"

#include "observe/events.h"
#include "os/allocation.h"
#include "slots/pool.h"
#include "workers/dependences.h"
#include "workers/fork.h"
#include "workers/task_wait.h"
#include "workers/worker.h"

#include <cerrno>

namespace tactus {

namespace {

/// What a task's views become with those of the next one.
ViewTable *merged(ViewTable *left, ViewTable *right) {
  if (!left || !right)
    return left ? left : right;
  TaskViews views(left);
  mergeViews(right);
  return views.table();
}

struct ForkRecords {
  using Record = ForkRecord;
  using Context = ThreadState;

  static ChainLink<ForkRecord> &link(ForkRecord &record) { return record.chain.link; }

  class Lock {
  public:
    explicit Lock(ForkRecord &record) : held(ForkRecord::of(*record.task.head)->chain.lock) { lock(); }
    ~Lock() { unlock(); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

    void lock() { held.lock(); }
    void unlock() { held.unlock(); }

  private:
    SpinLock<> &held;
  };

  /// Functions of reducers are the program's.
  static void merge(ThreadState &thread, ForkRecord &left, ForkRecord &right) {
    happensAfter(&left.join);
    happensAfter(&right.join);
    bool wasInRuntime = thread.isInRuntime;
    thread.isInRuntime = true;
    left.task.views = merged(left.task.views, right.task.views);
    if (right.task.hasChangedIcvs) {
      left.task.icvs = right.task.icvs;
      left.task.hasChangedIcvs = true;
    }
    if (right.task.hasChangedFloats) {
      left.task.floats = right.task.floats;
      left.task.hasChangedFloats = true;
    }
    thread.isInRuntime = wasInRuntime;
    happensBefore(&left.join);
  }

  static void free(ThreadState &thread, ForkRecord &record) {
    logEvent(thread, EventKind::Release, &record.join);
    freeRecord(&thread, record);
  }

  static bool complete(ForkRecord &record) { return record.join.state.complete(); }
};

using Chain = RestChain<ForkRecords>;

} // namespace

void appendRest(ForkRecord &record, Task &owner) { Chain::append(record, *ForkRecord::of(owner)); }

Join *finishTask(ThreadState &thread, Task &task) {
  if (task.isDeferred) {
    Join *join = finishDeferred(thread, task);
    return join->state.complete() ? join : nullptr;
  }
  if (!task.head)
    return task.join->state.complete() ? task.join : nullptr;
  ForkRecord *toWake = Chain::finish(thread, *ForkRecord::of(task), task.head == &task);
  return toWake ? &toWake->join : nullptr;
}

void dropRest(Join &join) {
  Task &task = *join.first;
  if (task.head && task.head != &task)
    Chain::drop(*ForkRecord::of(task));
}

bool takeBack(ThreadState &thread, const Task *wanted) {
  return thread.slot && popFirst(thread, [wanted](const Task *task) { return task == wanted; });
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void tactus_fork_hand_on(tactus_fork_record *visible) {
  ForkRecord &record = *ForkRecord::of(visible);
  ThreadState &thread = *existingThread();
  int error = errno;
  thread.isInRuntime = true;
  endFirstBranch(thread, record);
  logEvent(thread, EventKind::HandOn, &record.join);
  --thread.openJoins;
  // The strand ends now. If nobody has taken the rest, this thread goes on with it (runWithRests).
  thread.following = takeBack(thread, &record.task) ? &record.task : nullptr;
  forgetPoll(thread);
  // Still in the runtime: a signal handler that joins something of its own must not find `following`. The strand has
  // nothing left to do but to return to where it was run.
  errno = error;
}

//===- rest_chain.cpp - rests of rests --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "rest_chain.h"

#include "allocation.h"
#include "events.h"
#include "fork.h"
#include "heartbeat.h"
#include "pool.h"
#include "task_wait.h"
#include "worker.h"

#include <cerrno>

namespace tactus {

using Progress = RestLink::Progress;

namespace {

/// Of a chain, by its first record.
class ChainLock {
public:
  explicit ChainLock(const Task &task) : isLocked(ForkRecord::of(*task.head)->chain.isLocked) { lock(); }
  ~ChainLock() { unlock(); }
  ChainLock(const ChainLock &) = delete;
  ChainLock &operator=(const ChainLock &) = delete;

  void lock() {
    for (unsigned round = 0; isLocked.exchange(true, std::memory_order_acquire); ++round)
      pauseProcessor(round);
  }
  void unlock() { isLocked.store(false, std::memory_order_release); }

private:
  std::atomic<bool> &isLocked;
};

void unlink(ForkRecord &record) {
  if (record.chain.before)
    record.chain.before->chain.behind = record.chain.behind;
  if (record.chain.behind)
    record.chain.behind->chain.before = record.chain.before;
}

/// What a task's views become with those of the next one.
ViewTable *merged(ViewTable *left, ViewTable *right) {
  if (!left || !right)
    return left ? left : right;
  TaskViews views(left);
  mergeViews(right);
  return views.table();
}

/// Both have ended, and `right` comes next. Afterwards `right` is gone.
void absorb(ThreadState &thread, ForkRecord &left, ForkRecord &right, ChainLock &lock) {
  // Functions of reducers are the program's: they run without the lock.
  left.chain.progress = right.chain.progress = Progress::Merging;
  lock.unlock();
  happensAfter(&left.join);
  happensAfter(&right.join);
  bool wasInRuntime = thread.isInRuntime;
  thread.isInRuntime = true;
  left.task.views = merged(left.task.views, right.task.views);
  if (right.task.hasChangedIcvs) {
    left.task.icvs = right.task.icvs;
    left.task.hasChangedIcvs = true;
  }
  thread.isInRuntime = wasInRuntime;
  happensBefore(&left.join);
  lock.lock();
  left.chain.progress = Progress::Finished;
  unlink(right);
  logEvent(thread, EventKind::Release, &right.join);
  release(&right);
}

/// The record is finished: absorbs as much as can be. Returns what it has become.
ForkRecord &settle(ThreadState &thread, ForkRecord &finished, ChainLock &lock) {
  ForkRecord *record = &finished;
  for (;;) {
    ForkRecord *behind = record->chain.behind, *before = record->chain.before;
    if (behind && behind->chain.progress == Progress::Finished) {
      absorb(thread, *record, *behind, lock);
    } else if (before && before->chain.progress == Progress::Finished) {
      absorb(thread, *before, *record, lock);
      record = before;
    } else {
      return *record;
    }
  }
}

} // namespace

void appendRest(ForkRecord &record, Task &owner) {
  ForkRecord &before = *ForkRecord::of(owner);
  ChainLock lock(owner);
  record.chain.before = &before;
  before.chain.behind = &record;
}

Join *joinOfChain(const Task &task) { return task.head ? task.head->join : task.join; }

Join *finishTask(ThreadState &thread, Task &task) {
  ForkRecord *record = task.head ? ForkRecord::of(task) : nullptr;
  // Only its own strand can have made a chain of it.
  if (!record || (task.head == &task && !record->chain.behind))
    return task.join->state.complete() ? task.join : nullptr;
  bool mustWake = false;
  {
    ChainLock lock(task);
    record->chain.progress = Progress::Finished;
    record = &settle(thread, *record, lock);
    if (record->chain.behind)
      return nullptr;
    if (record->chain.before) {
      mustWake = record->join.state.complete();
      return mustWake ? &record->join : nullptr;
    }
  }
  return record->join.state.complete() ? &record->join : nullptr;
}

void dropRest(Join &join) {
  Task &task = *join.first;
  if (!task.head || task.head == &task)
    return;
  ChainLock lock(task);
  unlink(*ForkRecord::of(task));
}

/// Takes a task out of the own deque, if nobody has stolen it.
static bool takeBack(ThreadState &thread, const Task *wanted) {
  return thread.slot && popFirst(thread, [wanted](const Task *task) { return task == wanted; });
}

} // namespace tactus

using namespace tactus;

__attribute__((visibility("default"))) void tactus_fork_hand_on(tactus_fork_record *visible) {
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

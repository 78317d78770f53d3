//===- dependence_scope.h - the tasks of one execution of a function ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the two kinds of deferred tasks share: those with dependences (dependences.h), and batches of those without
// (task_batches.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_DEPENDENCE_SCOPE_H
#define TACTUS_RUNTIME_WORKERS_DEPENDENCE_SCOPE_H

#include "os/spin_lock.h"
#include "tasks/dependence_graph.h"
#include "tasks/fork_record.h"
#include "threads/thread.h"

#include <atomic>

namespace tactus {

struct TaskBatch;
struct RegionAround;

/// A strand that creates tasks stops when it is so many ahead of those who run them, and goes on at the half.
inline constexpr unsigned MostDeferred = 1024;

/// What the strand that creates the tasks waits for.
struct DependenceWaiter {
  enum Kind { Items, Room, All };
  Kind kind;
  const abi::Dependence *list;
  uint64_t count;
  /// The one unfinished thing is what it waits for. The waiter writes `thread` before it announces itself.
  JoinState<> state;
  ThreadState *thread = nullptr;
};

/// What the strand that creates the tasks knows of those without dependences. It alone uses it.
struct BatchState {
  /// Whether they are to ask; read by compiled code (abi/dependences.h).
  uint64_t wantsQuestions = 1;
  /// Is being filled; null if none is.
  TaskBatch *open = nullptr;
  /// Whose strand fills it.
  Task *filler = nullptr;
  /// When the last task was called that had asked; 0 if the last one was deferred.
  uint64_t calledAt = 0;
  /// What such a task takes, with what lies between two of them; 0 if that is not known. Of so many since the last
  /// promotion.
  uint64_t averageTicks = 0;
  unsigned measured = 0;
};

struct DependenceScope {
  BatchState batches;
  SpinLock<> lock;
  DependenceGraph graph;
  /// Changed under the lock; relaxed where the creator looks whether there is room.
  std::atomic<unsigned> deferred{0};
  DependenceWaiter *waiter = nullptr;
  /// The word of the function's frame.
  void **word;
  /// The fork that it began with.
  ForkRecord *root = nullptr;
  /// When its creator has last left a task to others that it could have called. The creator's.
  uint64_t spreadAt = 0;
  /// What deferred tasks have made of reducers' views, under its own lock: functions of reducers are the program's.
  SpinLock<> viewsLock;
  ViewTable *views = nullptr;
  /// Tells it from others that have been in the same memory, where races are hunted.
  uint64_t number = 0;

  bool hasRoom() const { return deferred.load(std::memory_order_relaxed) < MostDeferred; }
  bool isSatisfied(const DependenceWaiter &waiting) const {
    switch (waiting.kind) {
    case DependenceWaiter::Items:
      return graph.countBefore(waiting.list, waiting.count) == 0;
    case DependenceWaiter::Room:
      return deferred.load(std::memory_order_relaxed) <= MostDeferred / 2;
    case DependenceWaiter::All:
      return graph.isEmpty();
    }
    return true;
  }
};
static_assert(offsetof(DependenceScope, batches) == 0 && offsetof(BatchState, wantsQuestions) == 0);

/// One allocation: this, the words of its environment, its node with the members, and its edges.
struct DeferredTask {
  DependenceScope *scope;
  DependenceNode *node;
  Task task;

  static DeferredTask &of(Task &task) {
    return *reinterpret_cast<DeferredTask *>(reinterpret_cast<char *>(&task) - offsetof(DeferredTask, task));
  }
  static DeferredTask &of(uint64_t *words) { return of(*(reinterpret_cast<Task *>(words) - 1)); }
};

/// Makes a task of the scope with an environment of `words` words, which runs `descriptor`. Room is made for `before`
/// predecessors. The creator counts as one more predecessor until it has filled the environment (finishDeferring).
/// Null if there is no memory, or if nothing may be deferred.
DeferredTask *makeDeferred(ThreadState &thread, DependenceScope &scope, const abi::Dependence *list, uint64_t count,
                           size_t before, const tactus_fork_descriptor *descriptor, size_t words);

/// The same, in the region that is around the creator, wherever that may defer.
DeferredTask *makeDeferred(DependenceScope &scope, const abi::Dependence *list, uint64_t count, size_t before,
                           const tactus_fork_descriptor *descriptor, size_t words, const RegionAround &around);

/// The creator waits, as a rest does for first branches: nothing runs on top of the waiting frame.
void waitFor(ThreadState &thread, DependenceScope &scope, DependenceWaiter &waiter);

/// The environment is filled: the task begins when its last predecessor has finished.
void finishDeferring(ThreadState &thread, DeferredTask &deferred);

/// Should a task that may begin be left to a worker that has nothing to do? Not more often than pays for making one, if
/// tasks are not known to be worthwhile. `spreadAt` is when that was last so.
bool wantsTaskForOthers(ThreadState &thread, uint64_t &spreadAt, uint64_t now, bool isWorthwhile);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_DEPENDENCE_SCOPE_H

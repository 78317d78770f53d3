//===- dependences.cpp - OpenMP's tasks with dependences --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/dependences.h"

#include "os/exported.h"
#include "tasks/views.h"
#include "threads/beat.h"

#include "observe/places.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "slots/pool.h"
#include "workers/dependence_order.h"
#include "workers/promotion.h"
#include "workers/sleepers.h"
#include "workers/task_batches.h"
#include "workers/worker.h"

#include <cerrno>
#include <new>

namespace tactus {

using abi::Dependence;

/// It leaves no more than one task in this time to workers that have nothing to do: some ten times the price.
static constexpr uint64_t SpreadMicroseconds = 5;

namespace {

/// Tasks that may begin and that no deque has room for: the thread runs them one after the other, and those that begin
/// by that as well.
struct Backlog {
  const DependenceScope *scope;
  Task *first;
  Backlog *outer;
};

} // namespace

static constinit thread_local Backlog *innermostBacklog = nullptr;

//===----------------------------------------------------------------------===//
// The end of a task
//===----------------------------------------------------------------------===//

/// Runs a task on top of the calling strand: it is behind what that has just finished, and so part of what it is going
/// to join, or has been run for.
static void runOnTop(ThreadState &thread, const DependenceScope &scope, Task *task) {
  task->nextHeld = nullptr;
  if (innermostBacklog && innermostBacklog->scope == &scope) {
    task->nextHeld = innermostBacklog->first;
    innermostBacklog->first = task;
    return;
  }
  Backlog backlog{&scope, task, innermostBacklog};
  innermostBacklog = &backlog;
  while (Task *next = backlog.first) {
    backlog.first = next->nextHeld;
    runStolenTask(thread, next);
  }
  innermostBacklog = backlog.outer;
}

static bool hasRoomInDeque(const ThreadState &thread) {
  return thread.slot && thread.slot->deque.size() + 2 <= DequeLimit;
}

/// Its dependences are satisfied.
static void publishDeferred(ThreadState &thread, const DependenceScope &scope, DeferredTask &deferred) {
  if (!thread.slot)
    acquireSlot(thread);
  if (hasRoomInDeque(thread)) {
    publishTask(thread, &deferred.task);
    return;
  }
  runOnTop(thread, scope, &deferred.task);
}

/// A task has finished: what was behind it may begin. The scope must not end before this returns.
static void finishNode(ThreadState &thread, DependenceScope &scope, DependenceNode &node, bool wasDeferred) {
  DependenceNode *ready;
  DependenceWaiter *toWake = nullptr;
  {
    Holding holding(scope.lock);
    ready = scope.graph.finish(node);
    scope.deferred.fetch_sub(wasDeferred, std::memory_order_relaxed);
    if (scope.waiter && scope.isSatisfied(*scope.waiter)) {
      toWake = scope.waiter;
      scope.waiter = nullptr;
    }
  }
  // Only nodes of deferred tasks are behind others.
  while (ready) {
    DependenceNode *next = ready->nextReady;
    publishDeferred(thread, scope, *static_cast<DeferredTask *>(ready->owner));
    ready = next;
  }
  if (toWake)
    completeAndWake(thread, toWake->state, toWake->thread);
}

void closeDependences(ThreadState &thread, ForkRecord &record) {
  DependenceNode *node = record.dependences.node;
  if (!node)
    return;
  record.dependences.node = nullptr;
  comeBeforeItems(*record.dependences.scope, *node);
  finishNode(thread, *record.dependences.scope, *node, /*wasDeferred=*/false);
  release(node);
}

/// Views of tasks that nothing orders are merged as these finish.
static void keepViews(DependenceScope &scope, ViewTable *table) {
  Holding holding(scope.viewsLock);
  if (!scope.views) {
    scope.views = table;
    return;
  }
  TaskViews views(scope.views);
  mergeViews(table);
  scope.views = views.table();
}

Join *finishDeferred(ThreadState &thread, Task &task) {
  DeferredTask &deferred = DeferredTask::of(task);
  DependenceScope &scope = *deferred.scope;
  Join *join = task.join;
  bool wasInRuntime = thread.isInRuntime;
  thread.isInRuntime = true;
  if (task.views)
    keepViews(scope, task.views);
  finishNode(thread, scope, *deferred.node, /*wasDeferred=*/true);
  thread.isInRuntime = wasInRuntime;
  release(&deferred);
  return join;
}

//===----------------------------------------------------------------------===//
// Promoted forks
//===----------------------------------------------------------------------===//

/// Relaxed: it only counts.
static uint64_t nextScopeNumber() {
  static constinit std::atomic<uint64_t> last{0};
  return huntsRaces() ? last.fetch_add(1, std::memory_order_relaxed) + 1 : 0;
}

bool openDependences(ThreadState &thread, const tactus_fork_descriptor &descriptor, const uint64_t *environment,
                     BranchDependences &opened) {
  if (!(descriptor.flags & TACTUS_FORK_HAS_DEPENDENCES) ||
      (settings.eager && descriptor.flags & TACTUS_FORK_NEVER_AWAITS))
    return true;
  const uint64_t *words = environment + descriptor.environment_words - abi::DependenceWords;
  auto **word = reinterpret_cast<void **>(words[0]);
  const auto *list = reinterpret_cast<const Dependence *>(words[1]);
  uint64_t count = words[2];
  auto *scope = static_cast<DependenceScope *>(*word);
  if (!scope) {
    void *memory = allocate(sizeof(DependenceScope));
    if (!memory)
      return false;
    scope = new (memory) DependenceScope{};
    scope->word = word;
    scope->number = nextScopeNumber();
    opened.beginsScope = true;
  }
  // Whoever begins siblings may be in a signal's handler, and runs nothing there (siblings.h).
  if (thread.takenOffer && scope->batches.open && !hasRoomInDeque(thread))
    return false;
  closeBatch(thread, *scope);
  void *memory = count ? allocate(DependenceNode::bytesFor(count)) : nullptr;
  bool isReserved = false;
  if (memory || !count) {
    Holding holding(scope->lock);
    isReserved = scope->graph.reserve(count);
    if (isReserved && count) {
      opened.node = new (memory) DependenceNode{};
      // It runs already, so nothing is before it.
      scope->graph.add(*opened.node, list, count, nullptr);
    }
  }
  if (!isReserved) {
    release(memory);
    if (opened.beginsScope) {
      scope->~DependenceScope();
      release(scope);
    }
    opened = {};
    return false;
  }
  opened.scope = scope;
  scope->batches.wantsQuestions = 1;
  scope->batches.calledAt = scope->batches.measured = 0;
  *word = scope;
  return true;
}

void noteDependences(ForkRecord &record, const BranchDependences &opened) {
  record.dependences = opened;
  if (opened.beginsScope)
    opened.scope->root = &record;
}

void endDependences(ForkRecord &record) {
  if (!record.dependences.beginsScope)
    return;
  DependenceScope *scope = record.dependences.scope;
  *scope->word = nullptr;
  if (scope->views)
    mergeViews(scope->views);
  scope->~DependenceScope();
  release(scope);
  record.dependences = {};
}

//===----------------------------------------------------------------------===//
// The creation of a task
//===----------------------------------------------------------------------===//

void waitFor(ThreadState &thread, DependenceScope &scope, DependenceWaiter &waiter) {
  closeBatch(thread, scope);
  waiter.state.start(1);
  {
    Holding holding(scope.lock);
    if (scope.isSatisfied(waiter))
      return;
    scope.waiter = &waiter;
  }
  waitUntilDone(thread, waiter.state, waiter.thread);
}

/// Where strands are counted or written down, and where tasks are chosen by a policy, the creating strand waits
/// instead.
static bool mayDefer(const RegionAround &around) {
  return !around.team && !settings.events && !settings.trace && !settings.eager;
}

/// A task of the scope's function, to be run from `descriptor`. It finds around it what the first fork's rest finds.
static void describeTask(Task &task, const tactus_fork_descriptor *descriptor, const DependenceScope &scope,
                         const RegionAround &around) {
  const Task &first = scope.root->task;
  task.fork = descriptor;
  task.place = first.place;
  task.join = &scope.root->join;
  task.parent = first.parent;
  task.reductions = first.reductions;
  task.region = first.region;
  task.continued = first.continued;
  task.icvs = around.icvs;
  task.recordlessLevels = first.recordlessLevels;
  task.libompLevels = first.libompLevels;
  task.isOfInitialThread = first.isOfInitialThread;
  task.isDeferred = true;
}

/// The rest behind a short task is taken back by its owner before a worker has woken; a deferred task waits for it.
bool wantsTaskForOthers(ThreadState &thread, uint64_t &spreadAt, uint64_t now, bool isWorthwhile) {
  // Called by its creator, a task would be part of the strand that creates the others.
  if (huntsRaces())
    return true;
  // Without a slot its creator would have to run it, and keep what comes next from whoever waits for that.
  if (!thread.slot)
    return false;
  if (settings.chaos)
    return thread.random.oneIn(4);
  if (idleSlotCount() <= thread.slot->deque.size() || hasEnoughQueued(thread))
    return false;
  if (!isWorthwhile && now - spreadAt < clock::ticksFromMicroseconds(SpreadMicroseconds))
    return false;
  spreadAt = now;
  return true;
}

DeferredTask *makeDeferred(ThreadState &thread, DependenceScope &scope, const Dependence *list, uint64_t count,
                           size_t before, const tactus_fork_descriptor *descriptor, size_t words) {
  RegionAround around = regionAround(thread, thread.task, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  return mayDefer(around) ? makeDeferred(scope, list, count, before, descriptor, words, around) : nullptr;
}

DeferredTask *makeDeferred(DependenceScope &scope, const Dependence *list, uint64_t count, size_t before,
                           const tactus_fork_descriptor *descriptor, size_t words, const RegionAround &around) {
  // Nobody else adds tasks: there may only be fewer before it by now.
  size_t nodeOffset = sizeof(DeferredTask) + words * sizeof(uint64_t);
  size_t edgesOffset = nodeOffset + DependenceNode::bytesFor(count);
  void *memory = allocate(edgesOffset + before * sizeof(DependenceEdge));
  if (!memory)
    return nullptr;
  auto *deferred = new (memory) DeferredTask{};
  char *bytes = static_cast<char *>(memory);
  deferred->scope = &scope;
  deferred->node = new (bytes + nodeOffset) DependenceNode{};
  deferred->node->owner = deferred;
  deferred->node->unmet = 1;
  describeTask(deferred->task, descriptor, scope, around);
  {
    Holding holding(scope.lock);
    if (scope.graph.reserve(count)) {
      scope.graph.add(*deferred->node, list, count, reinterpret_cast<DependenceEdge *>(bytes + edgesOffset));
      scope.deferred.fetch_add(1, std::memory_order_relaxed);
      scope.root->join.state.add(1);
      return deferred;
    }
  }
  release(deferred);
  return nullptr;
}

/// Defers a task, if something is before it or others have nothing to do, and there is room. Null if not; then `isFree`
/// says whether it may begin.
static DeferredTask *tryDefer(ThreadState &thread, DependenceScope &scope, const Dependence *list, uint64_t count,
                              tactus_fork_descriptor *descriptor, bool &isFree) {
  size_t before;
  bool hasRoom;
  {
    Holding holding(scope.lock);
    before = scope.graph.countBefore(list, count);
    hasRoom = scope.hasRoom();
  }
  isFree = before == 0;
  if (!descriptor || !hasRoom || (isFree && !wantsTaskForOthers(thread, scope.spreadAt, clock::now(), false)))
    return nullptr;
  return makeDeferred(thread, scope, list, count, before, descriptor, descriptor->environment_words);
}

void finishDeferring(ThreadState &thread, DeferredTask &deferred) {
  DependenceScope &scope = *deferred.scope;
  bool isReady;
  happensBefore(&deferred.task);
  {
    Holding holding(scope.lock);
    isReady = --deferred.node->unmet == 0;
  }
  if (isReady)
    publishDeferred(thread, scope, deferred);
}

namespace {

/// While it exists, compiled code is in the runtime.
class Inside {
public:
  explicit Inside(ThreadState &inThread) : thread(inThread) { thread.isInRuntime = true; }
  ~Inside() {
    thread.isInRuntime = false;
    errno = error;
  }
  Inside(const Inside &) = delete;
  Inside &operator=(const Inside &) = delete;

private:
  ThreadState &thread;
  int error = errno;
};

} // namespace

} // namespace tactus

using namespace tactus;

__attribute__((visibility("default"))) constinit int32_t tactus_libomp_dependences = 0;

TACTUS_EXPORT uint64_t *tactus_tasks_issue(void **word, const Dependence *list, uint64_t count,
                                           tactus_fork_descriptor *task) {
  auto *scope = static_cast<DependenceScope *>(*word);
  if (!scope)
    return nullptr;
  ThreadState &thread = *existingThread();
  Inside inside(thread);
  if (count == 0)
    return issueInBatch(thread, *scope, task);
  for (;;) {
    bool isFree;
    if (DeferredTask *deferred = tryDefer(thread, *scope, list, count, task, isFree))
      return deferred->task.environment();
    if (isFree)
      break;
    bool isFull = task && !scope->hasRoom();
    DependenceWaiter waiter{isFull ? DependenceWaiter::Room : DependenceWaiter::Items, list, count, {}};
    waitFor(thread, *scope, waiter);
    forgetPoll(thread);
  }
  comeAfterItems(*scope, list, count);
  return nullptr;
}

TACTUS_EXPORT void tactus_tasks_defer(void **word, uint64_t *words) {
  ThreadState &thread = *existingThread();
  Inside inside(thread);
  if (!deferInBatch(thread, *static_cast<DependenceScope *>(*word), words))
    finishDeferring(thread, DeferredTask::of(words));
}

TACTUS_EXPORT void tactus_tasks_await(void **word, const Dependence *list, uint64_t count) {
  auto *scope = static_cast<DependenceScope *>(*word);
  if (!scope)
    return;
  ThreadState &thread = *existingThread();
  Inside inside(thread);
  DependenceWaiter waiter{list ? DependenceWaiter::Items : DependenceWaiter::All, list, count, {}};
  waitFor(thread, *scope, waiter);
  forgetPoll(thread);
  if (list)
    comeAfterItems(*scope, list, count);
  else
    comeAfterAll(*scope);
}

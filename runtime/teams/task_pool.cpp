//===- task_pool.cpp - explicit tasks that members of a team run for each other ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/task_pool.h"

#include "os/allocation.h"
#include "os/race_detector.h"

#include <new>

namespace tactus {

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

bool ExplicitTask::descendsFrom(const ExplicitTask &ancestor) const {
  for (const ExplicitTask *task = parent; task; task = task->parent)
    if (task == &ancestor)
      return true;
  return false;
}

void ExplicitTask::release() {
  for (ExplicitTask *task = this; task;) {
    ExplicitTask *creator = task->parent;
    // Release and acquire: whoever destroys it comes behind all that have used it.
    if (task->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    if (task->dependences) {
      task->dependences->~TaskDependences();
      tactus::release(task->dependences);
      task->dependences = nullptr;
    }
    if (!task->destroy)
      return; // an implicit task, which its frame ends
    task->destroy(*task);
    task = creator;
  }
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

constinit uint32_t TaskPool::mostInQueue = 1024;

static constinit UnseenMutex unusedMutex;
// Under the mutex.
static TaskPool *unusedPools;

TaskPool *TaskPool::take(uint32_t members, bool fits) {
  unusedMutex.lock();
  TaskPool *pool = unusedPools;
  if (pool)
    unusedPools = pool->nextUnused;
  unusedMutex.unlock();
  if (!pool) {
    void *memory = allocateZeroed(sizeof(TaskPool));
    if (!memory)
      return nullptr;
    pool = new (memory) TaskPool;
  }
  if (pool->capacity < members) {
    // The old ones stay: a thread that has just notified may be looking.
    auto *queues = static_cast<Queue *>(allocateZeroed(members * sizeof(Queue)));
    if (!queues) {
      giveBack(pool);
      return nullptr;
    }
    for (uint32_t index = 0; index < members; ++index)
      new (&queues[index]) Queue;
    pool->queues = queues;
    pool->capacity = members;
  }
  pool->members = members;
  pool->fits = fits;
  return pool;
}

void TaskPool::giveBack(TaskPool *pool) {
  unusedMutex.lock();
  pool->nextUnused = unusedPools;
  unusedPools = pool;
  unusedMutex.unlock();
}

void TaskPool::forgetAll() {
  unusedMutex.reset();
  unusedPools = nullptr;
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

void TaskPool::append(Queue &queue, ExplicitTask &task) {
  task.next = nullptr;
  task.previous = queue.last;
  (queue.last ? queue.last->next : queue.first) = &task;
  queue.last = &task;
  queue.length.store(queue.length.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void TaskPool::insertByPriority(Queue &queue, ExplicitTask &task) {
  ExplicitTask *before = queue.last;
  while (before && before->priority < task.priority)
    before = before->previous;
  if (before == queue.last)
    return append(queue, task);
  task.previous = before;
  task.next = before ? before->next : queue.first;
  (before ? before->next : queue.first) = &task;
  task.next->previous = &task;
  queue.length.store(queue.length.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void TaskPool::remove(Queue &queue, ExplicitTask &task) {
  (task.previous ? task.previous->next : queue.first) = task.next;
  (task.next ? task.next->previous : queue.last) = task.previous;
  queue.length.store(queue.length.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
}

ExplicitTask *TaskPool::takeFrom(Queue &queue, bool lastFirst, const ExplicitTask *tied) {
  if (queue.length.load(std::memory_order_relaxed) == 0)
    return nullptr;
  Holding held(queue.lock);
  for (ExplicitTask *task = lastFirst ? queue.last : queue.first; task;
       task = lastFirst ? task->previous : task->next) {
    if (tied && task->isTied && !task->descendsFrom(*tied))
      continue;
    remove(queue, *task);
    queued.fetch_sub(1, std::memory_order_relaxed);
    return task;
  }
  return nullptr;
}

ExplicitTask *TaskPool::find(uint32_t number, const ExplicitTask *tied) {
  if (queued.load(std::memory_order_seq_cst) == 0)
    return nullptr;
  if (ExplicitTask *task = takeFrom(urgent, false, tied))
    return task;
  if (ExplicitTask *task = takeFrom(queues[number], true, tied))
    return task;
  for (uint32_t step = 1; step < members; ++step)
    if (ExplicitTask *task = takeFrom(queues[(number + step) % members], false, tied))
      return task;
  return nullptr;
}

void TaskPool::push(ExplicitTask &task, uint32_t number) {
  happensBefore(&task);
  Queue &queue = task.priority > 0 ? urgent : queues[number];
  {
    Holding held(queue.lock);
    if (task.priority > 0)
      insertByPriority(queue, task);
    else
      append(queue, task);
    // Sequentially consistent: see "Sleeping".
    queued.fetch_add(1, std::memory_order_seq_cst);
  }
  notify();
}

void TaskPool::notify() {
  if (sleepers.load(std::memory_order_seq_cst) == 0)
    return;
  news.fetch_add(1, std::memory_order_seq_cst);
  SystemAtomics::wakeAll(news);
}

//===----------------------------------------------------------------------===//
// From creation to completion
//===----------------------------------------------------------------------===//

void TaskPool::begin(ExplicitTask &task) {
  task.parent->references.fetch_add(1, std::memory_order_relaxed);
  task.parent->unfinishedChildren.fetch_add(1, std::memory_order_relaxed);
  if (task.group)
    task.group->unfinished.fetch_add(1, std::memory_order_relaxed);
  unfinished.fetch_add(1, std::memory_order_relaxed);
}

/// Tasks of the same parent that have waited for it may begin.
static void releaseSuccessors(TaskPool &pool, ExplicitTask &task, uint32_t number) {
  TaskDependences &among = *task.parent->dependences;
  DependenceNode *ready;
  // For those that are created later as well.
  happensBefore(&among);
  {
    Holding held(among.lock);
    ready = among.graph.finish(*task.node);
  }
  while (ready) {
    DependenceNode *next = ready->nextReady;
    auto &other = *static_cast<ExplicitTask *>(ready->owner);
    if (other.isWait)
      other.isReady.store(true, std::memory_order_seq_cst);
    else
      pool.push(other, number);
    ready = next;
  }
}

void TaskPool::complete(ExplicitTask &task, uint32_t number) {
  if (task.node) {
    releaseSuccessors(*this, task, number);
    tactus::release(task.node);
    task.node = nullptr;
  }
  happensBefore(task.parent);
  happensBefore(this);
  if (task.group) {
    happensBefore(task.group);
    task.group->unfinished.fetch_sub(1, std::memory_order_seq_cst);
  }
  task.parent->unfinishedChildren.fetch_sub(1, std::memory_order_seq_cst);
  task.release();
  // From here on the team may end, and with it the implicit tasks that were ancestors.
  unfinished.fetch_sub(1, std::memory_order_seq_cst);
  notify();
}

bool TaskPool::addDependences(ExplicitTask &task, const abi::Dependence *items, uint64_t count) {
  ExplicitTask &parent = *task.parent;
  if (!parent.dependences)
    parent.dependences = new (demand(sizeof(TaskDependences), 64, "a task's dependences")) TaskDependences;
  TaskDependences &among = *parent.dependences;
  // Somebody else may push it.
  happensBefore(&task);
  Holding held(among.lock);
  size_t before = among.graph.countBefore(items, count);
  size_t bytes = DependenceNode::bytesFor(count);
  auto *memory = static_cast<char *>(demand(bytes + before * sizeof(DependenceEdge), 16, "a task's dependences"));
  if (!among.graph.reserve(count))
    reportNoMemory();
  auto *node = new (memory) DependenceNode;
  node->owner = &task;
  task.node = node;
  among.graph.add(*node, items, count, before ? reinterpret_cast<DependenceEdge *>(memory + bytes) : nullptr);
  return node->unmet == 0;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void TaskPool::help(uint32_t number, const ExplicitTask *tied, bool (*done)(void *), void *context) {
  for (;;) {
    MemberWait wait(fits);
    ExplicitTask *task = nullptr;
    for (;;) {
      if (done(context))
        return;
      if ((task = find(number, tied)))
        break;
      if (wait.look())
        continue;
      wait.beforeSleep();
      sleepers.fetch_add(1, std::memory_order_seq_cst);
      for (;;) {
        uint32_t seen = news.load(std::memory_order_seq_cst);
        if (done(context) || (task = find(number, tied)))
          break;
        SystemAtomics::wait(news, seen);
      }
      sleepers.fetch_sub(1, std::memory_order_relaxed);
      wait.afterSleep();
      break;
    }
    if (!task)
      return;
    happensAfter(task);
    task->run(*task);
  }
}

namespace {
struct Meeting {
  TaskPool *pool;
  StrandTeam *team;
  void (*whenAllAreHere)(StrandTeam &);
  uint32_t mine;
};
} // namespace

void TaskPool::awaitDependences(ExplicitTask &parent, const abi::Dependence *items, uint64_t count, uint32_t number) {
  if (!parent.dependences)
    return;
  ExplicitTask wait;
  wait.parent = &parent;
  wait.isWait = true;
  if (!addDependences(wait, items, count)) {
    help(
        number, parent.tied,
        [](void *task) { return static_cast<ExplicitTask *>(task)->isReady.load(std::memory_order_seq_cst); }, &wait);
  }
  happensAfter(parent.dependences);
  releaseSuccessors(*this, wait, number);
  tactus::release(wait.node);
}

void TaskPool::meet(TeamMember &member, void (*whenAllAreHere)(StrandTeam &)) {
  StrandTeam &team = *member.team;
  Meeting meeting{this, &team, whenAllAreHere, round.load(std::memory_order_relaxed)};
  happensBefore(this);
  // Sequentially consistent: see "Sleeping".
  if (team.places.arrive(members))
    allHere.store(meeting.mine + 1, std::memory_order_seq_cst);
  help(
      member.number, nullptr,
      [](void *context) {
        auto &here = *static_cast<Meeting *>(context);
        TaskPool &pool = *here.pool;
        uint32_t mine = here.mine;
        if (pool.round.load(std::memory_order_acquire) != mine)
          return true;
        if (pool.allHere.load(std::memory_order_seq_cst) != mine + 1 ||
            pool.unfinished.load(std::memory_order_seq_cst) != 0)
          return false;
        // One of those that see it publishes.
        uint32_t expected = mine;
        if (!pool.published.compare_exchange_strong(expected, mine + 1, std::memory_order_acq_rel))
          return false;
        here.whenAllAreHere(*here.team);
        pool.round.store(mine + 1, std::memory_order_seq_cst);
        pool.notify();
        return true;
      },
      &meeting);
  happensAfter(this);
}

void TaskPool::finishAlone(uint32_t number) {
  if (unfinishedTasks() == 0)
    return;
  help(
      number, nullptr,
      [](void *pool) { return static_cast<TaskPool *>(pool)->unfinished.load(std::memory_order_seq_cst) == 0; }, this);
  happensAfter(this);
}

} // namespace tactus

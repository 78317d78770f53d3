//===- task_pool.cpp - explicit tasks that members of a team run for each other ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/task_pool.h"

#include "os/allocation.h"
#include "os/race_detector.h"

#include <new>
#include <utility>

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

void ExplicitTask::end() {
  if (dependences) {
    dependences->~TaskDependences();
    tactus::release(dependences);
    dependences = nullptr;
  }
  if (destroy) // an implicit task's frame does that
    destroy(*this);
}

bool ExplicitTask::leaveFamily() {
  // Without a child that exists, nobody else has it.
  if (!created && family.load(std::memory_order_acquire) == Own)
    return true;
  // At once with its own reference: in between, a child that ends could not tell whether it is the last one.
  // Release and acquire: whoever destroys it comes behind all that have used it.
  uint64_t change = Own - std::exchange(created, 0) * (OneReference + 1);
  return (family.fetch_sub(change, std::memory_order_acq_rel) - change) / OneReference == 0;
}

void ExplicitTask::release() {
  if (!leaveFamily())
    return;
  ExplicitTask *creator = parent;
  end();
  releaseAncestors(creator);
}

void ExplicitTask::releaseAncestors(ExplicitTask *task) {
  while (task && task->family.fetch_sub(OneReference, std::memory_order_acq_rel) / OneReference == 1) {
    ExplicitTask *outer = task->parent;
    task->end();
    task = outer;
  }
}

bool ExplicitTask::finish() {
  ExplicitTask *creator = parent;
  bool isLast = leaveFamily();
  if (isLast)
    end();
  // Sequentially consistent: see "Sleeping".
  uint64_t before = creator->family.fetch_sub(isLast ? OneReference + 1 : 1, std::memory_order_seq_cst);
  if (isLast && before / OneReference == 1) {
    ExplicitTask *outer = creator->parent;
    creator->end();
    releaseAncestors(outer);
  }
  return static_cast<uint32_t>(before) == 1;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

constinit uint32_t TaskPool::mostInQueue = 256;

static constinit UnseenMutex unusedMutex;
// Under the mutex.
static TaskPool *unusedPools;
// Owned by the thread: the one that it has used last, for the next region.
static constinit thread_local TaskPool *lastPool = nullptr;

/// Null without memory.
TaskPool *TaskPool::takeAny() {
  if (TaskPool *last = std::exchange(lastPool, nullptr))
    return last;
  unusedMutex.lock();
  TaskPool *pool = unusedPools;
  if (pool)
    unusedPools = pool->nextUnused;
  unusedMutex.unlock();
  if (pool)
    return pool;
  void *memory = allocateZeroed(sizeof(TaskPool));
  return memory ? new (memory) TaskPool : nullptr;
}

TaskPool *TaskPool::take(uint32_t members, bool fits) {
  TaskPool *pool = takeAny();
  if (!pool)
    return nullptr;
  const Room *room = pool->room.load(std::memory_order_relaxed);
  if (!room || room->capacity < members) {
    auto *larger = static_cast<Room *>(allocateZeroed(sizeof(Room) + members * sizeof(Member)));
    if (!larger) {
      giveBack(pool);
      return nullptr;
    }
    new (larger) Room{members, room, {}};
    for (uint32_t index = 0; index < members; ++index)
      new (&larger->all[index]) Member;
    pool->room.store(larger, std::memory_order_release);
  }
  pool->members.store(members, std::memory_order_relaxed);
  pool->fits.store(fits, std::memory_order_relaxed);
  return pool;
}

void TaskPool::giveBack(TaskPool *pool) {
  pool->rounds.end(pool->news);
  if (!lastPool)
    lastPool = pool;
  else
    giveToOthers(pool);
}

void TaskPool::leaveThread() {
  if (TaskPool *last = std::exchange(lastPool, nullptr))
    giveToOthers(last);
}

void TaskPool::giveToOthers(TaskPool *pool) {
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

/// Whether the task may begin on top of `tied`, null for none.
static bool mayBegin(const ExplicitTask &task, const ExplicitTask *tied) {
  return !tied || !task.isTied || task.descendsFrom(*tied);
}

/// A task that may run and is in no queue comes before those that are in queues, but for those with priorities.
bool TaskPool::mayRunNext(const ExplicitTask &task, const ExplicitTask *tied) const {
  return urgent.size() == 0 && mayBegin(task, tied);
}

ExplicitTask *TaskPool::find(uint32_t number, const ExplicitTask *tied, uint32_t ofRound) {
  auto mayBeTaken = [tied](const ExplicitTask &task) { return mayBegin(task, tied); };
  if (ExplicitTask *task = urgent.take(false, rounds, ofRound, mayBeTaken))
    return task;
  if (ExplicitTask *task = member(number).queue.take(true, rounds, ofRound, mayBeTaken))
    return task;
  uint32_t count = members.load(std::memory_order_relaxed);
  for (uint32_t step = 1; step < count; ++step)
    if (ExplicitTask *task = member((number + step) % count).queue.take(false, rounds, ofRound, mayBeTaken))
      return task;
  return nullptr;
}

void TaskPool::push(ExplicitTask &task, uint32_t number) {
  happensBefore(&task);
  (task.priority > 0 ? urgent : member(number == Outside ? 0 : number).queue).insert(task);
  notify();
}

//===----------------------------------------------------------------------===//
// From creation to completion
//===----------------------------------------------------------------------===//

uint64_t TaskPool::unfinishedTasks() const {
  Room &here = *room.load(std::memory_order_acquire);
  return unfinishedTasksOf([&](auto count) {
    count(here.others);
    for (uint32_t index = 0; index < here.capacity; ++index)
      count(here.all[index].counts);
  });
}

void TaskPool::begin(ExplicitTask &task, uint32_t number) {
  task.parent->addChild();
  if (task.group)
    task.group->unfinished.fetch_add(1, std::memory_order_relaxed);
  if (number == Outside)
    countsOf(number).beginAmongOthers();
  else
    countsOf(number).begin();
}

static void releaseNode(ExplicitTask &task) {
  if (task.ownsNode)
    tactus::release(task.node);
  task.node = nullptr;
}

/// Another thread has mostly written it last. What comes until it runs hides a part of the way.
static void prefetch(const ExplicitTask &task) {
  constexpr size_t Line = 64, Lines = 4;
  for (size_t line = 0; line < Lines; ++line)
    __builtin_prefetch(reinterpret_cast<const char *>(&task) + line * Line);
}

/// Tasks of the same parent that have waited for it may begin. Returns one of them for the caller, as complete() does.
ExplicitTask *TaskPool::releaseSuccessors(ExplicitTask &task, uint32_t number) {
  TaskDependences &among = *task.parent->dependences;
  DependenceNode *ready;
  // For those that are created later as well.
  happensBefore(&among);
  {
    Holding held(among.lock);
    ready = among.graph.finish(*task.node);
  }
  ExplicitTask *kept = nullptr;
  while (ready) {
    DependenceNode *next = ready->nextReady;
    auto &other = *static_cast<ExplicitTask *>(ready->owner);
    if (other.isWait) {
      other.isReady.store(true, std::memory_order_seq_cst);
      notify();
    } else if (kept || other.priority > 0) {
      push(other, number);
    } else {
      kept = &other;
      prefetch(other);
    }
    ready = next;
  }
  return kept;
}

ExplicitTask *TaskPool::complete(ExplicitTask &task, uint32_t number) {
  ExplicitTask *next = nullptr;
  if (task.node) {
    next = releaseSuccessors(task, number);
    releaseNode(task);
  }
  happensBefore(task.parent);
  happensBefore(this);
  bool isLastOfSome = false;
  if (task.group) {
    happensBefore(task.group);
    isLastOfSome = task.group->unfinished.fetch_sub(1, std::memory_order_seq_cst) == 1;
  }
  isLastOfSome |= task.finish();
  // From here on the team may end, and with it the implicit tasks that were ancestors. If it has, what is found below
  // is another team's, and waking it up is all that may happen.
  bool mayBeLast = false;
  if (number == Outside) {
    countsOf(number).completeAmongOthers();
    mayBeLast = !next;
  } else if (next) {
    countsOf(number).completeBeforeNext();
  } else {
    countsOf(number).complete();
    mayBeLast = true;
  }
  if (news.isWaitedFor() && (isLastOfSome || (mayBeLast && unfinishedTasks() == 0)))
    notify();
  return next;
}

bool TaskPool::isBehindNothing(const ExplicitTask &parent, const abi::Dependence *items, uint64_t count) {
  TaskDependences *among = parent.dependences;
  if (!among)
    return true;
  Holding held(among->lock);
  if (among->graph.countBefore(items, count))
    return false;
  happensAfter(among);
  return true;
}

bool TaskPool::addDependences(ExplicitTask &task, const abi::Dependence *items, uint64_t count,
                              std::span<std::byte> space) {
  ExplicitTask &parent = *task.parent;
  if (!parent.dependences)
    parent.dependences = new (demand(sizeof(TaskDependences), 64, "a task's dependences")) TaskDependences;
  TaskDependences &among = *parent.dependences;
  // Somebody else may push it.
  happensBefore(&task);
  // Its node is in `space`, or in memory of its own as soon as that is found to be too small.
  size_t bytes = DependenceNode::bytesFor(count), available = space.size();
  std::byte *memory = space.data();
  DependenceNode *node = nullptr;
  among.lock.lock();
  for (;;) {
    size_t before = 0;
    if (!among.graph.reserve(count))
      reportNoMemory();
    if (available >= bytes) {
      node = new (memory) DependenceNode;
      before = among.graph.prepare(*node, items, count);
    } else {
      before = among.graph.countBefore(items, count);
    }
    size_t needed = bytes + before * sizeof(DependenceEdge);
    if (needed <= available) {
      node->owner = &task;
      task.node = node;
      among.graph.link(*node, items, count, before ? reinterpret_cast<DependenceEdge *>(memory + bytes) : nullptr);
      break;
    }
    // Nobody else adds tasks: there may only be fewer before it by then.
    among.lock.unlock();
    memory = static_cast<std::byte *>(demand(needed, 16, "a task's dependences"));
    available = needed;
    task.ownsNode = true;
    among.lock.lock();
  }
  // Behind the lock, another thread may run it.
  bool isReady = node->unmet == 0;
  among.lock.unlock();
  return isReady;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void TaskPool::help(uint32_t number, const ExplicitTask *tied, bool (*done)(void *), void *context, uint32_t ofRound) {
  // What a task's end has made ready, its thread runs next: its data are in the caches, and no queue comes between.
  ExplicitTask *next = nullptr;
  for (;;) {
    if (next && (done(context) || !mayRunNext(*next, tied)))
      leave(*std::exchange(next, nullptr), number);
    if (!next) {
      bool ownsProcessor = fits.load(std::memory_order_relaxed);
      MemberWait wait(ownsProcessor, ownsProcessor);
      news.await([&] { return done(context) || (next = find(number, tied, ofRound)); }, wait);
    }
    if (!next)
      return;
    happensAfter(next);
    next = next->run(*next);
  }
}

void TaskPool::awaitDependences(ExplicitTask &parent, const abi::Dependence *items, uint64_t count, uint32_t number) {
  if (!parent.dependences)
    return;
  ExplicitTask wait;
  wait.parent = &parent;
  wait.isWait = true;
  alignas(16) std::byte space[512];
  if (!addDependences(wait, items, count, space)) {
    help(
        number, parent.tied,
        [](void *task) { return static_cast<ExplicitTask *>(task)->isReady.load(std::memory_order_seq_cst); }, &wait);
  }
  happensAfter(parent.dependences);
  if (ExplicitTask *next = releaseSuccessors(wait, number))
    push(*next, number);
  releaseNode(wait);
}

void TaskPool::meet(TeamMember &member, void (*whenAllAreHere)(StrandTeam &)) {
  struct Meeting {
    TaskPool &pool;
    StrandTeam &team;
    void (*whenAllAreHere)(StrandTeam &);
    uint32_t mine;
  } meeting{*this, *member.team, whenAllAreHere, rounds.current()};
  happensBefore(this);
  if (meeting.team.places.arrive(meeting.team.plan.size))
    rounds.noteAllHere(meeting.mine);
  help(
      member.number, nullptr,
      [](void *context) {
        auto &here = *static_cast<Meeting *>(context);
        return here.pool.rounds.pass(
            here.mine, here.pool.news, [&] { return here.pool.unfinishedTasks(); },
            [&] { here.whenAllAreHere(here.team); });
      },
      &meeting, meeting.mine);
  happensAfter(this);
}

void TaskPool::meetAtEnd(TeamMember &member) {
  struct Meeting {
    TaskPool &pool;
    uint32_t mine;
  } meeting{*this, rounds.current()};
  uint32_t number = member.number;
  happensBefore(this);
  StrandTeam &team = *member.team;
  if (team.places.arrive(team.plan.size)) {
    rounds.noteAllHere(meeting.mine);
    notify();
  }
  help(
      number, nullptr,
      [](void *context) {
        auto &here = *static_cast<Meeting *>(context);
        return here.pool.rounds.hasEnded(here.mine, [&] { return here.pool.unfinishedTasks(); });
      },
      &meeting, meeting.mine);
  happensAfter(this);
}

void TaskPool::finishAlone(uint32_t number) {
  if (unfinishedTasks() == 0)
    return;
  help(number, nullptr, [](void *pool) { return static_cast<TaskPool *>(pool)->unfinishedTasks() == 0; }, this);
  happensAfter(this);
}

} // namespace tactus

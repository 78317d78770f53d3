//===- task_pool.h - explicit tasks that members of a team run for each other --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Tasks that the compiler has converted are latent on the stack of the strand that creates them. Code of other
// compilers hands over each task as an object (libomp/), and those wait here until a member comes to a point where it
// may run one: a barrier, a taskwait, the end of a task group, a taskyield.
//
//     create ──► queue of the creating member ──► its own last one first, another's first one ──► run ──► complete
//
// A team that has a pool meets at the pool's barrier, which ends when all members are there and no task is left. How
// they see that, and how they sleep, is in pool_protocol.h.
//
// A tied task may only begin on a thread below tied tasks that it descends from [OpenMP 5.2, 12.9]: what a task waits
// for is finished by what it runs, and no lock that a suspended task holds is waited for by what runs on top of it
// unless the program says so.
//
// Pools are never given back to the system: whoever notifies one touches memory that is still there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_TASK_POOL_H
#define TACTUS_RUNTIME_TEAMS_TASK_POOL_H

#include "os/atomics.h"
#include "tasks/dependence_graph.h"
#include "teams/pool_protocol.h"
#include "teams/strand_team.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tactus {

class TaskPool;
struct TaskDependences;

/// The tasks that are created in a construct, and theirs. It is in the frame or on the heap of whoever ends it.
struct TaskGroup {
  TaskGroup *outer = nullptr;
  // Relaxed: the pool's news order it, and the end acquires.
  std::atomic<uint64_t> unfinished{0};
  // Relaxed: tasks that have not looked yet may run.
  std::atomic<bool> isCancelled{false};
  /// Of the rooms above: as clang's code reduces, and as gcc's does.
  void *reductions = nullptr;
  uintptr_t *reductionsOfGcc = nullptr;
  /// A construct has it for the tasks that reduce with it, and `cancel taskgroup` is about the one around.
  bool isOfConstruct = false;

  /// Of what can be cancelled, the innermost: itself where there is none around.
  TaskGroup &cancellable() {
    TaskGroup *group = this;
    while (group->isOfConstruct && group->outer)
      group = group->outer;
    return *group;
  }
};

/// Also the implicit task of a member, which is in no queue. Written by whoever creates it before it is published, but
/// for the atomics.
struct ExplicitTask {
  /// In a queue, under its lock.
  ExplicitTask *next = nullptr, *previous = nullptr;
  ExplicitTask *parent = nullptr;
  TaskPool *pool = nullptr;
  /// What the task has been created in.
  TaskGroup *group = nullptr;
  /// The innermost group of what it creates. Its own thread's.
  TaskGroup *current = nullptr;
  /// The innermost tied task that is suspended below it on its thread, itself if it is tied; null for none.
  ExplicitTask *tied = nullptr;
  /// Two numbers, so that a child changes both at once. High half: references of itself until it has finished, Own, and
  /// of its children as long as they exist, which ask for their ancestors. Low half: children that have not finished.
  /// Children that `created` counts are in neither yet: their ends leave the low half negative, and the high half too
  /// small by as many, but far above 0. Release by the child that has finished, acquire by whoever waits for it or
  /// destroys the task.
  static constexpr uint64_t OneReference = uint64_t{1} << 32, Own = OneReference << 31;
  std::atomic<uint64_t> family{Own};
  /// The thread that creates children changes no word that those change who end them. Its own thread's.
  static constexpr uint32_t MostCreated = 1 << 30;
  uint32_t created = 0;
  /// Of children with dependences; null until there is one. Its own thread's.
  TaskDependences *dependences = nullptr;
  /// In the parent's dependences; null without any.
  DependenceNode *node = nullptr;
  /// Executes what is left of the task, and calls complete() when it has finished. Returns what complete() returns,
  /// null if the task has not finished.
  ExplicitTask *(*run)(ExplicitTask &task) = nullptr;
  /// Gives the memory back.
  void (*destroy)(ExplicitTask &task) = nullptr;
  int32_t priority = 0;
  bool isTied = true, isImplicit = false, isFinal = false;
  /// Its node has memory of its own.
  bool ownsNode = false;
  /// It stands for a wait: instead of being run, it is marked.
  bool isWait = false;
  std::atomic<bool> isReady{false};

  /// A child exists from now on. For the thread that runs the task, as are the next three.
  void addChild() {
    if (++created == MostCreated)
      countChildren();
  }
  /// Behind it, the family's word is right. Relaxed: the thread knows its own children.
  void countChildren() {
    if (created)
      family.fetch_add(std::exchange(created, 0) * (OneReference + 1), std::memory_order_relaxed);
  }
  /// Right behind countChildren().
  uint32_t unfinishedChildren() const { return static_cast<uint32_t>(family.load(std::memory_order_seq_cst)); }
  bool descendsFrom(const ExplicitTask &ancestor) const;
  /// The task has finished, and nobody but its children uses it. Says whether it was the last child of its parent.
  bool finish();
  /// An implicit task ends, after all its descendants.
  void release();

private:
  /// Nobody uses it any more.
  void end();
  /// Its own reference goes. True if that was the last.
  bool leaveFamily();
  /// A child of `task`, null for none, no longer exists.
  static void releaseAncestors(ExplicitTask *task);
};

/// Of the children of one task.
struct TaskDependences {
  SpinLock<> lock;
  DependenceGraph graph;
};

class TaskPool {
  struct Member {
    PoolQueue<ExplicitTask> queue;
    TaskCounts<> counts;
  };
  /// Room for so many members. It stays when a larger one takes its place: who has just completed a task may look.
  struct Room {
    uint32_t capacity;
    /// The one in whose place it is, so that checkers of leaks find it.
    const Room *smaller;
    /// What other threads than members count.
    TaskCounts<> others;
    Member all[];
  };

public:
  /// A member that has so many tasks waiting runs further ones itself. Written at start.
  static constinit uint32_t mostInQueue;
  /// Instead of a member's number: another thread's.
  static constexpr uint32_t Outside = UINT32_MAX;

  /// For a team of so many members. Null without memory.
  static TaskPool *take(uint32_t members, bool fits);
  /// All of its members have come to the region's end, and no task is left.
  static void giveBack(TaskPool *pool);
  /// The calling thread ends.
  static void leaveThread();
  /// In the child of fork().
  static void forgetAll();

  /// A member that creates another task should run it itself.
  bool isFull(uint32_t number) const { return member(number).queue.size() >= mostInQueue; }

  /// The task exists from now on: its parent, its group and the team wait for it.
  void begin(ExplicitTask &task, uint32_t number);
  /// It may be run.
  void push(ExplicitTask &task, uint32_t number);
  /// The task has finished, its children may not have. Returns one of the tasks that may run now, null if there is
  /// none; the others are pushed, for the member with that number. Nobody else knows of what is returned: the caller
  /// runs it, or leaves it.
  [[nodiscard]] ExplicitTask *complete(ExplicitTask &task, uint32_t number);
  /// What complete() has returned waits like any other task.
  void leave(ExplicitTask &next, uint32_t number) {
    if (number != Outside)
      countsOf(number).leaveNext();
    push(next, number);
  }
  /// Adds it to its parent's dependences. True if it may begin, else it is going to be pushed, or marked. `space` is
  /// memory that lives as long as the task, aligned to 16 bytes; what does not fit is allocated.
  bool addDependences(ExplicitTask &task, const abi::Dependence *items, uint64_t count, std::span<std::byte> space);
  /// Whether the children of `parent`, which runs here, that the items name have finished.
  static bool isBehindNothing(const ExplicitTask &parent, const abi::Dependence *items, uint64_t count);
  /// Until they have.
  void awaitDependences(ExplicitTask &parent, const abi::Dependence *items, uint64_t count, uint32_t number);

  /// A task that the member may begin below `tied`; null if there is none.
  ExplicitTask *find(uint32_t number, const ExplicitTask *tied) { return find(number, tied, rounds.current()); }
  /// Runs tasks, and sleeps where there are none, until `done(context)`. What changes that is followed by notify().
  void help(uint32_t number, const ExplicitTask *tied, bool (*done)(void *), void *context) {
    help(number, tied, done, context, rounds.current());
  }
  void notify() { news.notify(); }

  /// All members meet, and all tasks are complete.
  void meet(TeamMember &member, void (*whenAllAreHere)(StrandTeam &));
  /// The same at the region's end. Behind it, a member must not touch what is the team's.
  void meetAtEnd(TeamMember &member);
  /// The only member comes to its end.
  void finishAlone(uint32_t number);
  /// Right if no task is begun meanwhile, else perhaps too many.
  uint64_t unfinishedTasks() const;

private:
  PoolNews<> news;
  PoolRounds<> rounds;
  /// Tasks with priorities, highest first.
  PoolQueue<ExplicitTask> urgent;
  // Written between two teams; release and acquire.
  std::atomic<Room *> room{nullptr};
  // Relaxed: who has not left an earlier team yet may find another number.
  std::atomic<uint32_t> members{0};
  std::atomic<bool> fits{true};
  TaskPool *nextUnused = nullptr;

  Member &member(uint32_t number) const { return room.load(std::memory_order_relaxed)->all[number]; }
  TaskCounts<> &countsOf(uint32_t number) const {
    Room &here = *room.load(std::memory_order_relaxed);
    return number == Outside ? here.others : here.all[number].counts;
  }
  static TaskPool *takeAny();
  static void giveToOthers(TaskPool *pool);
  ExplicitTask *releaseSuccessors(ExplicitTask &task, uint32_t number);
  bool mayRunNext(const ExplicitTask &task, const ExplicitTask *tied) const;
  ExplicitTask *find(uint32_t number, const ExplicitTask *tied, uint32_t ofRound);
  void help(uint32_t number, const ExplicitTask *tied, bool (*done)(void *), void *context, uint32_t ofRound);
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_TASK_POOL_H

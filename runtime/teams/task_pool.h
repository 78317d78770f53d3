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
// A team that has a pool meets at the pool's barrier, which ends when all members are there and no task is left:
//
//     member comes     places.arrive(): the last one to come notes `allHere`
//     all that wait    run tasks, until allHere and unfinished == 0; one of them publishes the next round
//
// Sleeping. Who has nothing to do counts itself in `sleepers`, reads `news`, looks once more, and sleeps while `news`
// is the same. Who changes something that others may wait for changes it first, then reads `sleepers`, and raises
// `news` if there are some. Both are sequentially consistent, so one of them sees the other.
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
#include "os/spin_lock.h"
#include "tasks/dependence_graph.h"
#include "teams/strand_team.h"

#include <atomic>
#include <cstdint>

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
  /// Itself, and its children that exist: they ask for their ancestors.
  std::atomic<uint32_t> references{1};
  /// Release by the child that has finished, acquire by whoever waits for it.
  std::atomic<uint32_t> unfinishedChildren{0};
  /// Of children with dependences; null until there is one. Its own thread's.
  TaskDependences *dependences = nullptr;
  /// In the parent's dependences; null without any.
  DependenceNode *node = nullptr;
  /// What of the task is to be executed; executes it, and calls complete() when it has finished.
  void (*run)(ExplicitTask &task) = nullptr;
  /// Gives the memory back.
  void (*destroy)(ExplicitTask &task) = nullptr;
  int32_t priority = 0;
  bool isTied = true, isImplicit = false, isFinal = false;
  /// It stands for a wait: instead of being run, it is marked.
  bool isWait = false;
  std::atomic<bool> isReady{false};

  bool descendsFrom(const ExplicitTask &ancestor) const;
  void release();
};

/// Of the children of one task.
struct TaskDependences {
  SpinLock<> lock;
  DependenceGraph graph;
};

class TaskPool {
  struct alignas(64) Queue {
    SpinLock<> lock;
    ExplicitTask *first = nullptr, *last = nullptr;
    // Under the lock; read without, as a hint.
    std::atomic<uint32_t> length{0};
  };

public:
  /// A member that has so many tasks waiting runs further ones itself. Written at start.
  static constinit uint32_t mostInQueue;

  /// For a team of so many members. Null without memory.
  static TaskPool *take(uint32_t members, bool fits);
  static void giveBack(TaskPool *pool);
  /// In the child of fork().
  static void forgetAll();

  uint32_t memberCount() const { return members; }
  /// A member that creates another task should run it itself.
  bool isFull(uint32_t number) const { return queues[number].length.load(std::memory_order_relaxed) >= mostInQueue; }

  /// The task exists from now on: its parent, its group and the team wait for it.
  void begin(ExplicitTask &task);
  /// It may be run. By a member, or by another thread, which has number 0 here.
  void push(ExplicitTask &task, uint32_t number);
  /// The task has finished, its children may not have. `number` is that of the member, for tasks that may run now.
  void complete(ExplicitTask &task, uint32_t number);
  /// Adds it to its parent's dependences. True if it may begin, else it is going to be pushed, or marked.
  bool addDependences(ExplicitTask &task, const abi::Dependence *items, uint64_t count);
  /// Until the children of `parent`, which runs here, that the items name have finished.
  void awaitDependences(ExplicitTask &parent, const abi::Dependence *items, uint64_t count, uint32_t number);

  /// A task that the member may begin below `tied`; null if there is none.
  ExplicitTask *find(uint32_t number, const ExplicitTask *tied);
  /// Runs tasks, and sleeps where there are none, until `done(context)`. What changes that is followed by notify().
  void help(uint32_t number, const ExplicitTask *tied, bool (*done)(void *), void *context);
  void notify();

  /// All members meet, and all tasks are complete.
  void meet(TeamMember &member, void (*whenAllAreHere)(StrandTeam &));
  /// The only member comes to its end.
  void finishAlone(uint32_t number);
  uint64_t unfinishedTasks() const { return unfinished.load(std::memory_order_acquire); }

private:
  /// Tasks that are not complete. Release and acquire as a barrier's.
  alignas(64) std::atomic<uint64_t> unfinished{0};
  // Relaxed but for the protocol above.
  std::atomic<uint64_t> queued{0};
  alignas(64) std::atomic<uint32_t> news{0};
  std::atomic<uint32_t> sleepers{0};
  alignas(64) std::atomic<uint32_t> round{0};
  /// The round that ends when no tasks are left, and the one that somebody is about to publish.
  std::atomic<uint32_t> allHere{0}, published{0};
  /// Tasks with priorities, highest first.
  Queue urgent;
  Queue *queues = nullptr;
  uint32_t members = 0, capacity = 0;
  bool fits = true;
  TaskPool *nextUnused = nullptr;

  static void append(Queue &queue, ExplicitTask &task);
  static void insertByPriority(Queue &queue, ExplicitTask &task);
  static void remove(Queue &queue, ExplicitTask &task);
  ExplicitTask *takeFrom(Queue &queue, bool lastFirst, const ExplicitTask *tied);
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_TASK_POOL_H

//===- worker.cpp - threads that run tasks ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/worker.h"
#include "slots/loans.h"
#include "slots/nodes.h"
#include "slots/thread_life.h"
#include "tasks/fork_record.h"
#include "threads/beat.h"
#include "threads/program_signals.h"

#include "observe/events.h"
#include "observe/trace.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "os/exported.h"
#include "os/process_generation.h"
#include "os/thread_start.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/task_reduction.h"
#include "regions/team_places.h"
#include "workers/dependence_order.h"
#include "workers/left_tasks.h"
#include "workers/rest_chain.h"
#include "workers/sleepers.h"
#include "workers/strand_fiber.h"
#include "workers/task_batches.h"
#include "workers/tokens.h"

#include "tactus/tactus.h"

#include <algorithm>
#include <cstdio>
#include <pthread.h>
#include <sched.h>
#include <utility>

extern "C" {
void tactus_call_task(uint64_t first, uint64_t second, uint64_t third, uint64_t fourth, void *run);
}

namespace tactus {

static void callCode(Task &task) {
  if (task.isDeferred)
    comeAfterItems(*DeferredTask::of(task).scope, *DeferredTask::of(task).node);
  auto environment = reinterpret_cast<uint64_t>(task.environment()), result = reinterpret_cast<uint64_t>(task.result);
  if (task.fork)
    tactus_call_task(environment, result, 0, 0, reinterpret_cast<void *>(task.fork->run));
  else
    tactus_call_task(task.begin, task.end, environment, result, reinterpret_cast<void *>(task.loop->run));
  if (task.isDeferred)
    comeBeforeItems(*DeferredTask::of(task).scope, *DeferredTask::of(task).node);
}

static void runAsStrand(Task &task) {
  runAsStrand(&task, task.join, [](void *argument) { callCode(*static_cast<Task *>(argument)); }, &task);
}

namespace {

/// While it exists, the thread rounds as the task is to.
class FloatsOfTask {
public:
  explicit FloatsOfTask(Task &ranTask) : task(ranTask), previous(FloatControl::ofThread()) { task.floats.apply(); }
  ~FloatsOfTask() {
    FloatControl left = FloatControl::ofThread();
    task.hasChangedFloats = left != task.floats;
    task.floats = left;
    previous.apply();
  }
  FloatsOfTask(const FloatsOfTask &) = delete;
  FloatsOfTask &operator=(const FloatsOfTask &) = delete;

private:
  Task &task;
  FloatControl previous;
};

} // namespace

/// Calls the task's code, with the environment that the thread has at this moment.
static void callTask(ThreadState &thread, Task *task, StartedAs how) {
  TracedTask traced(thread, *task, how == StartedAs::Stolen);
  thread.isInRuntime = false;
  if (huntsRaces()) {
    runAsStrand(*task);
  } else {
    happensAfter(task);
    callCode(*task);
    happensBefore(task->join);
  }
  thread.isInRuntime = true;
  closeBatchOf(thread, *task);
}

/// Whether the task's code finds around it what it is to find, as the serial program would: the owner of a fork has
/// come to its join, and goes on with the other part itself. Tasks of a loop come in any order, and where the strands
/// of a region are counted, or levels without a record lie between, a task has a place of its own. So it has where
/// races are hunted, since it then runs beside its owner, and has its own views of reducers.
static bool continuesStrand(const Task &task, StartedAs how) {
  return !huntsRaces() && how == StartedAs::Own && task.fork && !task.join->team && task.recordlessLevels == 0;
}

static void runTask(ThreadState &thread, Task *task, StartedAs how) {
  Task *previous = thread.task;
  thread.task = task;
  task->executor.store(thread.slot, std::memory_order_relaxed);
  // Whoever waits for a chain looks at its first task, to steal where its last one makes the next.
  if (task->head && task->head != task)
    task->head->executor.store(thread.slot, std::memory_order_relaxed);
  logEvent(thread, EventKind::Start, task, nullptr, static_cast<uint64_t>(how));
  bool wasInRuntime = thread.isInRuntime;
  if (TaskReductions reductions(*task); continuesStrand(*task, how)) {
    callTask(thread, task, how);
  } else {
    TaskViews views;
    RegionOfTask region(*task);
    OwnSink sink(*task);
    FloatsOfTask floats(*task);
    callTask(thread, task, how);
    task->views = views.table();
  }
  task->hasRun = true;
  logEvent(thread, EventKind::Finish, task);
  thread.isInRuntime = wasInRuntime;
  thread.task = previous;
}

Task *runWithRests(ThreadState &thread, Task *task, StartedAs how) {
  for (;;) {
    runTask(thread, task, how);
    Task *following = thread.following;
    if (!following)
      return task;
    thread.following = nullptr;
    returnPlace(*task);
    Join *toWake = finishTask(thread, *task);
    (void)toWake; // nothing ends before what it has handed on
    thread.counters.cloneOptimised.add();
    task = following;
    how = StartedAs::Following;
  }
}

void runStolenTask(ThreadState &thread, Task *task) {
  // A beat has paid for this task; the next is due a beat from now. The token that comes with it (MPL §4) is for
  // workers that are idle all the same.
  delayBeat(thread);
  // Its first fork or loop polls: what is left over from another task says nothing about this one.
  tactus_credit = 0;
  uint64_t ownTokens = thread.tokens;
  thread.tokens = 0;
  changeTokens(thread, static_cast<int64_t>(task->tokens), TokenReason::Stolen, task);
  bool hasEntryToken = grantEntryToken(thread);
  thread.counters.stolenRuns.add();
  bool hadLoan = thread.loan.slot;
  uint16_t process = processGeneration;
  task = runWithRests(thread, task, StartedAs::Stolen);
  if (process != processGeneration && !(thread.anchor && isOfThread(*task, thread)))
    endChildOfFork("has come to the end of its task, behind which another thread goes on");
  if (thread.loan.slot && !hadLoan)
    returnLoan(thread);
  comeBeforeExit();
  Join *join = joinOfChain(*task);
  // What is left goes back to the parent; the token for the steal is not there to be kept.
  if (hasEntryToken && thread.tokens > 0)
    changeTokens(thread, -1, TokenReason::Dropped);
  if (uint64_t left = thread.tokens)
    join->returnedTokens.fetch_add(left, std::memory_order_relaxed);
  changeTokens(thread, -static_cast<int64_t>(thread.tokens), TokenReason::Returned, task);
  thread.tokens = ownTokens;
  returnPlace(*task);
  join = finishTask(thread, *task);
  // The waiter sleeps until it is woken here, so the join still exists.
  if (join)
    wakeSleeper(thread, join->state, join->waiter);
}

void giveUpSlot(ThreadState &thread) {
  while (thread.slot && !giveSlotBack(thread))
    if (Task *task = thread.slot->deque.pop())
      runStolenTask(thread, task);
}

Task *stealTask(ThreadState &thread, Reach reach) {
  WorkerSlot *all = allSlots();
  if (slotIndex(*thread.slot) >= usableSlotCount())
    return nullptr;
  unsigned count = slotCount();
  unsigned node = reach == Reach::Near ? nodeOf(*thread.slot) : 0;
  unsigned start = static_cast<unsigned>(thread.random.below(count));
  for (unsigned step = 0; step < count; ++step) {
    WorkerSlot &victim = all[(start + step) % count];
    if (&victim == thread.slot || victim.deque.size() == 0 || belongsElsewhere(victim, node))
      continue;
    Task *task = victim.deque.steal();
    if (!task)
      continue;
    thread.counters.steals.add();
    logEvent(thread, EventKind::Steal, task);
    // Pass the good news on: there may be more where this came from.
    if (victim.deque.size() > 0)
      notifyPush(&thread, victim.deque.homeOfOldest());
    return task;
  }
  return nullptr;
}

/// Searches for a bounded time. Null if there is nothing; the slot may then be gone.
static Task *search(ThreadState &thread) {
  TraceSpan span(thread, TraceKind::Idle);
  uint64_t start = clock::now();
  Patience::Looks looks(thread.patience);
  uint64_t patienceForOthers = clock::ticksFromMicroseconds(PatienceMicroseconds);
  WorkerSlot *slot = thread.slot;
  Task *task = nullptr;
  // Busy now, so nobody claims the slot and the number is this thread's.
  uint32_t number = slot->activity.load(std::memory_order_relaxed) >> 2;
  for (unsigned round = 0; !task && looks.goOn(); ++round) {
    slot->setActivity(WorkerSlot::Searching);
    bool work = false;
    for (unsigned step = 0; step < 32 && !(work = anyWork()); ++step)
      pauseProcessor(round * 32 + step);
    uint32_t expected = number << 2 | WorkerSlot::Searching;
    if (!slot->activity.compare_exchange_strong(expected, number << 2 | WorkerSlot::Busy, std::memory_order_acq_rel)) {
      // Claimed by a thread of the user's: this one is a spare now.
      thread.slot = nullptr;
      break;
    }
    if (work)
      task = stealTask(thread, clock::now() - start < patienceForOthers ? Reach::Near : Reach::Anywhere);
  }
  thread.counters.idleTicks.add(clock::now() - start);
  return task;
}

/// The thread goes to where its slot is.
static void moveToNode(ThreadState &thread) {
  unsigned node = nodeOf(*thread.slot);
  if (node == thread.node || !slotNodes.move)
    return;
  thread.node = node;
  slotNodes.move(node);
}

/// A call for which nobody waits: as on a thread of the user's, which keeps its slot until the call returns.
static void runAssignedCall(ThreadState &thread) {
  auto *call = std::exchange(thread.assignedCall, nullptr);
  auto context = reinterpret_cast<uint64_t>(thread.assignedContext);
  delayBeat(thread);
  tactus_credit = 0;
  grantEntryToken(thread);
  thread.assignedFloats.apply();
  tactus_call_task(context, 0, 0, 0, reinterpret_cast<void *>(call));
  changeTokens(thread, -static_cast<int64_t>(thread.tokens), TokenReason::Dropped);
}

/// What has been assigned to the thread, if it has been reserved for something.
template <typename Prepare> static void runAssigned(ThreadState &thread, Prepare prepare) {
  if (thread.assignedCall) {
    prepare();
    ProgramSignals signals(thread.assignedSignals);
    runAssignedCall(thread);
  }
  Task *task = thread.assigned;
  if (!task)
    return;
  // Not before: the process may be about to end, and libomp with it.
  prepare();
  thread.assigned = nullptr;
  ProgramSignals signals(task->signals);
  runStolenTask(thread, task);
}

static void *workerMain(void *argument) {
  auto *thread = static_cast<ThreadState *>(argument);
  adoptThreadState(thread);
  watchStack(ThreadUse::Tasks);
  thread->taskFloor = taskFloor();
  static constinit std::atomic<unsigned> number{0};
  char name[16];
  snprintf(name, sizeof name, "tactus-%u", number.fetch_add(1, std::memory_order_relaxed) + 1);
  pthread_setname_np(pthread_self(), name);
  thread->counters.threadsStarted.add();
  // A region of libomp's inside a task is a nested one.
  bool libompIsSerial = false;
  auto prepare = [&] { libompIsSerial = libompIsSerial || makeLibompSerial(); };
  if (thread->isReserved) {
    thread->isReserved = false;
    thread->slot = thread->parker.park();
    runAssigned(*thread, prepare);
  }
  for (bool hasRun = true;;) {
    if (thread->slot) {
      Task *task = thread->slot->deque.pop();
      if (!task)
        task = stealTask(*thread, Reach::Near);
      if (!task)
        task = search(*thread);
      if (task) {
        prepare();
        moveToNode(*thread);
        ProgramSignals signals(task->signals);
        thread->patience.learnFind();
        slotTable.vainWakes.noteFind();
        hasRun = true;
        runStolenTask(*thread, task);
        continue;
      }
    }
    if (!hasRun) {
      thread->patience.learnWakeInVain(clock::now());
      slotTable.vainWakes.noteVain();
    }
    {
      TraceSpan asleep(*thread, TraceKind::Asleep);
      Patience::Sleep sleep(thread->patience);
      parkIdle(*thread);
    }
    // What has been assigned is no news of what is queued.
    hasRun = thread->assigned || thread->assignedCall;
    runAssigned(*thread, prepare);
  }
}

/// Null, with nothing changed, if there is no thread to be had.
static ThreadState *startThreadWith(WorkerSlot *slot, bool isReserved) {
  // Made here, where it can fail before the slot has changed hands.
  ThreadState *thread = makeThreadState();
  if (!thread)
    return nullptr;
  thread->isWorker = true;
  thread->isReserved = isReserved;
  thread->slot = slot;
  int error = startThread(ThreadUse::Tasks, workerMain, thread);
  if (!error)
    return thread;
  thread->slot = nullptr;
  freeThreadState(thread);
  reportNoThread(error);
  return nullptr;
}

bool startWorkerThread(WorkerSlot *slot) { return startThreadWith(slot, /*isReserved=*/false); }

ThreadState *startReservedThread() { return startThreadWith(nullptr, /*isReserved=*/true); }

} // namespace tactus

TACTUS_EXPORT int tactus_begin(tactus_function function, void *context) {
  tactus::ThreadState *thread = tactus::reserveThread();
  if (!thread)
    return 0;
  thread->assignedCall = function;
  thread->assignedContext = context;
  thread->assignedFloats = tactus::FloatControl::ofThread();
  thread->assignedSignals = tactus::SignalMask::ofThread();
  tactus::startReserved(*thread);
  return 1;
}

//===- join.cpp - waiting for the tasks of a loop or fork -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A join that has to wait never runs work that is not its own on top of the waiting frame:
//
//   1. pop the own deque: the loop's tasks that nobody has stolen run as plain calls
//   2. steal back: only descendants of the loop's tasks, from the slots that execute them (leapfrogging)
//   3. give the slot away and sleep; the thread that finishes the last task brings its own slot
//
// Safety of 3. The slot goes to a spare thread if it has tasks (of outer loops) and becomes free otherwise, so no task
// is left behind without a thread. Progress: follow the waits from join to unfinished task to the thread that runs it;
// the chain ends at a thread that is not waiting, or at a task in the deque of a slot that is not free, which has a
// thread. If no thread can be had the waiter keeps its slot and looks at all deques now and then for tasks that it
// needs, which restores the argument. So it does in programs that ask for thread numbers, which are those of slots
// (openmp/interface.cpp). What it needs may need its slot: then it lends that (slots/loans.h).
//
//===----------------------------------------------------------------------===//
#include "frames/slow_calls.h"
#include "observe/events.h"
#include "observe/trace.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "regions/team_places.h"
#include "slots/loans.h"
#include "slots/pool.h"
#include "tasks/fork_record.h"
#include "threads/beat.h"
#include "threads/beat_source.h"
#include "workers/dependences.h"
#include "workers/fork.h"
#include "workers/promotion.h"
#include "workers/sleepers.h"
#include "workers/task_wait.h"
#include "workers/tokens.h"
#include "workers/worker.h"

#include <algorithm>
#include <cerrno>
#include <sched.h>

namespace tactus {

using namespace abi;

/// Runs a task of this thread's own that nobody has stolen.
static void runOwnTask(ThreadState &thread, Task *task) {
  thread.counters.cloneOptimised.add();
  task = runWithRests(thread, task, StartedAs::Own);
  returnPlace(*task);
  // The only thread that could be waiting for it is this one.
  Join *toWake = finishTask(thread, *task);
  (void)toWake;
}

/// Pops the youngest task in the own deque that the join needs.
static Task *popRelated(ThreadState &thread, const Join *join) {
  return popFirst(thread, [join](const Task *task) { return descendsFrom(task, join); });
}

/// Puts a task that does not belong here into the own deque, for others.
static void putAside(ThreadState &thread, Task *task) {
  // Half of the deque is kept free for this, so that it fails only when thousands of threads wait at a time.
  while (!thread.slot->deque.push(task)) {
    notifyPush(&thread);
    sched_yield();
  }
  notifyPush(&thread);
}

enum class Leapfrog { Ran, Nothing, Stranger };

/// Steals from the slots that run the join's tasks, and runs what descends from them. `Stranger`: something else was
/// on top; it is in the own deque now.
static Leapfrog leapfrog(ThreadState &thread, Join *join) {
  for (Task *awaited = join->first; awaited; awaited = awaited->next) {
    WorkerSlot *executor = awaited->executor.load(std::memory_order_relaxed);
    if (!executor || executor == thread.slot || executor->deque.size() == 0)
      continue;
    Task *task = executor->deque.steal();
    if (!task)
      continue;
    thread.counters.steals.add();
    logEvent(thread, EventKind::Steal, task);
    if (!descendsFrom(task, join)) {
      putAside(thread, task);
      return Leapfrog::Stranger;
    }
    thread.counters.leapfrogs.add();
    takeLentPlace(*join, *task);
    thread.slot->setActivity(WorkerSlot::Busy);
    runStolenTask(thread, task);
    return Leapfrog::Ran;
  }
  return Leapfrog::Nothing;
}

/// Waits with the slot, because there is no thread to leave it to or it must not change: whatever the join needs is
/// looked for everywhere.
static void waitWithSlot(ThreadState &thread, Join *join) {
  WorkerSlot *all = allSlots();
  while (!join->state.done() && thread.slot) {
    Task *task = popRelated(thread, join);
    for (unsigned index = 0, count = slotCount(); !task && index < count; ++index) {
      if (&all[index] == thread.slot || all[index].deque.size() == 0)
        continue;
      task = all[index].deque.steal();
      if (task)
        logEvent(thread, EventKind::Steal, task);
      if (task && !descendsFrom(task, join)) {
        putAside(thread, task);
        task = nullptr;
      }
    }
    if (task) {
      takeLentPlace(*join, *task);
      runStolenTask(thread, task);
      continue;
    }
    if (!lendSlot(thread, *join))
      sleepUntilDone(thread, join->state, join->waiter);
  }
}

/// Waits until the join's tasks, all started elsewhere, have finished.
static void waitForTasks(ThreadState &thread, Join *join) {
  Patience::Looks looks(thread.patience);
  bool stranger = false;
  for (unsigned round = 0; !join->state.done(); ++round) {
    if (thread.slot && !stranger) {
      Leapfrog step = leapfrog(thread, join);
      if (step == Leapfrog::Ran) {
        looks.beginAnew();
        continue;
      }
      thread.slot->setActivity(WorkerSlot::Waiting);
      stranger = step == Leapfrog::Stranger;
      // What is left in the own deque is for others.
      if (!stranger && looks.goOn(thread.slot->deque.size() > 0)) {
        pauseProcessor(round);
        continue;
      }
    }
    if (thread.slot) {
      thread.slot->setActivity(WorkerSlot::Busy);
    }
    looks.beginAnew();
    Patience::Sleep sleep(thread.patience);
    if (thread.slot && (threadNumbersAreUsed() || !giveSlotBack(thread)))
      waitWithSlot(thread, join);
    else
      sleepUntilDone(thread, join->state, join->waiter);
  }
  // Without a slot the thread goes on sequentially; it asks again at its next beat.
  if (!thread.slot)
    acquireSlot(thread);
  else
    thread.slot->setActivity(WorkerSlot::Busy);
}

/// Whether a task of the join has run elsewhere.
static bool hasBeenShared(const ThreadState &thread, const Join &join) {
  for (const Task *task = join.first; task; task = task->next)
    if (WorkerSlot *executor = task->executor.load(std::memory_order_relaxed); executor && executor != thread.slot)
      return true;
  return false;
}

/// A computation is over. The next enters with a token, so that it need not wait for a beat while workers have nothing
/// to do, and polls where it begins, unless it is too short to be promoted. Not if this one was so short that its
/// promotion must have been a good part of it: such a loop, entered again and again, is promoted at beats only.
static void prepareNext(ThreadState &thread) {
  uint64_t worthwhile = worthwhileTicks();
  if (clock::now() - thread.enteredAt < worthwhile)
    return;
  if (thread.tokens == 0)
    grantEntryToken(thread);
  // Nothing is too short where each split is tested.
  tactus_credit = settings.promotesAlways() ? 0 : std::min(tactus_credit, creditOf(worthwhile));
}

/// Takes back a task of this thread's own that nobody has started.
static void cancelTask(ThreadState &thread, Task *task) {
  Join *join = task->join;
  logEvent(thread, EventKind::Cancel, task);
  returnPlace(*task);
  // The only thread that could be waiting for it is this one.
  bool somebodyWaits = join->state.complete();
  (void)somebodyWaits;
}

/// What happens to tasks that nobody has started: they are run, or not. `Leave`: the others' variables stay alive.
enum class Unstarted { Run, Leave, Cancel };

/// Takes over what the tasks have added to reducers and what they have set, in program order. What is joined instead of
/// being cancelled is wanted; where an exception is on its way, the serial program would not have run it.
static void takeEffects(Join *join, Unstarted unstarted) {
  for (Task *task = join->first; task; task = task->next) {
    if (unstarted == Unstarted::Run) {
      takeIcvs(*task);
      // What stands behind a fork goes on in its owner; an iteration's mode is its own.
      if (task->fork && task->hasChangedFloats)
        task->floats.apply();
    }
    if (ViewTable *views = task->views) {
      task->views = nullptr;
      if (unstarted == Unstarted::Run)
        mergeViews(views);
      else if (unstarted == Unstarted::Leave)
        dropUpdates(views);
      else
        dropViews(views);
    }
  }
}

/// Runs or cancels what nobody has started, and waits for the rest.
static void finishTasks(ThreadState &thread, Join *join, Unstarted unstarted) {
  while (!join->state.done() && thread.slot) {
    Task *task = popRelated(thread, join);
    if (!task)
      break;
    takeLentPlace(*join, *task);
    if (task->join != join || task->isDeferred)
      runStolenTask(thread, task); // a descendant that had been put aside here, or a task of the rest's
    else if (unstarted == Unstarted::Run)
      runOwnTask(thread, task);
    else
      cancelTask(thread, task);
  }
  if (join->state.done()) {
    thread.counters.joinsFast.add();
  } else {
    thread.counters.joinsSlow.add();
    TraceSpan span(thread, TraceKind::Wait, join->first->place, join->traceId);
    waitForTasks(thread, join);
  }
}

/// The usual end of a fork: nobody has taken its other part, and nobody writes down what happens or counts the strands
/// of the region. The owner goes on with that part. False if it is another end, and nothing has happened; or if what
/// the part has handed on is not done.
static bool runUntaken(ThreadState &thread, ForkRecord &record, const CallerState &caller) {
  if (settings.events || settings.trace || record.join.team || !takeBack(thread, &record.task))
    return false;
  Anchor anchor{&caller, thread.anchor, thread.task, currentRegion()};
  thread.anchor = &anchor;
  runOwnTask(thread, &record.task);
  thread.anchor = anchor.previous;
  if (!record.join.state.done())
    return false;
  thread.counters.joinsFast.add();
  return true;
}

/// Nobody has worked on a loop for longer than from its first promotion until now. The price of short loops comes out
/// too high otherwise: what their polls see is mostly the price of sharing them. The testing modes promote the same
/// each time, whatever the clock says.
static void learnFromShare(const Join &join) {
  if (join.promotedIterations == 0 || settings.promotesAlways())
    return;
  unsigned strands = 1;
  for (const Task *task = join.first; task; task = task->next)
    ++strands;
  auto ticks = static_cast<double>(clock::now() - join.promotedAt) * std::min(strands, usableSlotCount());
  double most = ticks * CreditPerTick / static_cast<double>(join.promotedIterations);
  int64_t &weight = const_cast<LoopDescriptor *>(join.first->loop)->weight;
  // Relaxed: any price of at least 1 is correct.
  if (static_cast<double>(__atomic_load_n(&weight, __ATOMIC_RELAXED)) > most)
    __atomic_store_n(&weight, std::max<int64_t>(static_cast<int64_t>(most), 1), __ATOMIC_RELAXED);
}

/// All tasks of the join have finished or have been cancelled.
static void leaveJoin(ThreadState &thread, Join *join, Unstarted unstarted) {
  happensAfter(join);
  takeEffects(join, unstarted);
  dropRest(*join);
  logEvent(thread, EventKind::Joined, join);
  changeTokens(thread, static_cast<int64_t>(join->returnedTokens.load(std::memory_order_relaxed)), TokenReason::Joined,
               join);
  limitTokens(thread);
  --thread.openJoins;
  if (settings.trace)
    traceJoined(thread);
  forgetPoll(thread);
  learnFromShare(*join);
  if (thread.openJoins > 0)
    return;
  // A thread of the user's has no more use for its slot. Who keeps it goes on, and nobody may want more of it.
  bool leaves = !thread.isWorker && !thread.keepsSlot && thread.slot && !thread.task;
  // What a member executes between this computation and its next one may change what it blocks.
  thread.asksForSignals |= thread.keepsSlot;
  if (leaves || hasBeenShared(thread, *join))
    prepareNext(thread);
  if (leaves)
    giveUpSlot(thread);
}

/// Waits until all tasks of the join have finished or have been cancelled.
static void joinTasks(ThreadState &thread, Join *join, Unstarted unstarted, const CallerState &caller) {
  Anchor anchor{&caller, thread.anchor, thread.task, currentRegion()};
  thread.anchor = &anchor;
  logEvent(thread, EventKind::Wait, join);
  {
    LentPlace place(*join, thread.task, unstarted == Unstarted::Run);
    TraceSpan joinSpan(thread, TraceKind::Join, join->first->place, join->traceId);
    finishTasks(thread, join, unstarted);
  }
  thread.anchor = anchor.previous;
  if (join->team == &join->ownTeam)
    checkTeamIsLeft(join->ownTeam);
  leaveJoin(thread, join, unstarted);
}

} // namespace tactus

using namespace tactus;

/// A join that compiled code has called for; of `fork`, or of a loop.
static void enterJoin(Join *join, Unstarted unstarted, const CallerState &caller, ForkRecord *fork = nullptr) {
  int error = errno;
  ThreadState *thread = existingThread();
  thread->isInRuntime = true;
  if (fork && unstarted == Unstarted::Run && runUntaken(*thread, *fork, caller))
    leaveJoin(*thread, join, unstarted);
  else
    joinTasks(*thread, join, unstarted, caller);
  renewBeat(*thread);
  thread->isInRuntime = false;
  errno = error;
}

void tactus_join_slow(abi::LoopSlot *slot, const CallerState *caller) {
  if (!slot->join)
    return;
  enterJoin(slot->join, Unstarted::Run, *caller);
  if (!(slot->descriptor->flags & abi::HasReduction))
    freeJoin(*slot);
}

void tactus_cancel_slow(abi::LoopSlot *slot, const CallerState *caller) {
  if (!slot->join)
    return;
  enterJoin(slot->join, Unstarted::Cancel, *caller);
  if (!(slot->descriptor->flags & abi::HasReduction))
    freeJoin(*slot);
}

/// The task with the iterations that follow those which the loop's owner has executed; null if all are taken back.
static Task *nextTask(const Join &join) {
  Task *task = join.first;
  while (task && task->isTakenBack)
    task = task->next;
  return task;
}

/// Not where the log, the time line or the region's count of strands has it as a task; nor where testing wants tasks.
static bool mayTakeBack(ThreadState &thread, const Join &join) {
  if (settings.events || settings.trace || settings.promoteAll || join.team)
    return false;
  return !settings.chaos || thread.random.oneIn(2);
}

/// Whoever steals a task has it, whoever pops it too: so it is run as a task or taken back, and never both (deque.h).
/// The owner goes on with the iterations that follow its own, in the frames of its own strand. So all that is around
/// them is what would be if they had not been promoted: results, reducers' views, region, exceptions.
__attribute__((visibility("default"))) int tactus_loop_take_back(tactus_loop_slot *slot, uint64_t *begin,
                                                                 uint64_t *end) {
  ThreadState &thread = *existingThread();
  Join &join = *slotOf(slot)->join;
  Task *task = mayTakeBack(thread, join) ? nextTask(join) : nullptr;
  // Relaxed: who does not see yet that it has been started does not find it in the deque.
  if (!task || task->executor.load(std::memory_order_relaxed))
    return 0;
  int error = errno;
  thread.isInRuntime = true;
  bool isOurs = takeBack(thread, task);
  if (isOurs) {
    thread.counters.cloneOptimised.add();
    task->isTakenBack = true;
    // The only thread that could be waiting for it is this one.
    bool somebodyWaits = join.state.complete();
    (void)somebodyWaits;
    *begin = task->begin;
    *end = task->end;
  }
  thread.isInRuntime = false;
  errno = error;
  return isOurs;
}

/// A fork's owner has come to its join, from the first branch.
static void enterForkJoin(tactus_fork_record *visible, Unstarted unstarted, const CallerState &caller) {
  ForkRecord &record = *ForkRecord::of(visible);
  ThreadState &thread = *existingThread();
  endFirstBranch(thread, record);
  enterJoin(&record.join, unstarted, caller, &record);
  endDependences(record);
  dismissRest(thread, *record.descriptor);
}

void tactus_fork_join_slow(tactus_fork_record *record, const CallerState *caller) {
  enterForkJoin(record, Unstarted::Run, *caller);
}

int tactus_fork_cancel_slow(tactus_fork_record *record, const CallerState *caller) {
  enterForkJoin(record, Unstarted::Cancel, *caller);
  return ForkRecord::of(record)->task.hasRun;
}

tactus_fork_record *tactus_fork_leave_slow(tactus_fork_record *record, const CallerState *caller) {
  enterForkJoin(record, Unstarted::Leave, *caller);
  if (ForkRecord::of(record)->task.hasRun)
    return record;
  tactus_fork_release(record);
  return nullptr;
}

__attribute__((visibility("default"))) void tactus_fork_release(tactus_fork_record *record) {
  ForkRecord &owned = *ForkRecord::of(record);
  ThreadState *thread = existingThread();
  if (!thread)
    return freeRecord(nullptr, owned);
  // A signal handler that makes tasks must not find memory half kept.
  bool wasInRuntime = thread->isInRuntime;
  thread->isInRuntime = true;
  logEvent(*thread, EventKind::Release, &owned.join);
  freeRecord(thread, owned);
  thread->isInRuntime = wasInRuntime;
}

__attribute__((visibility("default"))) void tactus_fork_discard(tactus_fork_record *record) {
  const tactus_fork_descriptor &descriptor = *ForkRecord::of(record)->descriptor;
  if ((tactus_fork_cancel(record) || descriptor.flags & TACTUS_FORK_DISCARDS_UNSTARTED) && descriptor.discard)
    descriptor.discard(record->result);
  tactus_fork_release(record);
}

__attribute__((visibility("default"))) void tactus_loop_combine(tactus_loop_slot *slot, void *context,
                                                                void (*take)(void *context, void *result)) {
  tactus_combine(slotOf(slot), context, take);
}

__attribute__((visibility("default"))) void tactus_combine(abi::LoopSlot *slot, void *list,
                                                           void (*reduce)(void *list, void *taskResult)) {
  if (!slot->join)
    return;
  for (Task *task = slot->join->first; task; task = task->next)
    if (task->hasRun)
      reduce(list, task->result);
  freeJoin(*slot);
}

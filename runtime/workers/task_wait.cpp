//===- task_wait.cpp - waiting for one's caller's tasks ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing runs on top of the waiting frame. The thread gives its slot away and sleeps, as at a join (join.cpp), and the
// strand of the first branch, which is about to wait for this very rest, brings its own.
//
// Progress. A rest waits for what comes before it in the program, and a join for what is part of it: there is no cycle
// among these waits. As for joins, the chain from any wait to what it needs ends at a thread that is not waiting, or at
// a task in a deque that has a thread. So that there always is one, only so many rests that may wait are promoted at a
// time. Where thread numbers are asked for, waiters keep their slots: there, each join looks for its tasks everywhere.
//
//===----------------------------------------------------------------------===//
#include "workers/task_wait.h"

#include "abi/openmp.h"
#include "os/exported.h"
#include "tasks/fork_record.h"
#include "threads/beat.h"

#include "slots/pool.h"
#include "workers/dependences.h"
#include "workers/sleepers.h"
#include "workers/worker.h"

#include <cerrno>

namespace tactus {

/// Rests that may wait, from promotion to join. Relaxed: it only counts.
static constinit std::atomic<unsigned> admittedRests{0};

/// Less than half of the threads that the pool starts at most.
static unsigned restLimit() { return 4 * slotCount() + 16; }

/// Of the rests of a scope's tasks, one at a time waits: the first stands for all of them.
static bool restMayWait(const tactus_fork_descriptor &descriptor) {
  if (descriptor.flags & TACTUS_FORK_MAY_WAIT)
    return true;
  constexpr uint64_t Relevant = TACTUS_FORK_HAS_DEPENDENCES | TACTUS_FORK_ENDS_REST | TACTUS_FORK_NEVER_AWAITS;
  return (descriptor.flags & Relevant) == TACTUS_FORK_HAS_DEPENDENCES;
}

bool admitRest(ThreadState &thread, const tactus_fork_descriptor &descriptor) {
  if (!restMayWait(descriptor))
    return true;
  if (descriptor.flags & TACTUS_FORK_MAY_WAIT && __atomic_load_n(&tactus_libomp_tasks, __ATOMIC_RELAXED))
    return false;
  if (admittedRests.fetch_add(1, std::memory_order_relaxed) < restLimit()) {
    ++thread.admittedRests;
    return true;
  }
  admittedRests.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

void dismissRest(ThreadState &thread, const tactus_fork_descriptor &descriptor) {
  if (!restMayWait(descriptor))
    return;
  admittedRests.fetch_sub(1, std::memory_order_relaxed);
  --thread.admittedRests;
}

void keepOwnRests() {
  ThreadState *own = existingThread();
  forEachThread([&](ThreadState &thread) {
    if (&thread != own)
      thread.admittedRests = 0;
  });
  admittedRests.store(own ? own->admittedRests : 0, std::memory_order_relaxed);
}

static void waitForFirstBranch(ThreadState &thread, ForkRecord &record) {
  waitUntilDone(thread, record.firstBranch, record.waitingRest);
  happensAfter(&record.firstBranch);
}

void openFirstBranch(ForkRecord &record, uintptr_t frame) {
  // What a thread of the user's has forked continues nothing that anybody could wait for.
  Task *owner = record.owner;
  if (!owner || !(record.descriptor->flags & TACTUS_FORK_OF_TASK))
    return;
  bool continues = true;
  for (const ForkRecord *open = owner->openBranches; open && continues; open = open->nextOpen)
    continues = open->branchAddress <= frame;
  record.task.continuesParent = continues;
  record.branchAddress = frame;
  record.nextOpen = owner->openBranches;
  owner->openBranches = &record;
}

/// Nearly always the latest that has been opened.
static void closeFirstBranch(ForkRecord &record) {
  if (!record.owner)
    return;
  ForkRecord **link = &record.owner->openBranches;
  while (*link != &record)
    link = &(*link)->nextOpen;
  *link = record.nextOpen;
}

void endFirstBranch(ThreadState &thread, ForkRecord &record) {
  if (!(record.descriptor->flags & TACTUS_FORK_OF_TASK))
    return;
  closeFirstBranch(record);
  closeDependences(thread, record);
  happensBefore(&record.firstBranch);
  completeAndWake(thread, record.firstBranch, record.waitingRest);
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void tactus_wait_for_first_branches() {
  ThreadState *thread = existingThread();
  if (!thread)
    return;
  for (Task *rest = thread->task; rest && rest->fork && rest->fork->flags & TACTUS_FORK_OF_TASK; rest = rest->parent) {
    ForkRecord *record = ForkRecord::of(*rest);
    if (!record->firstBranch.done()) {
      int error = errno;
      thread->isInRuntime = true;
      waitForFirstBranch(*thread, *record);
      forgetPoll(*thread);
      thread->isInRuntime = false;
      errno = error;
    } else {
      happensAfter(&record->firstBranch);
    }
    if (!rest->continuesParent)
      return;
  }
}

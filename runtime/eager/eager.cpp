//===- eager.cpp - tasks that are made where they are created --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "eager/eager.h"

#include "abi/loops.h"
#include "maps/stack_maps.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/icvs.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "regions/task_scope.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/stack_room.h"
#include "workers/fork.h"
#include "workers/promotion.h"
#include "workers/task_wait.h"

#include <cerrno>
#include <sched.h>

namespace tactus {

namespace {

/// While it exists, the thread is in the runtime; null where nothing can be made, as in a signal handler that
/// interrupted the runtime. Keeps errno.
class InRuntime {
  ThreadState *const existing = currentThread();
  const int error = errno;

public:
  ThreadState *const thread = existing && !existing->isInRuntime ? existing : nullptr;

  InRuntime() {
    if (thread)
      thread->isInRuntime = true;
  }
  ~InRuntime() {
    if (thread)
      thread->isInRuntime = false;
    errno = error;
  }
  InRuntime(const InRuntime &) = delete;
  InRuntime &operator=(const InRuntime &) = delete;
};

} // namespace

/// A walk of the stack for the loops around a place whose scope is not known otherwise; as rare as other walks.
static bool isInConvertedLoop(ThreadState &thread, const CallerState &caller) {
  uint64_t start = clock::now();
  const MapTable *table = thread.walks.allowsWalkAt(start) ? holdTable(thread) : nullptr;
  if (!table)
    return false;
  LatentPart parts[CompiledWork::MostParts];
  CompiledWork work(parts);
  walkStack(thread, *table, caller, work);
  releaseTable(thread);
  chargeWalk(thread, start);
  return work.outermost;
}

static bool isInScope(ThreadState &thread, const CallerState &caller) {
  // The poll's own frame is the lower neighbour of all that encloses it.
  TaskScopeAt place = taskScopeAt(thread.task, caller.stackPointer - sizeof(uintptr_t));
  return place == TaskScopeAt::Unknown ? isInConvertedLoop(thread, caller) : place == TaskScopeAt::Inside;
}

/// Whether one more task may be made here, as far as queue, stack and others on this thread are concerned. The thread
/// has a slot afterwards if so.
static bool hasRoom(ThreadState &thread, const CallerState &caller) {
  if (settings.heartbeatMicroseconds == 0 || caller.stackPointer < thread.taskFloor)
    return false;
  // What testing modes leave out, and in what order threads come here, is to differ.
  if (settings.chaos) {
    if (thread.random.oneIn(8))
      sched_yield();
    if (thread.random.oneIn(4))
      return false;
  }
  if (thread.slot && thread.slot->deque.size() >= settings.queueSize)
    return false;
  if (leavesParallelismToLibomp(thread))
    return false;
  if (!hasRoomToPromote(thread))
    return false;
  if (thread.slot)
    return true;
  if (!acquireSlot(thread))
    return false;
  if (thread.openJoins == 0)
    thread.enteredAt = clock::now();
  return true;
}

/// Nothing has come of it.
static void leaveRoom(ThreadState &thread, bool heldSlot) {
  if (!heldSlot && thread.slot && thread.openJoins == 0)
    giveSlotBack(thread);
}

tactus_fork_record *forkEagerly(tactus_fork_descriptor &descriptor, const uint64_t *environment,
                                const CallerState &caller) {
  tactus_credit += __atomic_load_n(&descriptor.weight, __ATOMIC_RELAXED);
  InRuntime inside;
  if (!inside.thread)
    return nullptr;
  ThreadState &thread = *inside.thread;
  bool isTask = descriptor.flags & TACTUS_FORK_OF_TASK, heldSlot = thread.slot;
  if ((isTask && !isInScope(thread, caller)) || !hasRoom(thread, caller))
    return nullptr;
  tactus_fork_record *record = nullptr;
  if (admitRest(thread, descriptor)) {
    LatentFork fork{&descriptor, thread.task, nullptr};
    fork.registers.stackPointer = caller.stackPointer;
    record = promoteFork(thread, fork, environment, 0);
    if (!record)
      dismissRest(thread, descriptor);
  }
  if (!record)
    leaveRoom(thread, heldSlot);
  return record;
}

void splitEagerly(tactus_latent &record, const CallerState &caller) {
  tactus_loop_record &loop = loopOf(record);
  abi::LoopSlot *slot = slotOf(&loop.slot);
  if (!(slot->descriptor->flags & abi::LoopOfTasks))
    return;
  InRuntime inside;
  if (!inside.thread || !isInScope(*inside.thread, caller))
    return;
  ThreadState &thread = *inside.thread;
  bool heldSlot = thread.slot;
  auto address = reinterpret_cast<uintptr_t>(&record);
  // The next block stays here.
  while (slot->end - loop.strip.iteration >= 2 && hasRoom(thread, caller)) {
    LatentLoop latent{slot, loop.strip.iteration, slot->end, thread.task, 0, true, &record};
    if (promoteLoop(thread, latent, 0, 0, address) != Promotion::Done)
      break;
  }
  leaveRoom(thread, heldSlot);
}

} // namespace tactus

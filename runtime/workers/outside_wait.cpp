//===- outside_wait.cpp - a thread that waits for what is not ours lends its place --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/outside_wait.h"

#include "frames/slow_calls.h"
#include "maps/stack_maps.h"
#include "observe/trace_waits.h"
#include "os/exported.h"
#include "os/settings.h"
#include "regions/strand_slot.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/beat.h"
#include "threads/beat_source.h"
#include "threads/stack_room.h"
#include "workers/promotion.h"

#include <cerrno>

namespace tactus {

/// Makes tasks of what is latent on the thread's stack, as long as a worker would have nothing to do without them.
static void promoteAround(ThreadState &thread, const CallerState &caller) {
  if (settings.heartbeatMicroseconds == 0)
    return;
  LatentWork *work = hasRoomToPromote(thread) ? emptyWork(thread) : nullptr;
  const MapTable *table = work ? holdTable(thread) : nullptr;
  if (!table)
    return;
  promoteForWait(thread, *table, caller, *work);
  releaseTable(thread);
}

int lendPlace(ThreadState &thread, const CallerState &caller) {
  bool heldSlot = thread.slot;
  promoteAround(thread, caller);
  WorkerSlot *all = allSlots();
  if (!all)
    return TACTUS_WAIT_ALONE;
  // A thread whose slot has a number that the program knows keeps it; thieves take its tasks.
  if (thread.slot && !threadNumbersAreUsed() && giveSlotBack(thread))
    thread.counters.placesLent.add();
  if (!heldSlot && idleSlotCount() == usableSlotCount())
    return TACTUS_WAIT_ALONE;
  return thread.slot || idleSlotCount() > 0 ? TACTUS_WAIT_IDLE : TACTUS_WAIT_OTHERS_WORK;
}

void takePlaceBack(ThreadState &thread) {
  // A thread of the user's that has nothing to join needs a slot only for its next promotion, which asks for one.
  if (!thread.slot && (thread.openJoins > 0 || thread.task || thread.isWorker))
    acquireSlot(thread);
  renewBeat(thread);
  forgetPoll(thread);
}

} // namespace tactus

using namespace tactus;

int tactus_wait_lend_slow(const CallerState *caller) {
  ensureListBase();
  ThreadState *thread = currentThread();
  // A signal handler that has interrupted the runtime waits as it is.
  if (!thread || thread->isInRuntime)
    return TACTUS_WAIT_ALONE;
  int error = errno;
  thread->isInRuntime = true;
  int others = lendPlace(*thread, *caller);
  thread->isInRuntime = false;
  errno = error;
  return others;
}

TACTUS_EXPORT void tactus_wait_end(void) {
  ThreadState *thread = existingThread();
  if (!thread || thread->isInRuntime)
    return;
  int error = errno;
  thread->isInRuntime = true;
  endTracedWait(*thread);
  takePlaceBack(*thread);
  thread->isInRuntime = false;
  errno = error;
}

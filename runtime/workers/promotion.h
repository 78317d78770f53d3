//===- promotion.h - from latent work to tasks ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops: the three-way split of HBC §3, without generated leftover code: the running thread is the leftover task.
//
//   executing iteration i:        [ … i ] stays        [i+1 ………… m) task      [m ………… end) task
//   innermost, i is the next:     [ i ………… m) stays                            [m ………… end) task
//
// The loop's end is lowered first in the frame's own slot, by the thread that owns the frame, so no iteration is in two
// places; it is read again before each iteration, or chunk, begins.
//
// Forks: see fork.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_PROMOTION_H
#define TACTUS_RUNTIME_WORKERS_PROMOTION_H

#include "frames/latent_work.h"
#include "frames/stack_walk.h"
#include "observe/trace.h"
#include "os/clock.h"
#include "os/settings.h"
#include "slots/pool.h"
#include "tasks/task.h"
#include "threads/beat.h"
#include "threads/thread.h"

namespace tactus {

enum class Promotion { Done, NothingLatent, EnoughQueued, LimitReached, NoSlot, NoMemory, NotNow, TooShort };

/// Whether a worker would have to be woken for another task, and that has been in vain (slots/vain_wakes.h).
inline bool isWakeInVain() {
  VainWakes &wakes = slotTable.vainWakes;
  return wakes.areMany() && awakeIdlerCount() == 0 && !wakes.isTime(clock::now(), beatTicks());
}

/// Whether the thread's deque holds a task for every idle worker, and one at least: another one would only wait there.
/// So it would where nobody comes who is woken. Where promotions do not wait for idle workers: whether it is full.
inline bool hasEnoughQueued(const ThreadState &thread) {
  unsigned queued = thread.slot ? thread.slot->deque.size() : 0;
  return queued + 2 > DequeLimit ||
         (settings.awaitsIdleWorker() && (queued >= std::max(idleSlotCount(), 1U) || isWakeInVain()));
}

/// Tries one promotion, of the oldest latent part that allows it. Walks the stack if that may lead to something, or if
/// `mustWalk`, to know which loop the beat fell into; sets `walked` accordingly. Before it promotes anything, `beat`
/// goes into the trace.
Promotion tryPromote(ThreadState &thread, const MapTable &table, const CallerState &caller, TracedBeat &beat,
                     bool mustWalk, LatentWork &work, bool &walked);

/// A walk of the calling thread's stack has begun at `start`, and is over. `share`: see WalkBudget.
void chargeWalk(ThreadState &thread, uint64_t start, uint64_t share = WalkBudget::Share);

/// After a promotion: goes on promoting while more workers have nothing to do than tasks are queued here. Latent work
/// must not starve idle workers, whose number bounds what a beat can cost. `work` is what that promotion has left of
/// what its walk found: on a deep stack one walk serves many promotions.
void feedIdleWorkers(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work);

/// The thread is going to wait, and lends its slot: promotes until a task is queued for it, and for each worker that
/// has nothing to do. Where the thread has waited before and nobody has, nothing happens.
void promoteForWait(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work);

/// The same where races are hunted: as long as anything is latent.
void promoteAllParts(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work);

/// Inside a region of libomp's, its threads are the parallelism: whether the thread is in one.
bool leavesParallelismToLibomp(const ThreadState &thread);

/// Whether a fork that need not wait for its turn can become a task: `thread` has a slot afterwards if so.
/// \param awaitsSlot   where others have all slots it waits for one, some milliseconds at most (pool.h)
bool canForkNow(ThreadState &thread, bool awaitsSlot = false);

/// Promotes one latent loop. `split` is the number of iterations that the first part of a halved range gets, 0 for the
/// half. The thread holds a slot. `address` is the part's (latent.h).
Promotion promoteLoop(ThreadState &thread, const LatentLoop &loop, uint64_t split, unsigned level, uintptr_t address);

/// Promotes a part of either kind, wherever it was found.
Promotion promotePart(ThreadState &thread, const LatentPart &part, uint64_t split);

/// What every promotion does at its end: gives the task its share of the thread's tokens and puts it into the deque.
/// The caller has seen that there is room.
void publishTask(ThreadState &thread, Task *task);

void countPromotion(ThreadState &thread, unsigned tasks, unsigned level);

/// Frees a slot's join record with its tasks, which have all finished.
void freeJoin(abi::LoopSlot &slot);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_PROMOTION_H

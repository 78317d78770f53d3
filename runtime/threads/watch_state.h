//===- watch_state.h - what the watcher knows of a thread ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_WATCH_STATE_H
#define TACTUS_RUNTIME_THREADS_WATCH_STATE_H

#include "os/float_control.h"
#include "os/signal_mask.h"
#include "os/thread_stack.h"
#include "threads/watch_protocol.h"

#include <atomic>
#include <cstdint>
#include <sys/types.h>

namespace tactus {

struct SiblingOffer;
struct Task;
struct WorkerSlot;

struct WatchState {
  //===--- Written by the thread, read by the watcher ---===//

  /// Rises when the thread enters a region that is watched, or begins or ends a promoted task.
  std::atomic<uint32_t> steps{0};
  /// The size of the team that it is in, and BySlots; 0 if it is not watched. Sequentially consistent:
  /// watch_protocol.h.
  std::atomic<uint32_t> watchedTeam{0};
  /// Nobody counts the team: who begins something there has a slot.
  static constexpr uint32_t BySlots = uint32_t{1} << 31;
  /// The kernel's number of the thread; 0 before it was watched for the first time.
  std::atomic<pid_t> watchedId{0};

  /// An offer has met it in the very state in which one had met it before. Set by its handler, reset by the watcher
  /// when it has made a step. Relaxed: nothing behind it.
  std::atomic<bool> isSeenWaiting{false};

  //===--- Between them ---===//

  /// Threads and memory for what is latent here.
  OfferCell<SiblingOffer> offer;

  //===--- Owned by the thread ---===//

  /// Hashes of the states in which offers have met it, the last few. Its handler's.
  uint64_t statesMet[4] = {};
  unsigned countOfStates = 0;
  /// What it has taken, while it promotes: tasks go to those threads. Null otherwise.
  SiblingOffer *takenOffer = nullptr;
  /// Of a worker that has been reserved: the task that it runs first. Written before it is woken.
  Task *assigned = nullptr;
  /// Or a call for which nobody waits (tactus_begin()).
  void (*assignedCall)(void *context) = nullptr;
  void *assignedContext = nullptr;
  FloatControl assignedFloats;
  SignalMask assignedSignals;
  /// The same: the slot that it gets, null if none was free. The watcher's until the thread is woken.
  WorkerSlot *lentSlot = nullptr;
  /// It has been started for such a task, and waits for it.
  bool isReserved = false;

  //===--- Owned by the watcher ---===//

  /// Steps as they were last seen, since when, and how long after that it looks again; in ticks.
  uint32_t seenSteps = 0;
  uint64_t seenSince = 0, nextLook = 0;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_WATCH_STATE_H

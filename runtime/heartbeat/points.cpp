//===- points.cpp - polls of code that waits for interrupts ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/poll.h"

#include "abi/policy.h"
#include "frames/slow_calls.h"
#include "heartbeat/weights.h"
#include "os/clock.h"
#include "os/settings.h"
#include "threads/beat.h"
#include "threads/beat_source.h"

#include <atomic>
#include <utility>

namespace tactus {

bool passesPoint(ThreadState &thread) {
  return std::exchange(thread.handlerRanAfter, 0) == thread.counters.beatsDelivered.get() + 1;
}

/// A leaf loop learns from how long the thread has been on its way how many iterations may lie between two points.
static void learnFromWay(std::atomic_ref<int64_t> strip, ThreadState &thread) {
  uint64_t moved = thread.beatMovedAt.load(std::memory_order_relaxed);
  if (moved == 0)
    return;
  int64_t known = strip.load(std::memory_order_relaxed);
  int64_t learned = learnStrip({known, clock::now() - moved, beatTicks()}, thread.hasWaitedLong);
  if (learned != known)
    strip.store(learned, std::memory_order_relaxed);
}

/// A thread has come to a point; `strip` is that of a leaf loop, else null.
static void arriveAtPoint(int64_t *strip) {
  // Where no beat ever comes, a leaf loop needs no points.
  if (strip && settings.heartbeatMicroseconds == 0)
    std::atomic_ref(*strip).store(INT64_MAX, std::memory_order_relaxed);
  if (ThreadState *thread = existingThread()) {
    receiveKernelBeat(*thread);
    if (strip)
      learnFromWay(std::atomic_ref(*strip), *thread);
  }
}

} // namespace tactus

using namespace tactus;

int64_t tactus_beat_slow(int64_t *weight, const CallerState *caller) {
  arriveAtPoint(weight);
  PollOrigin origin{PollOrigin::Frame};
  origin.isInterrupted = true;
  return pollAnyhow(caller, origin);
}

int64_t tactus_handler_beat_slow(int64_t *strip, const CallerState *caller) {
  arriveAtPoint(strip);
  ThreadState *thread = existingThread();
  if (thread && passesPoint(*thread))
    return 0;
  PollOrigin origin{PollOrigin::Handler, strip};
  origin.isInterrupted = true;
  tactus_credit = pollAnyhow(caller, origin);
  if (thread)
    thread->handlerRanAfter = origin.runsHandler ? thread->counters.beatsDelivered.get() + 1 : 0;
  return origin.runsHandler;
}

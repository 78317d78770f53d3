//===- poll_state.h - what a thread's polls need ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_POLL_STATE_H
#define TACTUS_RUNTIME_THREADS_POLL_STATE_H

#include "abi/loops.h"
#include "threads/counters.h"
#include "threads/walk_budget.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

struct WorkerSlot;

/// What a thread's polls need. Owned by the thread.
struct alignas(64) PollState {
  //===--- What a steady poll touches (heartbeat/poll.cpp), in two cache lines ---===//

  /// Where the last poll came from, if the next may be a steady one; else 0.
  uintptr_t lastReturnAddress = 0;
  /// The previous poll, 0 if what lies between is not worth learning from.
  uint64_t lastPoll = 0;
  uint64_t nextBeat = 0;
  int64_t lastRefill = 0;
  /// The credit used in steady polls since the last other one.
  int64_t steadyCharge = 0;
  /// Ticks that polls may still take before weights come down fast, and when they may next come down slowly.
  int64_t pollTime = 0;
  uint64_t nextLowering = 0;
  uint64_t tokens = 0;

  /// Null while the thread has no right to run in parallel.
  WorkerSlot *slot = nullptr;
  /// Ticks, as the last poll knew it.
  uint64_t beat = 0;
  /// The thread is inside the runtime, not in a task. A signal handler that runs parallel loops at that moment finds no
  /// consistent state, so its polls do nothing. Volatile is enough between a thread and its own signal handlers.
  volatile bool isInRuntime = false;
  /// One of libtactus' own threads.
  bool isWorker = false;
  /// It has been told that its thread number is 0 (openmp/interface.cpp), so that it may have no slot but the first.
  bool isNumberZero = false;
  /// Written by the thread, read by all.
  Counters counters;

  //===--- What others need as well ---===//

  WalkBudget walks;
  const abi::LoopSlot *lastLoop = nullptr;
  const int64_t *lastWeight = nullptr;
  uint64_t lastIteration = 0;
  const abi::LoopSlot *lastOutermost = nullptr;
  uint64_t lastOutermostIteration = 0;
};
static_assert(offsetof(PollState, tokens) < 64 && offsetof(PollState, counters) + Counters::OfPolls <= 128);

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_POLL_STATE_H

//===- thread.h - what the runtime knows about a thread --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every thread that polls has a ThreadState. States are kept in one list for ever and used again by later threads:
// their counters stay in the sums, and whoever wakes a thread that ends at the same moment still touches valid memory.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREAD_H
#define TACTUS_RUNTIME_THREAD_H

#include "counters.h"
#include "join_state.h"
#include "stack_walk.h"

#include <atomic>
#include <cstddef>

namespace tactus {

struct Task;
struct EventLog;
struct TraceTrack;
struct WorkerSlot;

/// Seeded xorshift: random choices of chaos mode and of victims.
class Random {
  uint64_t state = 0x9e3779b97f4a7c15u;

public:
  void seed(uint64_t value) {
    // Neighbouring seeds must not give similar sequences, and zero is a fixed point.
    state = (value + 1) * 0x9e3779b97f4a7c15u;
    state ^= state >> 29;
    if (!state)
      state = 1;
  }
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  /// Uniform enough for scheduling. `bound` is not 0.
  uint64_t below(uint64_t bound) { return (next() >> 11) % bound; }
  bool oneIn(uint64_t count) { return below(count) == 0; }
};

struct alignas(64) ThreadState {
  //===--- Owned by the thread: what a steady poll touches (poll.cpp), in two cache lines ---===//

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
  /// It has been told that its thread number is 0 (openmp_interface.cpp), so that it may have no slot but the first.
  bool isNumberZero = false;
  /// Written by the thread, read by all.
  Counters counters;

  //===--- Owned by the thread ---===//

  /// The task it runs, null outside of tasks.
  Task *task = nullptr;
  /// What the task that has just run has handed on, and nobody else has taken (rest_chain.h); null outside of
  /// worker.cpp.
  Task *following = nullptr;
  /// The innermost join it is in.
  Anchor *anchor = nullptr;
  /// Its joins that are not joined yet.
  uint64_t openJoins = 0;

  /// No walk before this: walks may cost a bounded share of the time only.
  uint64_t nextWalk = 0;
  /// When a thread of the user's got a slot for the first promotion of its computation.
  uint64_t enteredAt = 0;
  const abi::LoopSlot *lastLoop = nullptr;
  const int64_t *lastWeight = nullptr;
  uint64_t lastIteration = 0;
  const abi::LoopSlot *lastOutermost = nullptr;
  uint64_t lastOutermostIteration = 0;

  LatentList latentList;
  /// Of its promoted compiled forks, as index of the stub + 1 (return_stubs.cpp).
  uint32_t youngestOpenFork = 0;
  /// Of the first branch that has returned to a stub last.
  tactus_fork_record *returnedFork = nullptr;
  /// Of its promoted forks, those with rests that may wait (task_wait.h).
  unsigned admittedRests = 0;
  /// During the poll of code with a handler of its own: what tells the handler to run. Null otherwise, and once set.
  bool *handler = nullptr;
  /// During the poll of a fork that has no record yet: the one that the runtime has made for it, in a frame of its own,
  /// and where the fork's frame is. Null otherwise.
  const tactus_latent *pollingFork = nullptr;
  uintptr_t pollingFrame = 0;

  Random random;
  ForeignChains foreignChains;

  //===--- Shared ---===//

  /// Made at the first event; stays with the state, used by the thread only.
  TraceTrack *trace = nullptr;
  /// The same; written by the thread, read at exit.
  EventLog *events = nullptr;
  /// Hazard pointer: the table that the thread's poll reads. Written by the thread, read by whoever frees tables.
  std::atomic<const MapTable *> heldTable{nullptr};
  Parker<WorkerSlot> parker;
  /// In the pool's list of spare threads; under the pool's mutex.
  ThreadState *nextSpare = nullptr;
  /// All states. Written once, before the state is published.
  ThreadState *nextState = nullptr;
  /// 1 while a thread uses it. Taken by compare-exchange, given back by the ending thread with release.
  std::atomic<uint32_t> inUse{0};
};
static_assert(offsetof(ThreadState, tokens) < 64 && offsetof(ThreadState, counters) + Counters::OfPolls <= 128);

/// The calling thread's state, null if it has none.
extern constinit thread_local ThreadState *existingState;
inline ThreadState *existingThread() { return existingState; }
/// The calling thread's state, made at the first call; null without memory.
ThreadState *currentThread();

/// A state for a thread that is going to be started, null without memory; the thread then adopts it.
ThreadState *makeThreadState();
void adoptThreadState(ThreadState *thread);
void freeThreadState(ThreadState *thread);

/// Pushed at the front with release; never shrinks.
extern std::atomic<ThreadState *> allThreads;

template <typename Visitor> void forEachThread(Visitor visit) {
  for (ThreadState *thread = allThreads.load(std::memory_order_acquire); thread; thread = thread->nextState)
    visit(*thread);
}

/// For the child of a fork, where only the calling thread exists: all other states become free.
void keepOnlyCurrentThread();

/// Makes the key whose destructor ends a thread's state.
void startThreadStates();

} // namespace tactus

#endif // TACTUS_RUNTIME_THREAD_H

//===- thread.h - what the runtime knows about a thread --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every thread that polls has a ThreadState. States are kept in one list for ever and used again by later threads:
// their counters stay in the sums, and whoever wakes a thread that ends at the same moment still touches valid memory.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_THREAD_H
#define TACTUS_RUNTIME_THREADS_THREAD_H

#include "maps/stack_maps.h"
#include "tasks/join_state.h"
#include "threads/beat_state.h"
#include "threads/frame_state.h"
#include "threads/patience.h"
#include "threads/poll_state.h"
#include "threads/random.h"
#include "threads/watch_state.h"

#include <atomic>
#include <cstddef>

namespace tactus {

struct EventLog;
struct ThreadState;
struct TraceTrack;

/// Memory that waits to be used again.
struct SpareRecord {
  SpareRecord *next;
};

/// A slot that another thread has lent (slots/loans.h); none if both are null.
struct SlotLoan {
  WorkerSlot *slot = nullptr;
  ThreadState *lender = nullptr;
};

/// Its parts are those of the rooms: what polls need, what is known of the stack, how the maps are read, what beat
/// it waits for, and whether it may wait for others.
struct ThreadState : PollState, FrameState, MapReader, BeatState, WatchState {
  //===--- Owned by the thread ---===//

  /// What the task that has just run has handed on, and nobody else has taken (rest_chain.h); null outside of
  /// worker.cpp.
  Task *following = nullptr;
  /// Its joins that are not joined yet.
  uint64_t openJoins = 0;

  /// When a thread of the user's got a slot for the first promotion of its computation.
  uint64_t enteredAt = 0;
  /// The signals that the program blocks in that computation (program_signals.h), which its first task asks for.
  SignalMask signals;
  bool asksForSignals = false;
  /// What it blocked where a signal of ours has met it, while that is handled; null otherwise. A handler blocks more.
  const sigset_t *signalsWhenMet = nullptr;
  /// It is a member of a team, which keeps its slot from join to join.
  bool keepsSlot = false;
  /// The slot that it has, if that is another thread's.
  SlotLoan loan;
  /// Of its promoted forks, those with rests that may wait (task_wait.h).
  unsigned admittedRests = 0;
  /// During the poll of code with a handler of its own: what tells the handler to run. Null otherwise, and once set.
  bool *handler = nullptr;
  /// Such a handler has run: one more than the beats that had been delivered then. 0 once a point has followed.
  uint64_t handlerRanAfter = 0;
  Random random;
  Patience patience;
  /// Of a worker thread: where it has been moved to (slots/nodes.h).
  unsigned node = 0;
  /// Memory of records of forks, for the next ones (workers/fork.cpp). Stays with the state.
  SpareRecord *spareRecords = nullptr;
  unsigned spareRecordCount = 0;

  //===--- Shared ---===//

  /// Made at the first event; stays with the state, used by the thread only.
  TraceTrack *trace = nullptr;
  /// The same; written by the thread, read at exit.
  EventLog *events = nullptr;
  Parker<WorkerSlot> parker;
  /// 1 while it waits for the slot that it has lent. Set by the thread, cleared by the borrower with release.
  std::atomic<uint32_t> slotIsAway{0};
  /// In the pool's list of spare threads; under the pool's mutex.
  ThreadState *nextSpare = nullptr;
  /// All states. Written once, before the state is published.
  ThreadState *nextState = nullptr;
  /// Tells the threads apart that have used the state; from 1 on.
  uint64_t life = 0;
  /// 1 while a thread uses it. Taken by compare-exchange, given back by the ending thread with release.
  std::atomic<uint32_t> inUse{0};
};
/// The calling thread's state, null if it has none.
extern constinit thread_local ThreadState *existingState;
inline ThreadState *existingThread() { return existingState; }

/// A state that nobody uses, null without memory. For the calling thread, or for one that is going to be started: it
/// then adopts it (slots/thread_life.h).
ThreadState *makeThreadState();
/// The state's thread has ended, or has not come to be. Any thread.
void freeThreadState(ThreadState *thread);

/// Pushed at the front with release; never shrinks.
extern std::atomic<ThreadState *> allThreads;

template <typename Visitor> void forEachThread(Visitor visit) {
  for (ThreadState *thread = allThreads.load(std::memory_order_acquire); thread; thread = thread->nextState)
    visit(*thread);
}

/// For the child of a fork, where only the calling thread exists: all other states become free.
void keepOnlyCurrentThread();

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_THREAD_H

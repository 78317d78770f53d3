//===- thread.cpp - what the runtime knows about a thread ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/thread.h"

#include "os/allocation.h"
#include "os/exported.h"
#include "os/settings.h"

#include "tactus/latent.h"

#include <new>

TACTUS_EXPORT constinit __thread int64_t tactus_credit = 0;

namespace tactus {

constinit std::atomic<ThreadState *> allThreads{nullptr};
constinit thread_local ThreadState *existingState = nullptr;
// Numbers threads; also for the seeds of chaos mode.
static constinit std::atomic<uint64_t> threadsSoFar{0};

/// What a thread is in the middle of, which has ended with another thread's fork().
static void forgetUnderway(ThreadState &thread) {
  thread.following = nullptr;
  thread.loan = {};
  thread.slotIsAway.store(0, std::memory_order_relaxed);
  thread.takenOffer = nullptr;
  thread.lentSlot = nullptr;
  thread.isReserved = false;
  thread.handler = nullptr;
  thread.handlerRanAfter = 0;
  thread.returnedFork = nullptr;
  thread.pollingFork = nullptr;
  thread.pollingFrame = 0;
  thread.skipsRecords = false;
}

static void reset(ThreadState &thread) {
  thread.slot = nullptr;
  thread.openJoins = 0;
  thread.isWorker = thread.isNumberZero = thread.keepsSlot = false;
  thread.isInRuntime = false;
  thread.assigned = nullptr;
  thread.assignedCall = nullptr;
  thread.lastReturnAddress = 0;
  thread.lastPoll = thread.nextBeat = thread.tokens = 0;
  thread.walks = {};
  thread.lastLoop = thread.lastOutermost = nullptr;
  thread.forgetStack();
  forgetUnderway(thread);
  uint64_t number = threadsSoFar.fetch_add(1, std::memory_order_relaxed);
  thread.life = number + 1;
  thread.random.seed(settings.chaosSeed * 4096 + number);
}

void freeThreadState(ThreadState *thread) {
  // Release: the next user of the state sees it as left here.
  thread->inUse.store(0, std::memory_order_release);
}

ThreadState *makeThreadState() {
  ThreadState *thread = nullptr;
  for (ThreadState *state = allThreads.load(std::memory_order_acquire); state; state = state->nextState) {
    uint32_t expected = 0;
    // Acquire: pairs with freeThreadState().
    if (state->inUse.load(std::memory_order_relaxed) == 0 &&
        state->inUse.compare_exchange_strong(expected, 1, std::memory_order_acquire)) {
      thread = state;
      break;
    }
  }
  if (!thread) {
    void *memory = allocateZeroed(sizeof(ThreadState));
    if (!memory)
      return nullptr;
    thread = new (memory) ThreadState;
    thread->inUse.store(1, std::memory_order_relaxed);
    addMapReader(*thread);
    thread->nextState = allThreads.load(std::memory_order_relaxed);
    // Release: readers of the list see an initialised state.
    while (!allThreads.compare_exchange_weak(thread->nextState, thread, std::memory_order_release))
      ;
  }
  reset(*thread);
  return thread;
}

void keepOnlyCurrentThread() {
  forEachThread([](ThreadState &thread) {
    thread.heldTable.store(nullptr, std::memory_order_relaxed);
    thread.nextSpare = nullptr;
    if (&thread == existingState)
      return;
    new (&thread.parker) Parker<WorkerSlot>;
    thread.slot = nullptr;
    thread.inUse.store(0, std::memory_order_relaxed);
  });
}

} // namespace tactus

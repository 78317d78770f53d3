//===- thread.cpp - what the runtime knows about a thread ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "thread.h"

#include "allocation.h"
#include "crew.h"
#include "events.h"
#include "pool.h"
#include "settings.h"
#include "trace.h"

#include <new>
#include <pthread.h>

namespace tactus {

constinit std::atomic<ThreadState *> allThreads{nullptr};
constinit thread_local ThreadState *existingState = nullptr;
static pthread_key_t endOfThread;
static bool haveKey;
// Numbers threads for the seeds of chaos mode.
static constinit std::atomic<uint64_t> threadsSoFar{0};

static void reset(ThreadState &thread) {
  thread.slot = nullptr;
  thread.task = nullptr;
  thread.anchor = nullptr;
  thread.youngestOpenFork = 0;
  thread.openJoins = 0;
  thread.isWorker = thread.isNumberZero = thread.keepsSlot = false;
  thread.isInRuntime = false;
  thread.lastReturnAddress = 0;
  thread.lastPoll = thread.nextBeat = thread.tokens = thread.nextWalk = 0;
  thread.lastLoop = thread.lastOutermost = nullptr;
  resetLatentList(thread);
  thread.foreignChains.forget(); // another thread's stack
  forgetTracedThread(thread);
  logEvent(thread, EventKind::Thread);
  uint64_t number = threadsSoFar.fetch_add(1, std::memory_order_relaxed);
  thread.random.seed(settings.chaosSeed * 4096 + number);
}

static void endThread(void *argument) {
  auto *thread = static_cast<ThreadState *>(argument);
  existingState = nullptr;
  if (thread->slot)
    giveSlotBack(*thread);
  giveCrewBack(*thread);
  releaseTable(*thread);
  freeThreadState(thread);
}

void freeThreadState(ThreadState *thread) {
  // Release: the next user of the state sees it as left here.
  thread->inUse.store(0, std::memory_order_release);
}

void startThreadStates() { haveKey = pthread_key_create(&endOfThread, endThread) == 0; }

void adoptThreadState(ThreadState *thread) {
  existingState = thread;
  // Without a key the state is not used again; nothing else depends on it.
  if (haveKey)
    pthread_setspecific(endOfThread, thread);
}

ThreadState *currentThread() {
  if (!existingState)
    if (ThreadState *thread = makeThreadState())
      adoptThreadState(thread);
  return existingState;
}

ThreadState *makeThreadState() {
  ThreadState *thread = nullptr;
  for (ThreadState *state = allThreads.load(std::memory_order_acquire); state; state = state->nextState) {
    uint32_t expected = 0;
    // Acquire: pairs with endThread().
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

//===- thread_life.cpp - a thread's state, from its first use to its end ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "slots/thread_life.h"

#include "slots/pool.h"
#include "threads/beat_source.h"
#include "threads/thread.h"
#include "threads/watch.h"

#include <pthread.h>

namespace tactus {

static pthread_key_t endOfThread;
static bool haveKey;

static void endThread(void *argument) {
  auto *thread = static_cast<ThreadState *>(argument);
  existingState = nullptr;
  stopBeats(*thread);
  endWatch(*thread);
  if (thread->slot)
    giveSlotBack(*thread);
  releaseTable(*thread);
  freeThreadState(thread);
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

} // namespace tactus

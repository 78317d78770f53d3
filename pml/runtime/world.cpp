//===- world.cpp - threads that run compiled code, and stopping them ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Everything here is under one lock, which is taken for each task that starts or ends, each join of a promoted fork,
// and each block of memory: none of them is frequent.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/world.h"

#include "pml/runtime/heap.h"
#include "pml/runtime/interrupts.h"

#include <pthread.h>

thread_local constinit tactus::pml::Thread pml_thread __attribute__((tls_model("local-exec"))){};

namespace tactus::pml {

static pthread_mutex_t worldLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t worldChanged = PTHREAD_COND_INITIALIZER;
// All under the lock.
static Thread *threads;
static unsigned threadsInside;
static bool isStopping;
static pthread_key_t threadEnd;
static pthread_once_t threadEndOnce = PTHREAD_ONCE_INIT;

namespace {
struct Locked {
  Locked() { pthread_mutex_lock(&worldLock); }
  ~Locked() { pthread_mutex_unlock(&worldLock); }
};
} // namespace

static void waitUntilRunning() {
  while (isStopping)
    pthread_cond_wait(&worldChanged, &worldLock);
}

/// Who has stopped the world looks at all threads.
static void forget(void *thread) {
  Locked locked;
  waitUntilRunning();
  auto *ended = static_cast<Thread *>(thread);
  (ended->previous ? ended->previous->next : threads) = ended->next;
  if (ended->next)
    ended->next->previous = ended->previous;
}

static void createKey() { pthread_key_create(&threadEnd, forget); }

/// Under the lock.
static void registerThread(Thread &thread) {
  pthread_once(&threadEndOnce, createKey);
  pthread_setspecific(threadEnd, &thread);
  thread.isRegistered = true;
  thread.next = threads;
  if (threads)
    threads->previous = &thread;
  threads = &thread;
}

Thread *firstThread() { return threads; }

unsigned threadsRunning() {
  Locked locked;
  return threadsInside;
}

void goInside() {
  Thread &thread = pml_thread;
  Locked locked;
  waitUntilRunning();
  if (!thread.isRegistered)
    registerThread(thread);
  thread.isInside = true;
  ++threadsInside;
}

void goOutside() {
  Locked locked;
  pml_thread.isInside = false;
  --threadsInside;
  if (isStopping)
    pthread_cond_broadcast(&worldChanged);
}

/// Under the lock.
static bool parkLocked() {
  if (!isStopping)
    return false;
  --threadsInside;
  pthread_cond_broadcast(&worldChanged);
  waitUntilRunning();
  ++threadsInside;
  return true;
}

void park() {
  Locked locked;
  parkLocked();
}

bool stopWorld() {
  Locked locked;
  if (parkLocked())
    return false;
  isStopping = true;
  for (Thread *thread = threads; thread; thread = thread->next)
    __atomic_store_n(&thread->limit, 0, __ATOMIC_RELAXED);
  while (threadsInside > 1)
    pthread_cond_wait(&worldChanged, &worldLock);
  return true;
}

void resumeWorld() {
  Locked locked;
  isStopping = false;
  pthread_cond_broadcast(&worldChanged);
}

/// Under the lock. What interrupts the thread takes the limit away at any time, also between the two.
static void setLimit(Thread &thread, uint64_t limit) {
  __atomic_store_n(&thread.limit, isStopping ? 0 : limit, __ATOMIC_SEQ_CST);
  if (isInterrupted(thread))
    __atomic_store_n(&thread.limit, 0, __ATOMIC_RELAXED);
}

void restoreLimit(Thread &thread) {
  Locked locked;
  setLimit(thread, thread.blockEnd);
}

/// Loops that wait look at the limit each time. A limit of 1 leaves no room either, but calls nobody here.
void pauseLoop(Thread &thread) {
  Locked locked;
  parkLocked();
  bool hasRoom = thread.blockEnd && !heapSettings.stress;
  setLimit(thread, hasRoom ? thread.blockEnd : 1);
}

} // namespace tactus::pml

/// Where a loop that waits for other threads finds a limit of 0 (pml/codegen/waits.cpp).
extern "C" void pml_pause() {
  PML_SAFEPOINT();
  tactus::pml::serveInterrupts(pml_thread);
  tactus::pml::pauseLoop(pml_thread);
}

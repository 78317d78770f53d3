//===- coroutines.cpp - threads that give the processor to each other ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/coroutines.h"
#include "pml/runtime/cells.h"
#include "pml/runtime/interrupts.h"
#include "pml/runtime/main.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tactus::pml {

/// Handles outlive what they lead to, so this is never freed but used again.
struct Coroutine {
  Coroutine *nextFree;
  Thread *thread;
  /// How often it has waited.
  uint64_t turn;
  /// Written under the lock, by a thread that is inside. Read under the lock, or with the world stopped.
  bool waits, isGivenUp;
  bool isVisited;
  /// It began as one, and not as the program or a task.
  bool canEnd;
  pthread_cond_t changed;
  /// Where the thread's function goes on if it is given up.
  jmp_buf end;
};

static constinit pthread_mutex_t switchLock = PTHREAD_MUTEX_INITIALIZER;
static constinit Coroutine *freeCoroutines = nullptr;

static constexpr size_t LargestStack = size_t{256} << 20;

static Coroutine *takeCoroutine() {
  pthread_mutex_lock(&switchLock);
  Coroutine *taken = freeCoroutines;
  if (taken)
    freeCoroutines = taken->nextFree;
  pthread_mutex_unlock(&switchLock);
  if (taken)
    return taken;
  taken = static_cast<Coroutine *>(calloc(1, sizeof(Coroutine)));
  if (!taken)
    endWithoutMemory(sizeof(Coroutine));
  taken->turn = FirstTurn;
  pthread_cond_init(&taken->changed, nullptr);
  return taken;
}

static Coroutine &ownCoroutine(Thread &thread) {
  if (!thread.coroutine) {
    thread.coroutine = takeCoroutine();
    thread.coroutine->thread = &thread;
  }
  return *thread.coroutine;
}

Coroutine *waiterOf(const Object &cell) {
  if (cell.words[CellState] < FirstTurn)
    return nullptr;
  auto *coroutine = reinterpret_cast<Coroutine *>(cell.words[CellTarget]);
  return coroutine->turn == cell.words[CellState] && coroutine->waits ? coroutine : nullptr;
}

Thread &threadOf(const Coroutine &coroutine) { return *coroutine.thread; }

bool mayBeGivenUp(const Thread &thread) {
  if (!thread.coroutine || !thread.coroutine->waits || !thread.coroutine->canEnd || thread.heap->older)
    return false;
  for (const Segment *segment = thread.segments; segment; segment = segment->older)
    if (segment->heap && segment->heap->older)
      return false;
  return true;
}

Thread *visitOnce(Coroutine &waiting) {
  if (waiting.isVisited || !mayBeGivenUp(*waiting.thread))
    return nullptr;
  waiting.isVisited = true;
  return waiting.thread;
}

void endUnlessVisited(Coroutine &waiting) {
  if (!waiting.isVisited && mayBeGivenUp(*waiting.thread)) {
    pthread_mutex_lock(&switchLock);
    waiting.isGivenUp = true;
    pthread_cond_signal(&waiting.changed);
    pthread_mutex_unlock(&switchLock);
  }
  waiting.isVisited = false;
}

/// The caller is inside.
static void setWaiting(Coroutine &self, bool waits) {
  pthread_mutex_lock(&switchLock);
  self.waits = waits;
  pthread_cond_signal(&self.changed);
  pthread_mutex_unlock(&switchLock);
}

/// The caller has been set to wait. It does not return if nobody can reach its handle any more.
static void wait(Coroutine &self) {
  goOutside();
  pthread_mutex_lock(&switchLock);
  while (self.waits && !self.isGivenUp)
    pthread_cond_wait(&self.changed, &switchLock);
  bool isGivenUp = self.isGivenUp;
  pthread_mutex_unlock(&switchLock);
  if (isGivenUp)
    longjmp(self.end, 1);
  goInside();
}

/// What the thread has held, nobody asks for. No collection looks at it meanwhile.
static void forgetAll(Thread &thread) {
  goInside();
  dropHeaps(thread);
  thread.segments = nullptr;
  thread.roots = nullptr;
  thread.promotedForks = nullptr;
  thread.exception = nullptr;
  thread.left = {};
  Coroutine &self = *thread.coroutine;
  thread.coroutine = nullptr;
  pthread_mutex_lock(&switchLock);
  ++self.turn;
  self.waits = self.isGivenUp = self.canEnd = false;
  self.thread = nullptr;
  self.nextFree = freeCoroutines;
  freeCoroutines = &self;
  pthread_mutex_unlock(&switchLock);
  goOutside();
}

static void *runCoroutine(void *made) {
  Thread &thread = pml_thread;
  thread.coroutine = static_cast<Coroutine *>(made);
  thread.coroutine->thread = &thread;
  thread.coroutine->canEnd = true;
  char handlerStack[HandlerStackBytes];
  watchStack(handlerStack, coroutineStack());
  if (setjmp(thread.coroutine->end) == 0) {
    runsProgram(thread);
    uint64_t result[ResultHeadBytes / sizeof(uint64_t)] = {};
    pml_program.coroutine(result);
    // The library's function never returns.
    endWithException();
  }
  forgetAll(thread);
  return nullptr;
}

size_t coroutineStack() {
  return heapSettings.stackBytes && heapSettings.stackBytes < LargestStack ? heapSettings.stackBytes : LargestStack;
}

static bool createThread(Coroutine &made) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setguardsize(&attributes, StackGuard);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  bool isRunning = pthread_attr_setstacksize(&attributes, coroutineStack()) == 0 &&
                   pthread_create(&thread, &attributes, runCoroutine, &made) == 0;
  pthread_attr_destroy(&attributes);
  return isRunning;
}

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

/// What others resume the calling thread by when it next waits.
Object *pml_coroutine_handle() {
  PML_SAFEPOINT();
  Coroutine &self = ownCoroutine(pml_thread);
  return makeCell(reinterpret_cast<uint64_t>(&self), ++self.turn);
}

/// Goes on there, and waits here. False if nobody waits for this handle.
bool pml_coroutine_resume(Object *handle) {
  PML_SAFEPOINT();
  Coroutine *target = waiterOf(*handle);
  if (!target)
    return false;
  Coroutine &self = ownCoroutine(pml_thread);
  setWaiting(self, true);
  runsProgram(*target->thread);
  setWaiting(*target, false);
  wait(self);
  return true;
}

/// The library's function goes on in a new thread. False if there is none.
bool pml_coroutine_start() {
  PML_SAFEPOINT();
  Coroutine &self = ownCoroutine(pml_thread), &made = *takeCoroutine();
  setWaiting(self, true);
  if (createThread(made)) {
    wait(self);
    return true;
  }
  setWaiting(self, false);
  return false;
}

} // extern "C"

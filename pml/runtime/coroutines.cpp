//===- coroutines.cpp - threads that give the processor to each other ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/coroutines.h"
#include "pml/runtime/cells.h"
#include "pml/runtime/collect.h"
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

namespace {

/// What a coroutine has been when it waited.
struct Saved {
  Coroutine *coroutine;
  TaskHeap *heap;
  Segment *segments;
  CallSite left;
  jmp_buf point;
  /// Where its frames have been, and how many bytes they are, which follow.
  uintptr_t low;
  size_t bytes;
  /// The collection that has visited it last.
  uint64_t visitedIn;

  char *frames() { return reinterpret_cast<char *>(this + 1); }
};

} // namespace

/// Handles outlive what they lead to, so this is never freed but used again.
struct Coroutine {
  Coroutine *nextFree;
  Thread *thread;
  /// How often it has waited.
  uint64_t turn;
  /// Written under the lock, by a thread that is inside. Read under the lock, or with the world stopped.
  bool waits, isGivenUp;
  /// Its frames are as they stay until it is resumed, which is a moment later than it `waits`.
  bool hasStopped;
  /// The collection that has visited it last.
  uint64_t visitedIn;
  /// It began as one, and not as the program or a task.
  bool canEnd;
  pthread_cond_t changed;
  /// Where the thread's function goes on if it is given up, and where it waits.
  jmp_buf end, point;
  /// The stack pointer there.
  uintptr_t low;
};

static constinit pthread_mutex_t switchLock = PTHREAD_MUTEX_INITIALIZER;
static constinit Coroutine *freeCoroutines = nullptr;

static constinit uint64_t collections = 0;

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

static Saved *savedOf(const Object &cell) {
  return cell.words[CellState] == IsSaved ? reinterpret_cast<Saved *>(cell.words[CellTarget]) : nullptr;
}

Coroutine *waiterOf(const Object &cell) {
  if (cell.words[CellState] < FirstTurn)
    return nullptr;
  auto *coroutine = reinterpret_cast<Coroutine *>(cell.words[CellTarget]);
  return coroutine->turn == cell.words[CellState] && coroutine->waits ? coroutine : nullptr;
}

Thread &threadOf(const Coroutine &coroutine) { return *coroutine.thread; }

/// A heap that is older belongs to a fork that is promoted and not joined (task_heap.h).
static bool hasPromoted(const Thread &thread) {
  if (thread.heap->older)
    return true;
  for (const Segment *segment = thread.segments; segment; segment = segment->older)
    if (segment->heap && segment->heap->older)
      return true;
  return false;
}

bool mayBeGivenUp(const Thread &thread) {
  return thread.coroutine && thread.coroutine->waits && thread.coroutine->canEnd && !hasPromoted(thread);
}

void beginVisits() { ++collections; }

Thread *visitOnce(Coroutine &waiting) {
  if (waiting.visitedIn == collections || !mayBeGivenUp(*waiting.thread))
    return nullptr;
  waiting.visitedIn = collections;
  return waiting.thread;
}

bool visitContinuation(RootVisitor &visitor, const Object &cell) {
  Saved *saved = savedOf(cell);
  if (!saved || saved->visitedIn == collections)
    return false;
  saved->visitedIn = collections;
  visitImage(visitor, saved->left, saved->segments, reinterpret_cast<uintptr_t>(saved->frames()) - saved->low);
  if (Thread *thread = visitOnce(*saved->coroutine))
    visitThread(visitor, *thread);
  return true;
}

void dropUnlessVisited(const Object &cell) {
  if (Saved *saved = savedOf(cell); saved && saved->visitedIn != collections)
    free(saved);
}

void endUnlessVisited(Coroutine &waiting) {
  if (waiting.visitedIn != collections && mayBeGivenUp(*waiting.thread)) {
    pthread_mutex_lock(&switchLock);
    waiting.isGivenUp = true;
    pthread_cond_broadcast(&waiting.changed);
    pthread_mutex_unlock(&switchLock);
  }
}

/// The caller is inside.
static void setWaiting(Coroutine &self, bool waits) {
  pthread_mutex_lock(&switchLock);
  self.waits = waits;
  pthread_cond_broadcast(&self.changed);
  pthread_mutex_unlock(&switchLock);
}

/// What the thread has held, nobody asks for. No collection looks at it meanwhile; to those that come it is a thread
/// that has nothing.
static void forgetAll(Thread &thread) {
  goInside();
  Coroutine &self = *thread.coroutine;
  thread.coroutine = nullptr;
  pthread_mutex_lock(&switchLock);
  ++self.turn;
  self.waits = self.isGivenUp = self.canEnd = false;
  self.thread = nullptr;
  pthread_mutex_unlock(&switchLock);
  dropHeaps(thread);
  thread.segments = nullptr;
  thread.roots = nullptr;
  thread.exception = nullptr;
  thread.left = {};
  goOutside();
}

/// Back to where the coroutine has waited, by its thread, which is inside and stays so.
[[noreturn, gnu::noinline]] static void enterSaved(Saved &saved) {
  // The frames that go on here are not to lie where others are copied to.
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  constexpr uintptr_t OwnFrames = 4096;
  size_t room = here > saved.low ? here - saved.low + OwnFrames : OwnFrames;
  volatile char *below = static_cast<char *>(__builtin_alloca(room));
  below[0] = 0;
  Thread &thread = pml_thread;
  thread.segments = saved.segments;
  thread.left = saved.left;
  thread.roots = nullptr;
  memcpy(reinterpret_cast<void *>(saved.low), saved.frames(), saved.bytes);
  longjmp(saved.point, 1);
}

static void waitUntilResumed(Coroutine &self) {
  goOutside();
  pthread_mutex_lock(&switchLock);
  self.hasStopped = true;
  pthread_cond_broadcast(&self.changed);
  while (self.waits && !self.isGivenUp)
    pthread_cond_wait(&self.changed, &switchLock);
  self.hasStopped = false;
  bool isGivenUp = self.isGivenUp;
  pthread_mutex_unlock(&switchLock);
  if (isGivenUp) {
    // Its frames are there until the jump.
    forgetAll(pml_thread);
    longjmp(self.end, 1);
  }
  goInside();
  if (const Object *continuation = pml_thread.continuation) {
    pml_thread.continuation = nullptr;
    enterSaved(*savedOf(*continuation));
  }
}

/// The caller has been set to wait. It does not return if nobody can reach its handle any more, and may return several
/// times.
[[gnu::noinline]] static void wait(Coroutine &self) {
  asm volatile("mov %%rsp, %0" : "=r"(self.low));
  if (setjmp(self.point) == 0)
    waitUntilResumed(self);
}

/// The caller is inside: the other one needs nobody to stop.
static void awaitStop(Coroutine &waiting) {
  pthread_mutex_lock(&switchLock);
  while (!waiting.hasStopped)
    pthread_cond_wait(&waiting.changed, &switchLock);
  pthread_mutex_unlock(&switchLock);
}

/// The thread ends, behind forgetAll().
static void release(Coroutine &ended) {
  pthread_mutex_lock(&switchLock);
  ended.nextFree = freeCoroutines;
  freeCoroutines = &ended;
  pthread_mutex_unlock(&switchLock);
}

static void *runCoroutine(void *made) {
  Thread &thread = pml_thread;
  thread.coroutine = static_cast<Coroutine *>(made);
  thread.coroutine->thread = &thread;
  thread.coroutine->canEnd = true;
  thread.stackBase = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  char handlerStack[HandlerStackBytes];
  watchStack(handlerStack, coroutineStack());
  if (setjmp(thread.coroutine->end) == 0) {
    runsProgram(thread);
    uint64_t result[ResultHeadBytes / sizeof(uint64_t)] = {};
    pml_program.coroutine(result);
    // The library's function never returns.
    endWithException();
  }
  release(*static_cast<Coroutine *>(made));
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

/// A continuation: the frames of the coroutine that waits for this handle. The handle itself if they cannot be entered
/// again.
Object *pml_coroutine_save(Object *given) {
  PML_SAFEPOINT();
  Root handle(given);
  Object *cell = makeCell(0, IsGone);
  Coroutine *waiting = waiterOf(*handle.get());
  if (!waiting || hasPromoted(*waiting->thread) || waiting->thread->roots || !waiting->thread->stackBase)
    return handle.get();
  awaitStop(*waiting);
  const Thread &thread = *waiting->thread;
  size_t bytes = thread.stackBase - waiting->low;
  auto *saved = static_cast<Saved *>(malloc(sizeof(Saved) + bytes));
  if (!saved)
    endWithoutMemory(bytes);
  *saved = {thread.coroutine, thread.heap, thread.segments, thread.left, {}, waiting->low, bytes, 0};
  memcpy(&saved->point, &waiting->point, sizeof saved->point);
  memcpy(saved->frames(), reinterpret_cast<const void *>(waiting->low), bytes);
  cell->words[CellTarget] = reinterpret_cast<uint64_t>(saved);
  cell->words[CellState] = IsSaved;
  return cell;
}

/// Goes on there, and waits here. False if nobody waits for this handle, or the continuation cannot be entered now.
bool pml_coroutine_resume(Object *handle) {
  PML_SAFEPOINT();
  Saved *saved = savedOf(*handle);
  Coroutine *target = saved ? saved->coroutine : waiterOf(*handle);
  if (!target || (saved && (hasPromoted(*target->thread) || target->thread->heap != saved->heap)))
    return false;
  Coroutine &self = ownCoroutine(pml_thread);
  if (saved && target == &self)
    enterSaved(*saved);
  if (saved)
    target->thread->continuation = handle;
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

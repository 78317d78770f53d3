//===- task_heap.cpp - each task's own heap -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/task_heap.h"
#include "pml/runtime/pieces.h"
#include "pml/runtime/world.h"

#include <cstdlib>

namespace tactus::pml {

constinit TaskHeap rootHeap{}, oldHeap{};
constinit List<Object> remembered{};
static constinit pthread_mutex_t rememberLock = PTHREAD_MUTEX_INITIALIZER;

static TaskHeap *createHeap(TaskHeap *older) {
  auto *made = static_cast<TaskHeap *>(calloc(1, sizeof(TaskHeap)));
  if (!made)
    endWithoutMemory(sizeof(TaskHeap));
  made->older = older;
  HeapLocked locked;
  made->previous = &rootHeap;
  made->next = rootHeap.next;
  if (made->next)
    made->next->previous = made;
  rootHeap.next = made;
  return made;
}

static void destroyHeap(TaskHeap *dead) {
  {
    HeapLocked locked;
    dead->previous->next = dead->next;
    if (dead->next)
      dead->next->previous = dead->previous;
  }
  free(dead);
}

/// Puts all parts of one list before those of another, which is an owner's.
template <typename Part> static void giveAll(Part *&from, Part *&to, TaskHeap &owner) {
  Part **link = &from;
  for (; *link; link = &(*link)->next)
    __atomic_store_n(&(*link)->owner, &owner, __ATOMIC_RELAXED);
  *link = to;
  to = from;
}

/// All that `from` has goes to `into`. Both belong to the calling thread.
static void absorb(TaskHeap &into, TaskHeap *from) {
  giveAll(from->open, into.open, into);
  giveAll(from->full, into.full, into);
  giveAll(from->largeObjects, into.largeObjects, into);
  into.blockCount += from->blockCount;
  into.largeBytes += from->largeBytes;
  into.survivedBytes += from->survivedBytes;
  destroyHeap(from);
}

static void allocateIn(Thread &thread, TaskHeap *own) {
  thread.heap = own;
  thread.sharesHeaps = own != &rootHeap;
}

void enterTask(Thread &thread, Segment &segment, void *result) {
  closeRoom(thread);
  segment.heap = thread.heap;
  allocateIn(thread, result ? createHeap(nullptr) : &rootHeap);
}

static TaskHeap *&heapOfResult(void *result) {
  return *reinterpret_cast<TaskHeap **>(static_cast<char *>(result) + ResultHeapOffset);
}

void leaveTask(Thread &thread, const Segment &segment, void *result) {
  closeRoom(thread);
  if (result)
    heapOfResult(result) = thread.heap;
  allocateIn(thread, segment.heap);
}

/// By the thread whose stack has the fork. That may be one of a task that waits below the running one.
static void freeze(const void *frame) {
  Thread &thread = pml_thread;
  TaskHeap **youngest = &thread.heap;
  for (Segment *segment = thread.segments; segment && static_cast<const void *>(segment) < frame;
       segment = segment->older)
    youngest = &segment->heap;
  if (youngest == &thread.heap) {
    closeRoom(thread);
    allocateIn(thread, createHeap(thread.heap));
  } else {
    *youngest = createHeap(*youngest);
  }
}

void watchPromotions() {
  tactus_watch_promotions([](const void *frame, tactus_fork_record *record) {
    freeze(frame);
    offerTask(record);
  });
}

void joinHeaps(Thread &thread, void *result) {
  closeRoom(thread);
  TaskHeap *frozen = thread.heap->older;
  if (TaskHeap *task = heapOfResult(result))
    absorb(*frozen, task);
  absorb(*frozen, thread.heap);
  allocateIn(thread, frozen);
}

void absorbTask(Thread &thread, void *result) {
  closeRoom(thread);
  absorb(*thread.heap, heapOfResult(result));
}

/// Several threads may come here, which are inside: the world does not stop meanwhile, and no task has that heap.
void retireHeap(void *result) {
  static constinit pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static constinit TaskHeap *retired = nullptr;
  goInside();
  pthread_mutex_lock(&lock);
  if (!retired)
    retired = createHeap(nullptr);
  absorb(*retired, heapOfResult(result));
  pthread_mutex_unlock(&lock);
  goOutside();
}

void dropHeaps(Thread &thread) {
  closeRoom(thread);
  destroyHeap(thread.heap);
  for (Segment *segment = thread.segments; segment; segment = segment->older)
    if (segment->heap)
      destroyHeap(segment->heap);
  thread.heap = nullptr;
}

namespace {

/// Pins what can be reached from an object. Objects of the thread's youngest heap are known to nobody else. Those of
/// frozen heaps, which other tasks may pin as well, are pinned under a lock. A pin says nothing of what lies behind the
/// object until the lock is free: who finds one waits for it. Otherwise it could publish what leads to objects that are
/// not pinned yet, and overwrite a reference to one of them before it is, while somebody holds it.
class Pinning {
public:
  explicit Pinning(const TaskHeap *own) : own(own) {}

  void run(uint64_t word) {
    find(word);
    while (found.count > 0)
      pin(*found.entries[--found.count]);
    if (!isLocked)
      return;
    __atomic_store_n(&isPinning, false, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
  }

private:
  static pthread_mutex_t lock;
  /// Whether somebody has the lock. Set before the first pin, which is a release; so who acquires the pin sees it.
  static bool isPinning;
  const TaskHeap *own;
  LocalList<Object> found;
  bool isLocked = false;

  void takeLock() {
    if (isLocked)
      return;
    pthread_mutex_lock(&lock);
    __atomic_store_n(&isPinning, true, __ATOMIC_RELAXED);
    isLocked = true;
  }

  void find(uint64_t word) {
    if (!isObject(word))
      return;
    auto *object = reinterpret_cast<Object *>(word);
    uint64_t header = __atomic_load_n(&object->header, __ATOMIC_ACQUIRE);
    if (header & PinBit && __atomic_load_n(&isPinning, __ATOMIC_ACQUIRE))
      takeLock();
    if (!(header & (StaticBit | PinBit | OldBit)) && ownerOf(object) != &rootHeap)
      found.add(object);
  }

  void pin(Object &object) {
    if (ownerOf(&object) != own)
      takeLock();
    if (__atomic_fetch_or(&object.header, PinBit, __ATOMIC_RELEASE) & PinBit)
      return;
    if (!(object.header & LargeBit))
      __atomic_store_n(&Block::of(&object)->hasPinned, true, __ATOMIC_RELAXED);
    // Others may write there: what they write is pinned.
    for (uint64_t &word : pointersOf(object))
      find(__atomic_load_n(&word, __ATOMIC_RELAXED));
  }
};

constinit pthread_mutex_t Pinning::lock = PTHREAD_MUTEX_INITIALIZER;
constinit bool Pinning::isPinning = false;

} // namespace

/// Several threads may store there at the same time.
static void remember(Object &holder, uint64_t header) {
  while (header & OldBit)
    if (__atomic_compare_exchange_n(&holder.header, &header, (header & ~OldBit) | PinBit, true, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      pthread_mutex_lock(&rememberLock);
      remembered.add(&holder);
      pthread_mutex_unlock(&rememberLock);
      return;
    }
}

void share(Thread &thread, Object *holder, uint64_t word) {
  if (!isObject(word))
    return;
  if (holder)
    remember(*holder, __atomic_load_n(&holder->header, __ATOMIC_RELAXED));
  if (!thread.sharesHeaps)
    return;
  if (holder && !(__atomic_load_n(&holder->header, __ATOMIC_RELAXED) & (StaticBit | PinBit)) &&
      ownerOf(holder) == thread.heap)
    return;
  Pinning(thread.heap).run(word);
}

} // namespace tactus::pml

using namespace tactus::pml;

/// Of compiled code, before it stores a pointer where others may find it.
extern "C" void pml_share(Object *holder, uint64_t word) { share(pml_thread, holder, word); }

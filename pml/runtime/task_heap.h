//===- task_heap.h - each task's own heap -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// MPL §5.4: heaps are made at promotions, not at `par`.
//
//     program ── root ◄── frozen        the program's heap, and that of a task: what they had before they promoted a
//                  ▲                    fork is only read and written from then on
//     promotion ──►├── current          where the program allocates until the fork is joined
//                  └── task ◄─ current  the same, of the fork's task
//
// A task has as many heaps as it has promoted forks that are not joined, and one; at each join the two youngest and
// that of the joined task become one. Only a task's youngest heap is collected by the task itself, while all others run
// (collect.h). That is safe because of what holds at any time, with "elsewhere" for all other heaps and frames:
//
//     an object of the youngest heap that is not pinned is reached from elsewhere only by tasks that are joined before
//     they run
//
// Whoever stores a pointer into an object outside of its youngest heap, or into a pinned one, or into a global, first
// pins what it points to and everything that can be reached from there (pml_share). What is pinned neither moves nor is
// freed until a collection that stops all. So programs that share mutable data between tasks are safe, however they do.
// Objects of the root heap need no pin: it is the youngest only while there is no task at all.
//
// What has survived a collection of all heaps is in the old heap. Most of these collections leave that alone, and move
// what is reached of all other heaps into it. They need to know which old objects lead to young ones: whoever stores a
// pointer into an old object remembers the object first (pml_share, too). An object is made with its fields, and is
// young until the next collection: so nothing else can lead there.
//
// A fork's environment and the frames below the fork have objects of frozen heaps alone: they are older than the
// promotion.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_TASK_HEAP_H
#define TACTUS_PML_RUNTIME_TASK_HEAP_H

#include "pml/runtime/heap.h"
#include "pml/runtime/list.h"

namespace tactus::pml {

/// Of one task, which alone writes it, or where the world is stopped.
struct TaskHeap {
  /// Of the same task, frozen.
  TaskHeap *older;
  /// Of all heaps; under the heap's lock.
  TaskHeap *next, *previous;
  /// Objects are allocated in the first that has room for them. Those that have too little are put to the others.
  Block *open, *full;
  LargeObject *largeObjects;
  uint64_t blockCount, largeBytes;
  /// What its last collection has left.
  uint64_t survivedBytes;

  uint64_t usedBytes() const { return blockCount * BlockBytes + largeBytes; }

  template <typename Visit> void forEachBlock(Visit visit) const {
    for (Block *block = open; block; block = block->next)
      visit(*block);
    for (Block *block = full; block; block = block->next)
      visit(*block);
  }
};

/// The program's first. It exists always.
extern TaskHeap rootHeap;
/// What has survived a collection of all heaps; no task's.
extern TaskHeap oldHeap;

/// Of an object that is not static.
inline TaskHeap *ownerOf(Object *object) {
  bool isLarge = __atomic_load_n(&object->header, __ATOMIC_RELAXED) & LargeBit;
  TaskHeap **owner = isLarge ? &LargeObject::of(object)->owner : &Block::of(object)->owner;
  return __atomic_load_n(owner, __ATOMIC_RELAXED);
}

/// The object is in the old heap.
inline bool isOld(Object *object, uint64_t header) {
  return header & OldBit || (header & PinBit && ownerOf(object) == &oldHeap);
}
/// Old objects that may lead to young ones, each once. It is changed under a lock, and taken where the world is
/// stopped.
extern List<Object> remembered;

/// Calls visit(heap) for each heap but the old one. The world is stopped.
template <typename Visit> void forEachHeap(Visit visit) {
  for (TaskHeap *each = &rootHeap; each; each = each->next)
    visit(*each);
}

/// The thread begins a task, which allocates in a heap of its own; a task without a result is the program. The heap of
/// the task that waits below is kept in `segment`.
void enterTask(Thread &thread, Segment &segment, void *result);
/// The task's heap is left in its result area, and the thread allocates again for the task below.
void leaveTask(Thread &thread, const Segment &segment, void *result);
/// A promoted fork of the running task is joined; its result area has the heap of its task, if that has run.
void joinHeaps(Thread &thread, void *result);
/// What a task has allocated that has run on top of the running one belongs to that.
void absorbTask(Thread &thread, void *result);
/// The same of a task below which there is none: what it has is free at the next collection of all heaps, as far as
/// nobody has it. The thread is outside.
void retireHeap(void *result);
/// The thread ends, and its heaps, which a collection of all heaps has emptied.
void dropHeaps(Thread &thread);
/// Has the thread's tasks told of promotions.
void watchPromotions();

/// Pins what the word leads to if others may reach it through `holder`, null for a global, and remembers `holder` if it
/// is old. To be called before the word is stored there, without a safepoint in between.
void share(Thread &thread, Object *holder, uint64_t word);

/// Stores a pointer into an object that has been made before: there may have been a collection in between.
inline void storePointer(Thread &thread, Object *holder, uint64_t position, Object *stored) {
  auto word = reinterpret_cast<uint64_t>(stored);
  share(thread, holder, word);
  holder->words[position] = word;
}

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_TASK_HEAP_H

//===- heap.h - memory for objects ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Small objects lie in blocks, which are taken one by one and filled from below. Large objects have memory of their own
// and stay where they are. All of them belong to the heap of a task (task_heap.h). A collection copies what is reached
// of the small ones into new blocks (collect.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_HEAP_H
#define TACTUS_PML_RUNTIME_HEAP_H

#include "pml/runtime/interface.h"

#include <cstddef>
#include <pthread.h>

namespace tactus::pml {

inline constexpr uint64_t BlockBytes = 256 << 10;
/// From this size on an object is large.
inline constexpr uint64_t LargeBytes = 32 << 10;

struct TaskHeap;

struct Block {
  Block *next;
  /// Written by the heap's task and where the world is stopped. Others read it at any time, to compare it with their
  /// own, which nobody else writes: relaxed.
  TaskHeap *owner;
  /// Behind the last object, unless a thread is filling the block.
  uint64_t end;
  /// Whether an object in it is pinned. Written before others can reach the object: relaxed.
  bool hasPinned;

  uint64_t begin() const { return reinterpret_cast<uint64_t>(this + 1); }
  uint64_t limit() const { return reinterpret_cast<uint64_t>(this) + BlockBytes; }

  /// The block of a small object that is not static.
  static Block *of(const void *object) {
    return reinterpret_cast<Block *>(reinterpret_cast<uint64_t>(object) & ~(BlockBytes - 1));
  }
};

inline constexpr uint64_t PageBytes = 4096;

/// Somewhere in the first page of a mapping of its own.
struct LargeObject {
  LargeObject *next;
  /// As a block's.
  TaskHeap *owner;
  /// Of the mapping.
  uint64_t bytes;
  Object object;

  static LargeObject *of(Object *object) {
    return reinterpret_cast<LargeObject *>(reinterpret_cast<char *>(object) - offsetof(LargeObject, object));
  }
  uint64_t placeInPage() const { return reinterpret_cast<uint64_t>(this) % PageBytes; }
  /// For itself and its object.
  uint64_t room() const { return bytes - placeInPage(); }
  void *mapping() { return reinterpret_cast<char *>(this) - placeInPage(); }
};

struct Settings {
  /// Bytes that objects may take, 0 for no limit (TACTUS_HEAP_MB).
  uint64_t heapLimit;
  /// A collection at every so many allocations, 0 for none but those that are needed (TACTUS_PML_STRESS).
  uint64_t stress;
  /// Whether each collection checks the heap (TACTUS_PML_VERIFY).
  bool verifies;
  bool hasStatistics;
  /// Of the program's own stack, 0 for as large as can be (TACTUS_STACK_MB, which is that of libtactus' threads as
  /// well).
  uint64_t stackBytes;
};
extern Settings heapSettings;

struct CollectionStatistics {
  uint64_t count;
  /// Of blocks and large objects that were looked at, and of those that were free afterwards.
  uint64_t scopeBytes, reclaimedBytes;
  uint64_t copiedBytes;
  uint64_t nanoseconds, longestNanoseconds;
};

/// Counted since the program began. Under the heap's lock.
struct HeapStatistics {
  /// That stopped all threads, of all objects and of young ones, and that tasks have made of their own heaps.
  CollectionStatistics whole, young, own;
  uint64_t allocatedBytes;
  uint64_t mostHeapBytes;
  /// What the last collection of all objects has left, and what one has.
  uint64_t liveBytes, mostLiveBytes;
};
extern HeapStatistics heapStatistics;

extern pthread_mutex_t heapLock;
struct HeapLocked {
  HeapLocked() { pthread_mutex_lock(&heapLock); }
  ~HeapLocked() { pthread_mutex_unlock(&heapLock); }
};

/// What all heaps of tasks share. All of it belongs to the heap's lock.
struct Heap {
  Block *freeBlocks;
  /// Of those that the last collection has freed, for new ones.
  LargeObject *freeLargeObjects;
  uint64_t blockCount, freeCount;
  uint64_t largeBytes, freeLargeBytes;
  /// Where the next collection of all heaps is due; the second for blocks of a thread that runs alone.
  uint64_t collectAt, collectAloneAt;
  /// With so much in the old heap, or in its blocks, the next one is of old objects, too.
  uint64_t collectOldAt, collectOldBlocksAt;
  /// What collections have copied and visited, in bytes, in the mean of the last ones.
  uint64_t usuallyFound;

  uint64_t usedBytes() const { return blockCount * BlockBytes + largeBytes; }
};
extern Heap heap;

/// An object; `bytes` is its size. It is zeroed unless it is a large one of numbers, or one of bytes: of these only
/// what lies behind the last is zero. It may collect: who calls it has said PML_SAFEPOINT, and keeps objects in Roots.
/// Ends the program if there is no memory.
Object *allocate(uint64_t bytes, uint64_t header);
/// A sequence with its length. Null if it cannot be so long.
Object *allocateSequence(uint64_t length, uint64_t header);
inline constexpr uint64_t StringHeader = sequenceHeader(NumberSequence, 1);
Object *allocateString(uint64_t length);
Object *makeString(const char *text, uint64_t length);

/// A block for a heap, as its first, not zeroed. The caller is the heap's task, or has stopped the world. Ends the
/// program if there is no memory.
Block *takeBlock(TaskHeap &owner);
/// Of no heap any more, and counted as such. Under the lock.
void giveBlocksBack(Block *blocks);
/// Under the lock.
void freeLargeObject(LargeObject *large);
/// The thread's room for objects, if it has any, is left to its block.
void closeRoom(Thread &thread);
[[noreturn]] void endWithoutMemory(uint64_t wanted);

void readSettings();
void planFirstCollection();

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_HEAP_H

//===- heap.h - memory for objects ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Small objects lie in blocks, which threads take one by one and fill from below. Large objects have memory of their
// own and stay where they are. A collection copies what is reached of the small ones into new blocks (collect.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_HEAP_H
#define TACTUS_PML_RUNTIME_HEAP_H

#include "pml/runtime/interface.h"

#include <cstddef>

namespace tactus::pml {

inline constexpr uint64_t BlockBytes = 256 << 10;
/// From this size on an object is large.
inline constexpr uint64_t LargeBytes = 32 << 10;

struct Block {
  Block *next;
  /// Behind the last object, of blocks that a collection has filled.
  uint64_t end;

  uint64_t begin() const { return reinterpret_cast<uint64_t>(this + 1); }
  uint64_t limit() const { return reinterpret_cast<uint64_t>(this) + BlockBytes; }
};

struct LargeObject {
  LargeObject *next;
  /// Of the mapping.
  uint64_t bytes;
  Object object;

  static LargeObject *of(Object *object) {
    return reinterpret_cast<LargeObject *>(reinterpret_cast<char *>(object) - offsetof(LargeObject, object));
  }
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

/// Counted since the program began. Written with the world stopped or under the heap's lock.
struct HeapStatistics {
  uint64_t collections;
  uint64_t allocatedBytes;
  uint64_t copiedBytes;
  uint64_t pauseNanoseconds, longestPauseNanoseconds;
  uint64_t mostHeapBytes;
};
extern HeapStatistics heapStatistics;

/// All of it belongs to the heap's lock, or to who has stopped the world.
struct Heap {
  Block *blocks;
  Block *freeBlocks;
  LargeObject *largeObjects;
  /// Of those that the last collection has freed, for new ones.
  LargeObject *freeLargeObjects;
  uint64_t blockCount, freeCount;
  uint64_t largeBytes, freeLargeBytes;
  /// What objects took after the last collection, and where the next one is due.
  uint64_t liveBytes;
  uint64_t collectAt;

  uint64_t usedBytes() const { return blockCount * BlockBytes + largeBytes; }
};
extern Heap heap;

/// A zeroed object; `bytes` is its size. It may collect: who calls it has said PML_SAFEPOINT, and keeps objects in
/// Roots. Ends the program if there is no memory.
Object *allocate(uint64_t bytes, uint64_t header);
/// A sequence with its length. Null if it cannot be so long.
Object *allocateSequence(uint64_t length, uint64_t header);
inline constexpr uint64_t StringHeader = sequenceHeader(NumberSequence, 0);
Object *allocateString(uint64_t length);
Object *makeString(const char *text, uint64_t length);

/// With the world stopped: a block for copies, not zeroed.
Block *takeBlock();
void giveBlocksBack(Block *blocks);
void freeLargeObject(LargeObject *large);
[[noreturn]] void endWithoutMemory(uint64_t wanted);

void readSettings();

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_HEAP_H

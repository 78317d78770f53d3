//===- heap.cpp - memory for objects ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/heap.h"

#include "pml/runtime/collect.h"
#include "pml/runtime/interrupts.h"
#include "pml/runtime/io.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace tactus::pml {

constinit HeapStatistics heapStatistics{};
constinit Heap heap{};

/// No collection before UsualStep has been allocated since the last one: room that stays in the processor's caches, as
/// long as little is copied. With more to copy, up to MostStep, so that copies are a small part of what is allocated. A
/// program that keeps next to nothing needs less, down to LeastStep.
static constexpr uint64_t LeastStep = 1 << 20, UsualStep = 4 << 20, MostStep = 48 << 20;
/// What a thread that runs alone allocates for what a collection finds; twice as much beyond SmallStep. A heap that
/// needs no more is smaller than what any process has beside it, so that there its size counts.
static constexpr uint64_t AllocatedPerFound = 8, SmallStep = 2 << 20;
/// With less room a block is full, so that few are looked at.
static constexpr uint64_t LeastRoom = 4 << 10;
/// Free blocks that are kept for the next allocations, or as many as are in use: so much is wanted again by the time of
/// the next collection, and the system would have to zero it. It gets the others.
static constexpr uint64_t MostFreeBlocks = 256;
/// The processor's large pages. Otherwise each page is a fault of its own, which takes as long as the program does with
/// what is in it. A small heap has none, as it may only need a part.
static constexpr uint64_t HugePageBytes = 2 << 20, LeastWithHugePages = 16 << 20;
/// So many freed large objects are tried for a new one.
static constexpr unsigned MostLookedAt = 64;

constinit pthread_mutex_t heapLock = PTHREAD_MUTEX_INITIALIZER;

void planFirstCollection() {
  heap.collectAt = heap.collectOldAt = UsualStep;
  heap.collectAloneAt = LeastStep;
}

void endWithoutMemory(uint64_t wanted) {
  flushInDistress();
  char line[200];
  int length =
      heapSettings.heapLimit
          ? snprintf(line, sizeof line,
                     "tactus: error: out of memory: %llu bytes more do not fit into a heap of %llu MiB; set "
                     "TACTUS_HEAP_MB to a larger number\n",
                     static_cast<unsigned long long>(wanted),
                     static_cast<unsigned long long>(heapSettings.heapLimit >> 20))
          : snprintf(line, sizeof line,
                     "tactus: error: out of memory: the system has no %llu bytes more for the heap; give the process "
                     "more memory\n",
                     static_cast<unsigned long long>(wanted));
  fwrite(line, 1, static_cast<size_t>(length), stderr);
  fflush(stderr);
  _exit(1);
}

/// Under the lock.
static void keepFree(Block &block) {
  block.next = heap.freeBlocks;
  heap.freeBlocks = &block;
  ++heap.freeCount;
}

/// Null without memory.
static char *mapAligned(uint64_t bytes) {
  auto *memory = static_cast<char *>(
      mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (memory == MAP_FAILED)
    return nullptr;
  uint64_t before = -reinterpret_cast<uint64_t>(memory) & (bytes - 1);
  if (before)
    munmap(memory, before);
  munmap(memory + before + bytes, bytes - before);
  return memory + before;
}

/// Blocks of a large page, of which all but one are free from now on; or a single one. Null without memory. Under the
/// lock.
static Block *mapBlock() {
  uint64_t bytes = heap.usedBytes() < LeastWithHugePages ? BlockBytes : HugePageBytes;
  char *memory = mapAligned(bytes);
  if (bytes == HugePageBytes && memory) {
    madvise(memory, bytes, MADV_HUGEPAGE);
    for (uint64_t at = bytes - BlockBytes; at > 0; at -= BlockBytes)
      keepFree(*reinterpret_cast<Block *>(memory + at));
  }
  return reinterpret_cast<Block *>(memory);
}

static void noteHeapBytes() { heapStatistics.mostHeapBytes = std::max(heapStatistics.mostHeapBytes, heap.usedBytes()); }

Block *takeBlock(TaskHeap &owner) {
  Block *block;
  {
    HeapLocked locked;
    block = heap.freeBlocks;
    if (block) {
      heap.freeBlocks = block->next;
      --heap.freeCount;
    } else {
      block = mapBlock();
    }
    ++heap.blockCount;
    noteHeapBytes();
  }
  if (!block)
    endWithoutMemory(BlockBytes);
  block->next = owner.open;
  block->end = block->begin();
  block->hasPinned = false;
  __atomic_store_n(&block->owner, &owner, __ATOMIC_RELAXED);
  owner.open = block;
  ++owner.blockCount;
  return block;
}

void giveBlocksBack(Block *blocks) {
  while (blocks) {
    Block *next = blocks->next;
    if (heap.freeCount < std::max(MostFreeBlocks, heap.blockCount))
      keepFree(*blocks);
    else
      munmap(blocks, BlockBytes);
    blocks = next;
  }
}

/// What nobody has wanted since the last collection of old objects goes back to the system.
static void giveLargeObjectsBack() {
  while (LargeObject *large = heap.freeLargeObjects) {
    heap.freeLargeObjects = large->next;
    munmap(large->mapping(), large->bytes);
  }
  heap.freeLargeBytes = 0;
}

/// How much a heap may grow beyond what its last collection has left.
static uint64_t stepAfter(uint64_t survived, uint64_t copied) {
  return std::max(survived, std::clamp(8 * copied, UsualStep, MostStep));
}

/// Whether `bytes` more are beyond TACTUS_HEAP_MB. Under the lock.
static bool exceedsLimit(uint64_t bytes) {
  return heapSettings.heapLimit && heap.usedBytes() + bytes > heapSettings.heapLimit;
}

/// How much a thread that runs alone allocates before a collection that usually finds so much.
static uint64_t stepAlone(uint64_t found) {
  uint64_t step = AllocatedPerFound * found;
  return std::max({step, 2 * step - std::min(2 * step, SmallStep), LeastStep});
}

/// Small objects are collected while they are young. Large ones are not copied, so they may wait until it is time for
/// the old ones, too.
static void planNextCollection(CollectionWork work) {
  uint64_t used = heap.usedBytes(), copied = work.copied + work.visited;
  uint64_t withLarge = std::min(used + heap.largeBytes, heap.collectOldAt);
  heap.collectAt = std::max(used + stepAfter(work.visited, copied), withLarge);
  if (heapSettings.heapLimit)
    heap.collectAt = std::min(heap.collectAt, heapSettings.heapLimit);
  // A root is a word, but its frame has to be looked up. In the mean of some collections: what happens to be in use at
  // one of them says little of the next, unless it is next to nothing.
  uint64_t found = work.copied + 4 * work.visited;
  heap.usuallyFound = heap.usuallyFound ? (7 * heap.usuallyFound + found) / 8 : found;
  uint64_t alone = stepAlone(std::min(heap.usuallyFound, 4 * found));
  heap.collectAloneAt = std::min(heap.collectAt, std::max(used + alone, withLarge));
}

/// How much the old heap's blocks may grow, of which there were `before`, and `survived` bytes of objects are in use.
/// Small objects that die old are few, as these have been copied. Where most were dead, a collection of them all costs
/// what one of young ones does, so that a small heap need not keep them.
static uint64_t oldStepAfter(uint64_t survived, uint64_t before) {
  if (survived < LeastStep / 4 && (before == 0 || survived < before / 2))
    return survived;
  uint64_t blocks = oldHeap.blockCount * BlockBytes;
  return std::max(blocks, std::clamp(4 * blocks, LeastStep, MostStep));
}

/// The world is stopped.
static CollectionWork collectOld() {
  giveLargeObjectsBack();
  uint64_t before = oldHeap.blockCount * BlockBytes;
  CollectionWork work = collect(Generations::All);
  uint64_t survived = oldHeap.usedBytes();
  heap.collectOldAt = survived + stepAfter(survived, survived);
  heap.collectOldBlocksAt = oldHeap.blockCount * BlockBytes + oldStepAfter(work.copied, before);
  return work;
}

/// Collects all heaps, and old objects where that is due or no other way to have room for `wanted` bytes; false if it
/// has waited until somebody else had. Ends the program if there is no room: a moment later others have taken some
/// again.
static bool collectNow(Generations which, uint64_t wanted = 0) {
  if (!stopWorld())
    return false;
  bool withOld = which == Generations::All || oldHeap.usedBytes() > heap.collectOldAt ||
                 oldHeap.blockCount * BlockBytes > heap.collectOldBlocksAt;
  CollectionWork work = withOld ? collectOld() : collect(Generations::Young);
  if (!withOld && exceedsLimit(wanted))
    work = collectOld();
  if (exceedsLimit(wanted))
    endWithoutMemory(wanted);
  planNextCollection(work);
  resumeWorld();
  noteCollection();
  return true;
}

void collectGarbage() {
  auto collections = [] {
    HeapLocked locked;
    return heapStatistics.whole.count;
  };
  // Somebody else's collection may have begun before.
  uint64_t before = collections();
  while (collections() == before)
    collectNow(Generations::All);
}

static void collectOwn(Thread &thread) {
  closeRoom(thread);
  {
    HeapLocked locked;
    giveLargeObjectsBack();
  }
  uint64_t before = thread.heap->usedBytes();
  collectOwnHeap(thread);
  thread.keptMost = thread.heap->usedBytes() > before / 2;
}

/// Whether all heaps are to be collected before `bytes` more are taken: later if several threads have garbage of their
/// own, sooner if the only one needs a block.
static bool isDue(uint64_t bytes, unsigned threads) {
  HeapLocked locked;
  uint64_t at = threads == 1 && bytes == BlockBytes ? heap.collectAloneAt : heap.collectAt + (threads - 1) * UsualStep;
  return heap.usedBytes() + bytes > at || exceedsLimit(bytes);
}

/// Makes room for `bytes` more: collects if that is due. Ends the program if it is no use. A task collects its own heap
/// first, and that earlier if memory gets scarce and there is something to be gained.
static void makeRoom(Thread &thread, uint64_t bytes) {
  auto isScarce = [bytes] {
    HeapLocked locked;
    return heap.usedBytes() + bytes > heap.collectAt || exceedsLimit(bytes);
  };
  if (TaskHeap &own = *thread.heap; &own != &rootHeap) {
    uint64_t fresh = own.usedBytes() + bytes - std::min(own.usedBytes(), own.survivedBytes);
    uint64_t step = stepAfter(own.survivedBytes, own.survivedBytes);
    if (thread.keptMost)
      step *= 2;
    else if (isScarce())
      step /= 4;
    if (fresh > step)
      collectOwn(thread);
  }
  auto isFull = [bytes] {
    HeapLocked locked;
    return exceedsLimit(bytes);
  };
  bool hasCollected = false;
  while (hasCollected ? isFull() : isDue(bytes, threadsRunning()))
    hasCollected |= collectNow(Generations::Young, bytes);
}

static uint64_t inPages(uint64_t bytes) { return (bytes + PageBytes - 1) & ~(PageBytes - 1); }

/// Of those that the last collection has freed, one that is little larger than wanted, with whatever is in it. Null if
/// there is none.
static LargeObject *reuseLarge(uint64_t bytes) {
  LargeObject *found = nullptr;
  uint64_t most = inPages(bytes) + inPages(bytes) / 4;
  {
    HeapLocked locked;
    LargeObject **best = nullptr;
    unsigned left = MostLookedAt;
    for (LargeObject **at = &heap.freeLargeObjects; *at && left > 0; at = &(*at)->next, --left)
      if ((*at)->room() >= bytes && (*at)->bytes <= most && (!best || (*at)->bytes < (*best)->bytes))
        best = at;
    if (!best)
      return nullptr;
    found = *best;
    *best = found->next;
    heap.freeLargeBytes -= found->bytes;
  }
  return found;
}

/// Where in its first page an object lies that leaves so much of its pages: spread evenly. Arrays that all begin at one
/// place would share the sets of a cache, and a read of one would wait for a write of another (4 KiB aliasing).
static uint64_t nextPlaceInPage(uint64_t left) {
  constexpr uint64_t CacheLineBytes = 64;
  constexpr uint32_t GoldenRatio = 0x9e3779b9;
  static uint32_t made;
  uint64_t fraction = __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED) * GoldenRatio;
  return ((left / CacheLineBytes + 1) * fraction >> 32) * CacheLineBytes;
}

static LargeObject *mapLarge(uint64_t bytes) {
  uint64_t mapped = inPages(bytes);
  void *memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  if (mapped >= HugePageBytes)
    madvise(memory, mapped, MADV_HUGEPAGE);
  auto *large = reinterpret_cast<LargeObject *>(static_cast<char *>(memory) + nextPlaceInPage(mapped - bytes));
  large->bytes = mapped;
  return large;
}

static Object *allocateLarge(Thread &thread, uint64_t bytes, uint64_t header) {
  uint64_t wanted = bytes + offsetof(LargeObject, object);
  makeRoom(thread, inPages(wanted));
  LargeObject *large = reuseLarge(wanted);
  // Numbers may be anything until they are written.
  if (large && (header >> 1 & 3) != NumberSequence)
    memset(static_cast<void *>(&large->object), 0, bytes);
  if (!large)
    large = mapLarge(wanted);
  if (!large)
    endWithoutMemory(bytes);
  uint64_t mapped = large->bytes;
  large->object.header = header | LargeBit;
  TaskHeap &own = *thread.heap;
  __atomic_store_n(&large->owner, &own, __ATOMIC_RELAXED);
  large->next = own.largeObjects;
  own.largeObjects = large;
  own.largeBytes += mapped;
  HeapLocked locked;
  heap.largeBytes += mapped;
  heapStatistics.allocatedBytes += mapped;
  noteHeapBytes();
  return &large->object;
}

/// Programs that make arrays again and again would wait for the system's zeroed pages each time. So the memory is kept
/// for the time up to the next collection, if there was so much before this one.
void freeLargeObject(LargeObject *large) {
  if (heap.usedBytes() + heap.freeLargeBytes + large->bytes > heap.collectAt) {
    munmap(large->mapping(), large->bytes);
    return;
  }
  large->next = heap.freeLargeObjects;
  heap.freeLargeObjects = large;
  heap.freeLargeBytes += large->bytes;
}

void closeRoom(Thread &thread) {
  if (thread.blockEnd) {
    Block::of(reinterpret_cast<const void *>(thread.blockEnd - 1))->end = thread.top;
    HeapLocked locked;
    heapStatistics.allocatedBytes -= thread.blockEnd - thread.top;
  }
  thread.top = thread.blockEnd = 0;
  __atomic_store_n(&thread.limit, 0, __ATOMIC_RELAXED);
}

/// An open block of the heap that has so much room, null if there is none.
static Block *openBlock(TaskHeap &own, uint64_t bytes) {
  while (Block *block = own.open) {
    if (block->limit() - block->end >= std::max(bytes, LeastRoom))
      return block;
    own.open = block->next;
    block->next = own.full;
    own.full = block;
  }
  return nullptr;
}

/// With words that are no objects and that differ, so that both who takes room for zeroed and who compares words that
/// nobody has written are found out.
static void fillRoom(uint64_t begin, uint64_t end) {
  constexpr uint64_t NoObject = uint64_t{FreeByte} << 56 | 2;
  for (uint64_t at = begin; at < end; at += sizeof(uint64_t))
    *reinterpret_cast<uint64_t *>(at) = NoObject + at;
}

static void refill(Thread &thread, uint64_t bytes) {
  closeRoom(thread);
  Block *block = openBlock(*thread.heap, bytes);
  if (!block) {
    makeRoom(thread, BlockBytes);
    block = openBlock(*thread.heap, bytes);
  }
  if (!block)
    block = takeBlock(*thread.heap);
  thread.top = block->end;
  thread.blockEnd = block->limit();
  if (heapSettings.verifies)
    fillRoom(thread.top, thread.blockEnd);
  HeapLocked locked;
  heapStatistics.allocatedBytes += thread.blockEnd - thread.top;
}

/// For tests, at each so many allocations. Most are a task's own, where it has one, and most others of young objects.
static void collectForStress(Thread &thread) {
  constexpr uint64_t OwnPerWhole = 15, YoungPerWhole = 7;
  if (thread.heap != &rootHeap && ++thread.stressed % (OwnPerWhole + 1))
    collectOwn(thread);
  else
    collectNow(++thread.stressedAll % (YoungPerWhole + 1) ? Generations::Young : Generations::All);
}

/// Words may have bytes that nobody writes, and pointers are written later. A sequence of bytes is written at once, but
/// for what lies behind it.
static void clear(Object &object, uint64_t bytes) {
  uint64_t *words = &object.header, count = bytes / sizeof(uint64_t);
  if (object.kind() == NumberSequence && object.elementBytes() == 1)
    words[count - 1] = 0;
  else
    memset(words + 1, 0, bytes - sizeof(uint64_t));
}

/// Whether somebody has something for it to do in front of an allocation.
static inline bool isWaitedFor(const Thread &thread) { return __atomic_load_n(&thread.limit, __ATOMIC_RELAXED) == 0; }

/// From the room that the thread has, as compiled code does it. Null where there is more to be done, as with a limit of
/// 0.
static inline Object *allocateInRoom(Thread &thread, uint64_t bytes, uint64_t header) {
  if (bytes >= LargeBytes || thread.top + bytes > __atomic_load_n(&thread.limit, __ATOMIC_RELAXED))
    return nullptr;
  auto *object = reinterpret_cast<Object *>(thread.top);
  thread.top += bytes;
  object->header = header;
  clear(*object, bytes);
  return object;
}

/// The same with everything else: a collection, the world's stop, large objects, a new block.
static Object *allocateSlowly(Thread &thread, uint64_t bytes, uint64_t header) {
  if (heapSettings.stress && ++thread.sinceStress >= heapSettings.stress) {
    thread.sinceStress = 0;
    collectForStress(thread);
  } else if (isWaitedFor(thread)) {
    park();
  }
  if (bytes >= LargeBytes)
    return allocateLarge(thread, bytes, header);
  if (thread.top + bytes > thread.blockEnd)
    refill(thread, bytes);
  auto *object = reinterpret_cast<Object *>(thread.top);
  thread.top += bytes;
  object->header = header;
  clear(*object, bytes);
  // The world's lock is only taken for a limit that is to change.
  if (!heapSettings.stress && __atomic_load_n(&thread.limit, __ATOMIC_RELAXED) != thread.blockEnd)
    restoreLimit(thread);
  return object;
}

Object *allocate(uint64_t bytes, uint64_t header) {
  Thread &thread = pml_thread;
  Object *object = allocateInRoom(thread, bytes, header);
  return object ? object : allocateSlowly(thread, bytes, header);
}

Object *allocateSequence(uint64_t length, uint64_t header) {
  uint64_t elementBytes = header >> 24 & 0xff;
  if (length > LongestSequence || length * elementBytes > LongestSequence)
    return nullptr;
  Object *object = allocate(sequenceBytes(length, elementBytes), header);
  object->words[0] = length;
  return object;
}

Object *allocateString(uint64_t length) { return allocateSequence(length, StringHeader); }

Object *makeString(const char *text, uint64_t length) {
  Object *string = allocateString(length);
  if (length)
    memcpy(string->elements(), text, length);
  return string;
}

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" Object *pml_allocate(uint64_t bytes, uint64_t header) {
  PML_SAFEPOINT();
  if (isWaitedFor(pml_thread))
    serveInterrupts(pml_thread);
  return allocate(bytes, header);
}

extern "C" Object *pml_new_array(int64_t length, uint64_t header) {
  PML_SAFEPOINT();
  if (isWaitedFor(pml_thread))
    serveInterrupts(pml_thread);
  return length < 0 ? nullptr : allocateSequence(static_cast<uint64_t>(length), header);
}

extern "C" void pml_collect_garbage() {
  PML_SAFEPOINT();
  collectGarbage();
}

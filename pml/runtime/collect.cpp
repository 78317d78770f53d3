//===- collect.cpp - the collector --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/collect.h"

#include "pml/runtime/heap.h"
#include "pml/runtime/world.h"

#include <cstdlib>
#include <cstring>
#include <ctime>

namespace tactus::pml {

namespace {

uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

/// Grows outside of the heap.
template <typename Element> struct List {
  Element **entries = nullptr;
  size_t count = 0, capacity = 0;

  ~List() { free(entries); }
  void add(Element *element) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 64;
      entries = static_cast<Element **>(realloc(entries, capacity * sizeof(Element *)));
      if (!entries)
        endWithoutMemory(capacity * sizeof(Element *));
    }
    entries[count++] = element;
  }
};

class Copying final : public RootVisitor {
public:
  void run() {
    Block *from = heap.blocks;
    heap.blocks = nullptr;
    heap.blockCount = 0;
    visitRoots(*this);
    while (scanSome())
      ;
    finishBlock();
    sweepLarge();
    if (heapSettings.verifies)
      for (Block *block = from; block; block = block->next)
        memset(block + 1, 0xdb, BlockBytes - sizeof(Block));
    giveBlocksBack(from);
  }

  void visit(Object *&root) override { root = moved(root); }

  void visitDerived(Object *&base, uint64_t &derived) override {
    // A base that is no object, or stays where it is, has nothing derived that moves.
    Object *before = base;
    if (!isObject(reinterpret_cast<uint64_t>(before)))
      return;
    base = moved(before);
    derived += reinterpret_cast<uint64_t>(base) - reinterpret_cast<uint64_t>(before);
  }

private:
  Block *current = nullptr;
  uint64_t top = 0;
  /// Up to where the first block of the queue has been scanned, 0 for its beginning.
  uint64_t scanAt = 0;
  /// Blocks of copies, oldest first, and marked large objects that are not scanned yet.
  List<Block> queue;
  size_t nextInQueue = 0;
  List<Object> large;

  void finishBlock() {
    if (current)
      current->end = top;
  }

  Object *moved(Object *object) {
    if (!isObject(reinterpret_cast<uint64_t>(object)))
      return object;
    uint64_t header = object->header;
    if (!(header & HeaderBit))
      return reinterpret_cast<Object *>(header);
    if (header & StaticBit)
      return object;
    if (header & LargeBit) {
      markLarge(object);
      return object;
    }
    uint64_t bytes = sizeOf(*object);
    if (!current || top + bytes > current->limit()) {
      finishBlock();
      current = takeBlock();
      if (!current)
        endWithoutMemory(BlockBytes);
      top = current->begin();
      queue.add(current);
    }
    auto *copy = reinterpret_cast<Object *>(top);
    memcpy(copy, object, bytes);
    top += bytes;
    heapStatistics.copiedBytes += bytes;
    object->header = reinterpret_cast<uint64_t>(copy);
    return copy;
  }

  void markLarge(Object *object) {
    if (object->header & MarkBit)
      return;
    object->header |= MarkBit;
    if (object->kind() == NumberSequence)
      return;
    large.add(object);
  }

  void scan(Object &object) {
    uint64_t count = object.kind() == RecordObject      ? object.pointerWords()
                     : object.kind() == PointerSequence ? object.length()
                                                        : 0;
    uint64_t *words = object.kind() == RecordObject ? object.words : object.words + 1;
    for (uint64_t i = 0; i < count; ++i)
      words[i] = reinterpret_cast<uint64_t>(moved(reinterpret_cast<Object *>(words[i])));
  }

  /// Scans what is known; whether there was anything.
  bool scanSome() {
    bool found = false;
    while (large.count > 0) {
      scan(*large.entries[--large.count]);
      found = true;
    }
    while (nextInQueue < queue.count) {
      Block *block = queue.entries[nextInQueue];
      if (scanAt == 0)
        scanAt = block->begin();
      uint64_t end = block == current ? top : block->end;
      if (scanAt == end) {
        if (block == current)
          break;
        ++nextInQueue;
        scanAt = 0;
        continue;
      }
      auto *object = reinterpret_cast<Object *>(scanAt);
      scanAt += sizeOf(*object);
      scan(*object);
      found = true;
    }
    return found;
  }

  void sweepLarge() {
    LargeObject **link = &heap.largeObjects;
    while (LargeObject *each = *link) {
      if (each->object.header & MarkBit) {
        each->object.header &= ~MarkBit;
        link = &each->next;
      } else {
        *link = each->next;
        freeLargeObject(each);
      }
    }
  }
};

} // namespace

void collect() {
  uint64_t begin = now();
  Copying().run();
  for (Thread *thread = firstThread(); thread; thread = thread->next)
    thread->top = thread->blockEnd = 0;
  ++heapStatistics.collections;
  if (heapSettings.verifies)
    verifyHeap();
  uint64_t pause = now() - begin;
  heapStatistics.pauseNanoseconds += pause;
  if (pause > heapStatistics.longestPauseNanoseconds)
    heapStatistics.longestPauseNanoseconds = pause;
}

} // namespace tactus::pml

//===- collect.cpp - the collector --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/collect.h"

#include "pml/runtime/cells.h"
#include "pml/runtime/coroutines.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

namespace tactus::pml {

namespace {

uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

class Copying final : public RootVisitor {
public:
  /// Into `to`: what `own` has, or all heaps if that is null; the old one as well unless `leavesOld`.
  Copying(TaskHeap &to, const TaskHeap *own, bool leavesOld) : to(to), own(own), leavesOld(leavesOld) {}

  /// What has been allocated before is not that of any heap now. The roots' visits follow.
  void begin() {
    if (own)
      take(to);
    else
      forEachHeap([this](TaskHeap &each) { take(each); });
    if (!own && !leavesOld)
      takeOld();
    keptBytes = to.usedBytes();
    if (to.open)
      continueIn(*to.open);
    HeapLocked locked;
    heap.blockCount -= fromCount;
    heap.largeBytes -= fromLargeBytes;
  }

  /// Behind begin(), if old objects stay: those that may lead to young ones are as good as roots.
  void visitRemembered() {
    for (size_t i = 0; i < remembered.count; ++i) {
      Object &each = *remembered.entries[i];
      each.header = (each.header & ~PinBit) | OldBit;
      visitedWords += pointersOf(each).count;
      scan<false>(each);
    }
  }

  void finish() {
    bool isBeyondCaches = !own && !leavesOld && scope() >= LeastAwaiting;
    while ((isBeyondCaches ? scanSome<true>() : scanSome<false>()) || (!own && visitCoroutines()))
      ;
    if (!own)
      tellCells();
    if (current)
      current->end = top;
    if (own)
      keepPinned();
    HeapLocked locked;
    sweepLarge();
    heap.blockCount += keptCount;
    if (heapSettings.verifies)
      for (Block *block = from; block; block = block->next)
        memset(block + 1, FreeByte, BlockBytes - sizeof(Block));
    giveBlocksBack(from);
  }

  uint64_t copied() const { return copiedBytes; }
  /// Of roots, and of what is remembered.
  uint64_t visited() const { return visitedWords * sizeof(uint64_t); }
  uint64_t scope() const { return fromCount * BlockBytes + fromLargeBytes; }
  /// Copies are in blocks of their own: a heap that has nearly all of its objects in use may have grown.
  uint64_t reclaimed() const { return scope() - std::min(scope(), to.usedBytes() - keptBytes); }

  void visit(Object *&root) override {
    ++visitedWords;
    root = moved(root);
  }

  void visitDerived(Object *&base, uint64_t &derived) override {
    // A base that is no object, or stays where it is, has nothing derived that moves.
    Object *before = base;
    if (!isObject(reinterpret_cast<uint64_t>(before)))
      return;
    base = moved(before);
    derived += reinterpret_cast<uint64_t>(base) - reinterpret_cast<uint64_t>(before);
  }

private:
  TaskHeap &to;
  const TaskHeap *own;
  const bool leavesOld;
  Block *from = nullptr;
  LargeObject *fromLarge = nullptr;
  uint64_t fromCount = 0, fromLargeBytes = 0, keptCount = 0, copiedBytes = 0, visitedWords = 0;
  /// What `to` has had before, and keeps.
  uint64_t keptBytes = 0;
  Block *current = nullptr;
  /// Where its room begins and ends.
  uint64_t top = 0, limit = 0;
  /// Up to where the first block of the queue has been scanned, 0 for its beginning.
  uint64_t scanAt = 0;
  /// Blocks of copies, oldest first, and marked large objects that are not scanned yet.
  LocalList<Block> queue;
  size_t nextInQueue = 0;
  LocalList<Object> large;
  /// Of all heaps from this size on. What fits into caches is there sooner than the ring is dealt with.
  static constexpr uint64_t LeastAwaiting = 16 << 20;
  /// Words whose objects are on their way from memory, as a ring (await()).
  static constexpr unsigned MostAwaited = 16;
  uint64_t *awaited[MostAwaited];
  unsigned nextAwaited = 0;

  void take(TaskHeap &each) {
    fromCount += each.blockCount;
    fromLargeBytes += each.largeBytes;
    from = append(each.open, append(each.full, from));
    fromLarge = append(each.largeObjects, fromLarge);
    each.open = each.full = nullptr;
    each.largeObjects = nullptr;
    each.blockCount = each.largeBytes = each.survivedBytes = 0;
  }

  /// Marks are what old large objects are known by.
  void takeOld() {
    for (LargeObject *each = oldHeap.largeObjects; each; each = each->next)
      each->object.header &= ~OldBit;
    take(oldHeap);
  }

  /// Copies fill up the last block of the heap that they go to.
  void continueIn(Block &block) {
    current = &block;
    top = scanAt = block.end;
    limit = block.limit();
    queue.add(current);
  }

  template <typename Part> static Part *append(Part *first, Part *rest) {
    Part **link = &first;
    while (*link)
      link = &(*link)->next;
    *link = rest;
    return first;
  }

  [[gnu::always_inline]] Object *moved(Object *object) {
    return isObject(reinterpret_cast<uint64_t>(object)) ? movedObject(object) : object;
  }

  [[gnu::always_inline]] Object *movedObject(Object *object) {
    // Others may pin objects of frozen heaps meanwhile.
    uint64_t header = __atomic_load_n(&object->header, __ATOMIC_RELAXED);
    if (!(header & HeaderBit))
      return reinterpret_cast<Object *>(header);
    if (own || header & (StaticBit | LargeBit | OldBit | PinBit))
      if (stays(object, header))
        return object;
    return copyOf(object, header);
  }

  /// A large object is marked.
  [[gnu::noinline]] bool stays(Object *object, uint64_t header) {
    if (header & StaticBit || (own && (header & PinBit || ownerOf(object) != own)) ||
        (leavesOld && isOld(object, header)))
      return true;
    if (header & LargeBit)
      markLarge(object);
    return header & LargeBit;
  }

  [[gnu::noinline]] void beginBlock() {
    if (current)
      current->end = top;
    current = takeBlock(to);
    top = current->begin();
    limit = current->limit();
    queue.add(current);
  }

  Object *copyOf(Object *object, uint64_t header) {
    uint64_t bytes = sizeOf(*object);
    if (top + bytes > limit)
      beginBlock();
    auto *copy = reinterpret_cast<Object *>(top);
    copyWords(copy, object, bytes);
    copy->header = own ? header : (header & ~PinBit) | OldBit;
    top += bytes;
    copiedBytes += bytes;
    object->header = reinterpret_cast<uint64_t>(copy);
    return copy;
  }

  /// Most objects have two to four words: a call takes longer than their copy, by two halves that may overlap.
  static void copyWords(void *to, const void *from, uint64_t bytes) {
    using Half = unsigned __int128;
    if (bytes < sizeof(Half) || bytes > 2 * sizeof(Half)) {
      memcpy(to, from, bytes);
      return;
    }
    uint64_t last = bytes - sizeof(Half);
    Half first, second;
    memcpy(&first, from, sizeof first);
    memcpy(&second, static_cast<const char *>(from) + last, sizeof second);
    memcpy(to, &first, sizeof first);
    memcpy(static_cast<char *>(to) + last, &second, sizeof second);
  }

  void markLarge(Object *object) {
    if (object->header & OldBit)
      return;
    object->header |= OldBit;
    if (object->kind() == NumberSequence)
      return;
    large.add(object);
  }

  template <bool Awaits> void scan(Object &object) {
    for (uint64_t &word : pointersOf(object))
      if (isObject(word)) {
        if constexpr (Awaits)
          await(word);
        else
          move(word);
      }
  }

  void move(uint64_t &word) { word = reinterpret_cast<uint64_t>(movedObject(reinterpret_cast<Object *>(word))); }

  /// Moves the word's object when some others have been: by then it is in the cache. Otherwise the collector of a large
  /// heap waits for memory at each object (Cher, Hosking and Vitek, "Software prefetching for mark-sweep garbage
  /// collection", ASPLOS 2004).
  void await(uint64_t &word) {
    __builtin_prefetch(reinterpret_cast<void *>(word), /*rw=*/1);
    move(*std::exchange(awaited[nextAwaited++ % MostAwaited], &word));
  }

  /// Scans what is known, and what that leads to; whether there was anything.
  template <bool Awaits> bool scanSome() {
    Object nothing{HeaderBit | StaticBit, {}};
    auto word = reinterpret_cast<uint64_t>(&nothing);
    std::fill_n(awaited, MostAwaited, &word);
    auto isNothing = [&](uint64_t *each) { return each == &word; };
    bool found = false;
    for (;;) {
      while (scanKnown<Awaits>())
        found = true;
      if (!Awaits || std::all_of(awaited, awaited + MostAwaited, isNothing))
        return found;
      for (unsigned i = 0; i < MostAwaited; ++i)
        await(word);
    }
  }

  template <bool Awaits> bool scanKnown() {
    bool found = false;
    while (large.count > 0) {
      scan<Awaits>(*large.entries[--large.count]);
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
      scan<Awaits>(*object);
      found = true;
    }
    return found;
  }

  /// Behind all scans: where an object is now, null if nothing in use leads to it.
  Object *reached(Object *object) const {
    uint64_t header = object->header;
    if (!(header & HeaderBit))
      return reinterpret_cast<Object *>(header);
    bool stays = header & StaticBit || (header & LargeBit && header & OldBit) || (leavesOld && isOld(object, header));
    return stays ? object : nullptr;
  }

  /// Those that wait, as soon as their handles are reached; whether there was any.
  bool visitCoroutines() {
    bool found = false;
    for (size_t i = 0; i < cells.count; ++i)
      if (Object *cell = reached(cells.entries[i])) {
        found |= visitContinuation(*this, *cell);
        if (Coroutine *waiting = waiterOf(*cell))
          if (Thread *thread = visitOnce(*waiting)) {
            visitThread(*this, *thread);
            found = true;
          }
      }
    return found;
  }

  /// Cells that nobody has are forgotten. Weak pointers learn where their objects are.
  void tellCells() {
    size_t kept = 0;
    for (size_t i = 0; i < cells.count; ++i) {
      Object *cell = reached(cells.entries[i]);
      const Object &known = cell ? *cell : *cells.entries[i];
      dropUnlessVisited(known);
      if (Coroutine *waiting = waiterOf(known))
        endUnlessVisited(*waiting);
      if (!cell)
        continue;
      cells.entries[kept++] = cell;
      uint64_t &target = cell->words[CellTarget];
      if (cell->words[CellState] != IsThere || !isObject(target))
        continue;
      target = reinterpret_cast<uint64_t>(reached(reinterpret_cast<Object *>(target)));
      if (!target)
        cell->words[CellState] = IsGone;
    }
    cells.count = kept;
  }

  /// Under the lock.
  void sweepLarge() {
    while (LargeObject *each = fromLarge) {
      fromLarge = each->next;
      uint64_t keeps = own ? OldBit | PinBit : OldBit;
      if (!(each->object.header & keeps)) {
        freeLargeObject(each);
        continue;
      }
      each->object.header &= own ? ~OldBit : ~PinBit;
      __atomic_store_n(&each->owner, &to, __ATOMIC_RELAXED);
      each->next = to.largeObjects;
      to.largeObjects = each;
      to.largeBytes += each->bytes;
      heap.largeBytes += each->bytes;
    }
  }

  /// Blocks with pinned objects go on being the heap's.
  void keepPinned() {
    for (Block **each = &from; *each;) {
      Block *block = *each;
      if (!block->hasPinned) {
        each = &block->next;
        continue;
      }
      *each = block->next;
      block->next = to.full;
      to.full = block;
      ++keptCount;
      dropUnpinned(*block);
    }
    to.blockCount += keptCount;
  }

  /// What is not pinned has moved or is dead: nothing but numbers from now on.
  static void dropUnpinned(Block &block) {
    uint64_t bytes;
    for (uint64_t at = block.begin(); at < block.end; at += bytes) {
      auto *object = reinterpret_cast<Object *>(at);
      bool hasMoved = !(object->header & HeaderBit);
      bytes = sizeOf(hasMoved ? *reinterpret_cast<Object *>(object->header) : *object);
      if (!hasMoved && object->header & PinBit)
        continue;
      object->header = recordHeader(0, 0, bytes / 8 - 1);
      if (heapSettings.verifies)
        memset(object->words, FreeByte, bytes - 8);
    }
  }
};

void count(CollectionStatistics &statistics, uint64_t began, const Copying &copying) {
  uint64_t took = now() - began;
  HeapLocked locked;
  ++statistics.count;
  statistics.scopeBytes += copying.scope();
  statistics.reclaimedBytes += copying.reclaimed();
  statistics.copiedBytes += copying.copied();
  statistics.nanoseconds += took;
  statistics.longestNanoseconds = std::max(statistics.longestNanoseconds, took);
}

/// Behind a collection of all objects.
void noteLive(uint64_t bytes) {
  HeapLocked locked;
  heapStatistics.liveBytes = bytes;
  heapStatistics.mostLiveBytes = std::max(heapStatistics.mostLiveBytes, bytes);
}

} // namespace

CollectionWork collect(Generations which) {
  bool leavesOld = which == Generations::Young;
  if (leavesOld && heapSettings.verifies)
    verifyRemembered();
  uint64_t begin = now();
  Copying copying(oldHeap, nullptr, leavesOld);
  copying.begin();
  beginVisits();
  if (leavesOld)
    copying.visitRemembered();
  remembered.count = 0;
  visitRoots(copying);
  copying.finish();
  for (Thread *thread = firstThread(); thread; thread = thread->next)
    thread->top = thread->blockEnd = 0;
  if (heapSettings.verifies)
    verifyHeap();
  count(leavesOld ? heapStatistics.young : heapStatistics.whole, begin, copying);
  if (!leavesOld)
    noteLive(copying.copied() + oldHeap.largeBytes);
  return {copying.copied(), copying.visited()};
}

void collectOwnHeap(Thread &thread) {
  uint64_t begin = now();
  TaskHeap &own = *thread.heap;
  Copying copying(own, &own, false);
  copying.begin();
  visitOwnRoots(copying, thread);
  copying.finish();
  own.survivedBytes = own.usedBytes();
  if (heapSettings.verifies)
    verifyOwnHeap(thread);
  count(heapStatistics.own, begin, copying);
}

} // namespace tactus::pml

//===- verify.cpp - is every pointer one? -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/cells.h"
#include "pml/runtime/collect.h"
#include "pml/runtime/coroutines.h"
#include "pml/runtime/task_heap.h"

#include <cstdio>
#include <cstdlib>

namespace tactus::pml {

namespace {

[[noreturn]] void fail(const char *where, const void *holder, uint64_t word, const char *what = "no object") {
  fprintf(stderr, "tactus: error: the heap is wrong: %s at %p holds %#llx, which is %s; please report this\n", where,
          holder, static_cast<unsigned long long>(word), what);
  abort();
}

/// Blocks by their addresses: open addressing.
class Blocks {
public:
  Blocks() {
    while (size < 2 * oldHeap.blockCount)
      size *= 2;
    entries = static_cast<const Block **>(calloc(size, sizeof(const Block *)));
    if (!entries)
      endWithoutMemory(size * sizeof(const Block *));
    oldHeap.forEachBlock([this](const Block &block) { add(&block); });
  }
  ~Blocks() { free(entries); }
  Blocks(const Blocks &) = delete;
  Blocks &operator=(const Blocks &) = delete;

  const Block *around(uint64_t address) const {
    uint64_t begin = address & ~(BlockBytes - 1);
    for (uint64_t i = place(begin); entries[i]; i = (i + 1) & (size - 1))
      if (reinterpret_cast<uint64_t>(entries[i]) == begin)
        return entries[i];
    return nullptr;
  }

private:
  const Block **entries;
  uint64_t size = 16;

  void add(const Block *block) {
    uint64_t i = place(reinterpret_cast<uint64_t>(block));
    while (entries[i])
      i = (i + 1) & (size - 1);
    entries[i] = block;
  }
  uint64_t place(uint64_t address) const { return (address / BlockBytes * 0x9e3779b97f4a7c15 >> 20) & (size - 1); }
};

class Checking final : public RootVisitor {
public:
  void check(const char *where, const void *holder, uint64_t word) const {
    if (!isObject(word))
      return;
    auto *object = reinterpret_cast<const Object *>(word);
    const Block *block = blocks.around(word);
    if (word % 8 || (block && word >= block->end))
      fail(where, holder, word);
    if (!block) {
      // Of the program or large; else this reads what it must not, and ends the program as well.
      if (!(object->header & (StaticBit | LargeBit)))
        fail(where, holder, word);
    }
    if (!(object->header & HeaderBit) || object->kind() > NumberSequence)
      fail(where, holder, word);
  }
  void visit(Object *&root) override { check("a root", &root, reinterpret_cast<uint64_t>(root)); }
  void visitDerived(Object *&base, uint64_t &) override { visit(base); }

  void checkObject(Object &object) {
    if ((object.header & (OldBit | PinBit)) != OldBit)
      fail("the old heap", &oldHeap, reinterpret_cast<uint64_t>(&object), "not known to be old");
    for (uint64_t word : pointersOf(object))
      check("an object", &object, word);
  }

private:
  Blocks blocks;
};

struct CheckingRemembered {
  static void checkObject(Object &object) {
    if (!(object.header & OldBit))
      return;
    for (uint64_t word : pointersOf(object)) {
      auto *found = reinterpret_cast<Object *>(word);
      if (isObject(word) && !(found->header & StaticBit) && !isOld(found, found->header))
        fail("an old object that is not remembered", &object, word, "young");
    }
  }
};

/// While others run. What may be free by now is recognised by what is in it.
class CheckingOwn final : public RootVisitor {
public:
  explicit CheckingOwn(const TaskHeap &own) : own(own) {}

  void check(const char *where, const void *holder, uint64_t word, bool mustStay) const {
    if (!isObject(word))
      return;
    auto *object = reinterpret_cast<Object *>(word);
    uint64_t header = word % 8 ? 0 : __atomic_load_n(&object->header, __ATOMIC_RELAXED);
    if (!(header & HeaderBit) || (header >> 1 & 3) > NumberSequence)
      fail(where, holder, word);
    if (mustStay && !(header & (StaticBit | PinBit)) && ownerOf(object) == &own)
      fail("a pinned object", holder, word);
  }
  void visit(Object *&root) override { check("a root", &root, reinterpret_cast<uint64_t>(root), false); }
  void visitDerived(Object *&base, uint64_t &) override { visit(base); }

  /// Others may write into what is pinned.
  void checkObject(Object &object) const {
    for (const uint64_t &word : pointersOf(object))
      check("an object", &object, __atomic_load_n(&word, __ATOMIC_ACQUIRE), object.header & PinBit);
  }

private:
  const TaskHeap &own;
};

/// Calls checkObject() for all that a heap has.
template <typename Check> void checkObjects(const TaskHeap &all, Check &checking) {
  all.forEachBlock([&checking](const Block &block) {
    for (uint64_t at = block.begin(); at < block.end;) {
      auto *object = reinterpret_cast<Object *>(at);
      checking.checkObject(*object);
      at += sizeOf(*object);
    }
  });
  for (LargeObject *large = all.largeObjects; large; large = large->next)
    checking.checkObject(large->object);
}

} // namespace

void verifyHeap() {
  Checking checking;
  // Bases of derived pointers have been moved with them: what is in the frames is checked as it will be used.
  visitRoots(checking);
  checkObjects(oldHeap, checking);
  for (size_t i = 0; i < cells.count; ++i) {
    const Object *cell = cells.entries[i];
    checking.check("the list of cells", &cells.entries[i], reinterpret_cast<uint64_t>(cell));
    if (cell->words[CellState] == IsThere)
      checking.check("a weak pointer", cell, cell->words[CellTarget]);
    if (const Coroutine *waiting = waiterOf(*cell))
      visitThread(checking, threadOf(*waiting));
  }
}

void verifyRemembered() {
  CheckingRemembered checking;
  checkObjects(oldHeap, checking);
}

void verifyOwnHeap(Thread &thread) {
  CheckingOwn checking(*thread.heap);
  visitOwnRoots(checking, thread);
  checkObjects(*thread.heap, checking);
}

} // namespace tactus::pml

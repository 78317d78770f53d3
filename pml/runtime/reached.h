//===- reached.h - objects that are reached from others, each once ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_REACHED_H
#define TACTUS_PML_RUNTIME_REACHED_H

#include "pml/runtime/list.h"

namespace tactus::pml {

/// Objects, each once, in the order in which they were found. Open addressing; other tasks may write meanwhile.
class Reached {
public:
  Reached() { grow(); }
  ~Reached() { free(table); }
  Reached(const Reached &) = delete;
  Reached &operator=(const Reached &) = delete;

  /// The how manieth object the word leads to. It leads to one.
  size_t indexOf(uint64_t word) {
    if (2 * found.count >= size)
      grow();
    auto *object = reinterpret_cast<Object *>(word);
    size_t &place = placeOf(object);
    if (!place) {
      found.add(object);
      place = found.count;
    }
    return place - 1;
  }
  void find(uint64_t word) {
    if (isObject(word))
      indexOf(word);
  }
  void findAllOf(Object &object) {
    for (const uint64_t &word : pointersOf(object))
      find(__atomic_load_n(&word, __ATOMIC_ACQUIRE));
  }
  /// Null at the end.
  Object *next() { return at < found.count ? found.entries[at++] : nullptr; }
  size_t count() const { return found.count; }

private:
  LocalList<Object> found;
  size_t at = 0, size = 32;
  /// 1 + the index of the object.
  size_t *table = nullptr;

  size_t &placeOf(const Object *object) {
    size_t i = (reinterpret_cast<uint64_t>(object) * 0x9e3779b97f4a7c15 >> 20) & (size - 1);
    while (table[i] && found.entries[table[i] - 1] != object)
      i = (i + 1) & (size - 1);
    return table[i];
  }
  void grow() {
    free(table);
    size *= 2;
    table = static_cast<size_t *>(calloc(size, sizeof(size_t)));
    if (!table)
      endWithoutMemory(size * sizeof(size_t));
    for (size_t i = 0; i < found.count; ++i)
      placeOf(found.entries[i]) = i + 1;
  }
};

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_REACHED_H

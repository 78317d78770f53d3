//===- list.h - a list outside of the heap -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_LIST_H
#define TACTUS_PML_RUNTIME_LIST_H

#include "pml/runtime/heap.h"

#include <cstdlib>

namespace tactus::pml {

/// Never freed. Ends the program if there is no memory.
template <typename Element> struct List {
  Element **entries = nullptr;
  size_t count = 0, capacity = 0;

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

template <typename Element> struct LocalList : List<Element> {
  LocalList() = default;
  ~LocalList() { free(this->entries); }
  LocalList(const LocalList &) = delete;
  LocalList &operator=(const LocalList &) = delete;
};

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_LIST_H

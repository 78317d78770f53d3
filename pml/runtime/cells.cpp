//===- cells.cpp - objects that the collector tells of -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/cells.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

namespace tactus::pml {

constinit List<Object> cells{};
static constinit pthread_mutex_t cellsLock = PTHREAD_MUTEX_INITIALIZER;

Object *makeCell(uint64_t target, uint64_t state) {
  constexpr uint64_t Bytes = 2 * sizeof(uint64_t), Header = sequenceHeader(NumberSequence, 1, IdentityBit);
  Object *cell = allocateSequence(Bytes, Header);
  cell->words[CellTarget] = target;
  cell->words[CellState] = state;
  share(pml_thread, nullptr, reinterpret_cast<uint64_t>(cell));
  pthread_mutex_lock(&cellsLock);
  cells.add(cell);
  pthread_mutex_unlock(&cellsLock);
  return cell;
}

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

Object *pml_weak_new(Object *target) {
  PML_SAFEPOINT();
  Root kept(target);
  // Until it knows its target it is a pointer to nothing: the target may move meanwhile.
  Object *cell = makeCell(0, IsThere);
  auto word = reinterpret_cast<uint64_t>(kept.get());
  share(pml_thread, nullptr, word);
  cell->words[CellTarget] = word;
  return cell;
}

/// No object if it is gone.
Object *pml_weak_get(Object *cell, int64_t *isThere) {
  *isThere = cell->words[CellState] == IsThere;
  return reinterpret_cast<Object *>(cell->words[CellTarget]);
}

/// The object is in use until here.
void pml_touch(Object *) {}

} // extern "C"

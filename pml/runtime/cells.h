//===- cells.h - objects that the collector tells of ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A cell is an object without pointers, so that it keeps nothing in use:
//
//   weak pointer   an object, and whether it is still there
//   handle         a coroutine (coroutines.h), and the how manieth time this is that it waits
//   continuation   the frames of a coroutine that has waited, saved
//
// The collector knows all cells. A collection of all heaps forgets those that it has not reached, and says of the
// others whether it has reached what they lead to. What a cell leads to is pinned, and so is the cell, where a task
// collects its own heap: such a collection looks at none.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_CELLS_H
#define TACTUS_PML_RUNTIME_CELLS_H

#include "pml/runtime/heap.h"
#include "pml/runtime/list.h"

namespace tactus::pml {

/// Behind a cell's length: what it leads to, and its state.
inline constexpr unsigned CellTarget = 1, CellState = 2;
/// The states of weak pointers and of continuations; from the last one on those of handles.
inline constexpr uint64_t IsThere = 0, IsGone = 1, IsSaved = 2, FirstTurn = 3;

/// All cells. Written under a lock, or with the world stopped.
extern List<Object> cells;

/// A cell that the collector knows, and that stays where it is until a collection of all heaps. It may collect.
Object *makeCell(uint64_t target, uint64_t state);

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_CELLS_H

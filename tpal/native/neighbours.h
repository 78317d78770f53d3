//===- neighbours.h - accesses to elements at fixed distances ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loads of one block from one array, at offsets that are a register and that register plus a number:
//
//     k := mem[rows + i]
//     next := i + 1
//     last := mem[rows + next]
//
// All of them are in range if i is less than the length minus the greatest distance: one comparison instead of one
// each. What stands between them has no effects and cannot get stuck, so which of them is out of range can be found
// out when one is.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_NEIGHBOURS_H
#define TACTUS_TPAL_NATIVE_NEIGHBOURS_H

#include "sorts.h"

#include <map>

namespace tactus::tpal::native {

/// A load at a distance (at least 1) from the first of its group; the distances of a group go up.
struct Neighbour {
  size_t access;
  int64_t distance;
};

/// The groups of a block, by their first loads. A load is in at most one.
[[nodiscard]] std::map<size_t, std::vector<Neighbour>> findNeighbours(const Program &program, const Sorts &sorts,
                                                                      uint32_t block);

} // namespace tactus::tpal::native

#endif

//===- loops.h - counted loops ------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A promotion-ready block that jumps to itself while a counter is below a bound:
//
//     cell: [prppt h]
//       t := k < last           the test; before it, nothing happens
//       if-not-jump t, done     the only way out
//       v := mem[values + k]    in range for all k if it is at both ends
//       c := mem[columns + k]
//       c := mem[x + c]         a gather: in range if all of `columns` is, which nobody stores into
//       k := k + 1              the only instruction that writes k
//       jump cell
//
// How many iterations follow is known beforehand. They can be paid for together, and what holds at both ends of the
// counter's range holds in between (chunks.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_LOOPS_H
#define TACTUS_TPAL_NATIVE_LOOPS_H

#include "sorts.h"

#include <optional>

namespace tactus::tpal::native {

struct CountedLoop {
  uint32_t block;
  uint32_t counter;
  Operand bound;
  /// The register of the test, and the instruction that leaves the loop: the one after it.
  uint32_t test;
  /// Loads and stores whose offset is the counter and whose base does not change.
  std::vector<size_t> accesses;
  /// A load or store of the array in register `base` at an offset that comes from the array in register `index`.
  struct Gather {
    size_t access;
    uint32_t base;
    uint32_t index;
  };
  std::vector<Gather> gathers;
};

/// The loop that a block is, if it is one.
[[nodiscard]] std::optional<CountedLoop> findCountedLoop(const Program &program, const Sorts &sorts, uint32_t index);

} // namespace tactus::tpal::native

#endif

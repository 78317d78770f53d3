//===- value.h - run-time values -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A value carries its sort, so that the machine can tell a stuck state (adding a label,
// joining on a number) from a step. One cell is 16 bytes:
//
//   sort            bits
//   Integer         the number, two's complement
//   Float           the bits of a double
//   Label           index of the block
//   Record          index of the join record
//   StackPointer    stack << 32 | height: mem[p + n] is the cell height - 1 - n from the bottom
//   HeapPointer     allocation << 32 | signed 32-bit cell offset
//   Mark            nothing; what a promotion-ready mark leaves in its stack cell
//   Undefined       nothing; a register that was never written
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_VALUE_H
#define TACTUS_TPAL_VALUE_H

#include "abi/tpal.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace tactus::tpal {

using abi::tpal::Sort;

struct Value {
  Sort sort = Sort::Undefined;
  uint64_t bits = 0;

  static Value integer(int64_t number) { return {Sort::Integer, static_cast<uint64_t>(number)}; }
  static Value floating(double number) { return {Sort::Float, std::bit_cast<uint64_t>(number)}; }
  static Value pair(Sort sort, uint32_t high, uint32_t low) { return {sort, uint64_t{high} << 32 | low}; }

  [[nodiscard]] int64_t asInteger() const { return static_cast<int64_t>(bits); }
  [[nodiscard]] double asFloat() const { return std::bit_cast<double>(bits); }
  [[nodiscard]] uint32_t high() const { return static_cast<uint32_t>(bits >> 32); }
  [[nodiscard]] uint32_t low() const { return static_cast<uint32_t>(bits); }

  bool operator==(const Value &) const = default;
};

} // namespace tactus::tpal

#endif

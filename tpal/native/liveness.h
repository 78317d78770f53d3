//===- liveness.h - which registers a block still needs -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a fork copies for its child. Joins read the registers that ΔR takes from the child; a halt reads the outputs.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_LIVENESS_H
#define TACTUS_TPAL_NATIVE_LIVENESS_H

#include "sorts.h"

namespace tactus::tpal::native {

/// For each block, the registers that are read before they are written on some path from its entry.
[[nodiscard]] std::vector<BitSet> findLiveness(const Program &program, const Sorts &sorts);

} // namespace tactus::tpal::native

#endif

//===- lower.h - from core to the PCall IR ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_LOWER_LOWER_H
#define TACTUS_PML_LOWER_LOWER_H

#include "pml/core/program.h"
#include "pml/ir/ir.h"

namespace tactus::pml {

/// Closure conversion (decision 39): functions become first-order, values of functions become variants, blocks become
/// flat.
void lower(const core::Program &source, const Sources &sources, ir::Program &target);

} // namespace tactus::pml

#endif

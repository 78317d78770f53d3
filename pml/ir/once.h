//===- once.h - what a program does at most once -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_ONCE_H
#define TACTUS_PML_IR_ONCE_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// For each function and each of its blocks: control is known to pass there at most once while the program runs. These
/// are blocks outside of loops, of `main` and of functions that are called in one place only, which is such a block.
[[nodiscard]] std::vector<std::vector<bool>> findOnce(const Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_ONCE_H

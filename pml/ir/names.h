//===- names.h - names of functions that are made of others ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_NAMES_H
#define TACTUS_PML_IR_NAMES_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// What a part of a function that runs in parts, and a copy of one for loops inside of nests, have in their names.
inline constexpr std::string_view PartsName = ".parts", InsideName = ".inside";

/// A name that no function has: row.12 with `what` in front of the number, which is what users are not shown.
std::string nameOfCopy(const Program &program, const std::string &source, std::string_view what);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_NAMES_H

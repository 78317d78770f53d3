//===- simplify.h - optimisations of core -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SIMPLIFY_SIMPLIFY_H
#define TACTUS_PML_SIMPLIFY_SIMPLIFY_H

#include "pml/core/program.h"

namespace tactus::pml {

/// Makes a program smaller and faster, in rounds until little changes (decision 38). Calls `passed` after each pass.
void simplify(core::Program &program, const std::function<void(const char *pass)> &passed);

} // namespace tactus::pml

#endif

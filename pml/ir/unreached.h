//===- unreached.h - what a program never comes to -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_UNREACHED_H
#define TACTUS_PML_IR_UNREACHED_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Removes the functions that no way from `main` leads to, and empties the blocks that no way through their function
/// does. Else a function of which one call is left might not be inlined, for the sake of the others.
void dropUnreached(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_UNREACHED_H

//===- bounds.h - subscripts that are compared once ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     if i < 0 then ^bad else ^b                   ^b: n = length a
//     ^b: n = length a                     ==>         if i >= n, without signs, then ^bad else ^good
//         if i >= n then ^bad else ^good
//
// A length is not negative, and a negative number without its sign is more than any length. LLVM does not do that by
// itself: as far as it knows, reading the length of a is only allowed where i is not negative.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_BOUNDS_H
#define TACTUS_PML_IR_BOUNDS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

void joinBoundsChecks(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_BOUNDS_H

//===- rebuilt.h - objects that are built again from their own fields ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     %a = field cons 0(%list)
//     %b = field cons 1(%list)
//     %same = new cons(%a, %b)          ==>    %list
//
// Patterns take values apart that the right-hand side puts together again: `(a, m) :: merge (s, (b, n) :: t)`. Variants
// never change, and have no identity but by MLton.eq, which may say either.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_REBUILT_H
#define TACTUS_PML_IR_REBUILT_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Uses the object that is there in place of one that would have the same constructor and fields. Fields that nobody
/// reads any more stay, for the optimiser to drop.
void useRebuilt(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_REBUILT_H

//===- steps.h - counting that cannot overflow ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     if i < n then ^b else ^c                     if i < n then ^b else ^c
//     ^b: j = int64_add(i, 1)           ==>        ^b: j = int64_index(i, 1)
//
// What is below something is below the largest number. LLVM finds that as well, but late: until then a loop's way is
// divided by the check, and conditions around it do not become values.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_STEPS_H
#define TACTUS_PML_IR_STEPS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Of additions of 1, and subtractions of it from what is above something.
void dropChecksOfSteps(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_STEPS_H

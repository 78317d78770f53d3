//===- loops.h - which parallel loops have parallelism inside ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_LOOPS_H
#define TACTUS_PML_IR_LOOPS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Loops with pars or loops inside their iterations ask by `loop_enter_outer` from then on, which divides them down to
/// single iterations: what lies around must stay latent while what lies inside polls (decision 71).
void markOuterLoops(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_LOOPS_H

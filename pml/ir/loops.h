//===- loops.h - how parallel loops run ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_LOOPS_H
#define TACTUS_PML_IR_LOOPS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Tells loops with pars or loops inside their iterations from leaf loops. What lies around must stay latent while what
/// lies inside polls (decision 71): the former run one iteration after the other with the rest latent, where the source
/// has a chain for that (decision 93), or ask by `loop_enter_outer` from then on, which divides them down to single
/// iterations. The ways that a loop never takes are cut off.
void markOuterLoops(Program &program);

/// Has all loops run in sequence, without asking.
void elideLoops(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_LOOPS_H

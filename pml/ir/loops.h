//===- loops.h - how parallel loops run ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_LOOPS_H
#define TACTUS_PML_IR_LOOPS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Tells leaf loops from nests, which have loops inside of their iterations, and from outer loops, which have other
/// parallelism there. A nest asks by `loop_enter_nest`. What lies around an outer loop must stay latent while what lies
/// inside polls (decision 71): they run one iteration after the other with the rest latent, where the source has a
/// chain for that (decision 93), or ask by `loop_enter_outer` from then on, which divides them down to single
/// iterations. The ways that a loop never takes are cut off.
void markOuterLoops(Program &program);

/// Has all loops run in sequence, without asking.
void elideLoops(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_LOOPS_H

//===- specialise.h - from the typed tree to core --------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SPECIALISE_SPECIALISE_H
#define TACTUS_PML_SPECIALISE_SPECIALISE_H

#include "pml/core/program.h"
#include "pml/elaborate/builtins.h"
#include "pml/elaborate/typed.h"

namespace tactus::pml {

/// Expands functors and polymorphism on demand, and compiles patterns and equality (decision 38). The typed tree has no
/// errors. Throws LimitReached and InternalError. Needs a stack of FrontEndStack bytes.
void specialise(const typed::Program &source, const ElaborationOptions &options, core::Program &target);

} // namespace tactus::pml

#endif

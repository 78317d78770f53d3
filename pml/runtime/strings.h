//===- strings.h - strings and names -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_STRINGS_H
#define TACTUS_PML_RUNTIME_STRINGS_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

/// The exception's name, and the string or bytes that it carries if that is all; null if it is not.
const Object *nameOf(const Object &exception);
const Object *textOf(const Object &exception);

/// Raises one of ir::PredefinedException, by its number.
enum Raised : unsigned { RaiseOverflow = 2, RaiseDiv = 3, RaiseSize = 5 };
inline void raisePredefined(Raised raised) { pml_thread.exception = pml_program.predefined[raised]; }

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_STRINGS_H

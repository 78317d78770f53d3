//===- strings.h - strings and names -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_STRINGS_H
#define TACTUS_PML_RUNTIME_STRINGS_H

#include "pml/runtime/interface.h"

#include <cstddef>

namespace tactus::pml {

/// The exception's name, and the string that it carries if that is all: `Fail: no such file`. Cut to the room that
/// there is. Returns the length.
size_t describeException(const Object &exception, char *text, size_t room);

/// Raises one of ir::PredefinedException, by its number.
enum Raised : unsigned { RaiseOverflow = 2, RaiseDiv = 3, RaiseSize = 5 };
inline void raisePredefined(Raised raised) { pml_thread.exception = pml_program.predefined[raised]; }

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_STRINGS_H

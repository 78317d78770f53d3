//===- descriptors.h - what Posix does with file descriptors -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Calls of posix.h. Nothing is buffered here.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYSTEM_DESCRIPTORS_H
#define TACTUS_PML_SYSTEM_DESCRIPTORS_H

#include "pml/system/calls.h"

namespace tactus::pml {

/// Whether there is a call of this name; if so, its result.
bool callDescriptor(const char *name, const long *numbers, const char *text, int64_t number, int64_t &result);

/// The same of calls that give texts; whether it has worked. `rest` is what stands behind the call's first number.
bool listDescriptor(const char *name, const long *numbers, const char *rest, TakeText take, void *to, bool &isKnown);

} // namespace tactus::pml

#endif // TACTUS_PML_SYSTEM_DESCRIPTORS_H

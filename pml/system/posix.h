//===- posix.h - what Posix asks of the system ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Calls of POSIX by their names, with numbers behind the name: "kill 17 9". What else they need is a text, or a list of
// texts: how many there are, a space, and for each its length, a colon and itself; "-" is no list.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYSTEM_POSIX_H
#define TACTUS_PML_SYSTEM_POSIX_H

#include "pml/system/calls.h"

namespace tactus::pml {

/// The result, or -1 for an error.
int64_t callPosix(const char *call, const char *text, int64_t number);

/// Whether it has worked.
bool listPosix(const char *call, TakeText take, void *to);

} // namespace tactus::pml

#endif // TACTUS_PML_SYSTEM_POSIX_H

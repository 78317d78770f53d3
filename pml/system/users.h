//===- users.h - what the system knows of users and groups ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Calls of posix.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYSTEM_USERS_H
#define TACTUS_PML_SYSTEM_USERS_H

#include "pml/system/calls.h"

namespace tactus::pml {

/// Whether it has worked. Behind the call's name stands `asked`: a name, or a number.
bool listUsers(const char *name, const char *asked, TakeText take, void *to, bool &isKnown);

} // namespace tactus::pml

#endif // TACTUS_PML_SYSTEM_USERS_H

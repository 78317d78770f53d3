//===- sockets.h - what sockets ask of the system ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Bytes and addresses are texts of two hexadecimal digits for each byte.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYSTEM_SOCKETS_H
#define TACTUS_PML_SYSTEM_SOCKETS_H

#include "pml/system/calls.h"

namespace tactus::pml {

/// As in posix.h, with the numbers behind the call's name. Whether there is such a call.
bool callSocket(const char *name, const long *numbers, const char *text, int64_t &result);
/// The texts that are asked behind the call's name. Whether it has worked.
bool listSocket(const char *name, const long *numbers, const char *asked, TakeText take, void *to, bool &isKnown);

} // namespace tactus::pml

#endif // TACTUS_PML_SYSTEM_SOCKETS_H

//===- entries.cpp - the table of what libomp.so.5 exports ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/libomp.h"
#include "libomp/context.h"

#include "os/exported.h"

extern "C" {
// Whatever their parameters are: libomp.so.5 jumps to them.
#define TACTUS_LIBOMP_ENTRY(name, entry) void tactus_entry_##entry();
#include "libomp/entries.def"

TACTUS_EXPORT void (*tactus_libomp_entries[])() = {
#define TACTUS_LIBOMP_ENTRY(name, entry) tactus_entry_##entry,
#include "libomp/entries.def"
};
}

TACTUS_EXPORT void tactus_libomp_missing(const char *name) { tactus::libomp::endUnsupported(name); }

//===- entries.cpp - the table of what libgomp.so.1 exports -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/libomp.h"
#include "libomp/context.h"
#include "libomp/environment.h"

#include "os/exported.h"

extern "C" {
// Whatever their parameters are: libgomp.so.1 jumps to them.
#define TACTUS_LIBGOMP_ENTRY(version, name, entry) void tactus_entry_##entry();
#define TACTUS_LIBGOMP_OLD_ENTRY(version, name, entry) void tactus_entry_##entry();
#include "libgomp/entries.def"

TACTUS_EXPORT void (*const tactus_libgomp_entries[])() = {
#define TACTUS_LIBGOMP_ENTRY(version, name, entry) tactus_entry_##entry,
#define TACTUS_LIBGOMP_OLD_ENTRY(version, name, entry) tactus_entry_##entry,
#include "libgomp/entries.def"
};
}

TACTUS_EXPORT void tactus_libgomp_start(uint64_t entries) {
  constexpr uint64_t Entries = sizeof tactus_libgomp_entries / sizeof *tactus_libgomp_entries;
  tactus::libomp::startInterface("libgomp.so.1", entries, Entries);
}

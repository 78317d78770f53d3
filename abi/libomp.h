//===- libomp.h - between libtactus and its own libomp.so.5 and libgomp.so.1 -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_LIBOMP_H
#define TACTUS_ABI_LIBOMP_H

#include <cstdint>

extern "C" {

/// The functions that libomp.so.5 jumps to, in the order of runtime/libomp/entries.def. With a tool others stand in
/// front of them (runtime/ompt/tool.h).
extern void (*tactus_libomp_entries[])();
/// Ends the process: the program has called a function that only LLVM's libomp has.
void tactus_libomp_missing(const char *name);
/// Called by the constructor of libomp.so.5, which knows so many entries: the process has no other libomp.
void tactus_libomp_start(uint64_t entries);

/// The same for libgomp.so.1, in the order of runtime/libgomp/entries.def.
extern void (*const tactus_libgomp_entries[])();
void tactus_libgomp_start(uint64_t entries);
}

#endif // TACTUS_ABI_LIBOMP_H

//===- core.h - what gcc's entry points stand on -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Code of gcc calls libgomp's functions. Most of them say the same as libomp's in other words, so they stand on the
// room of those: its contexts, tasks and groups, regions and loops.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBGOMP_CORE_H
#define TACTUS_RUNTIME_LIBGOMP_CORE_H

#include "libomp/context.h"

#include <cstddef>
#include <cstdint>

namespace tactus::libgomp {

using namespace tactus::libomp;

/// What gcc outlines of a region or task.
using Code = void (*)(void *data);

/// A parameter of gcc's type bool: only the lowest byte counts, where clang's code would look at four.
struct Bool {
  uint32_t word;
  operator bool() const { return word & 0xff; }
};

/// Memory that the members of a construct share; the first to come has made it.
struct SharedMemory;

/// The member comes to a construct whose tasks reduce, or whose members share memory: `*memory` is its size, and then
/// its address. Either may be null. Before the construct takes its own place among the loops.
void beginShared(uintptr_t *reductions, void **memory);
/// It leaves it.
void endShared();

/// Copies of what tasks reduce, for so many members; they begin as zeros.
void registerReductions(uintptr_t *data, uintptr_t *outer, uint32_t members);
void freeReductions(uintptr_t *data);

/// gcc's bits of a construct that can be cancelled, and kmp.h's number for it.
enum Construct : int { OfParallel = 1, OfLoop = 2, OfSections = 4, OfTaskGroup = 8 };
bool isTeamCancelled();

} // namespace tactus::libgomp

extern "C" {
void tactus_entry___kmpc_barrier(tactus::libomp::Ident *ident, int32_t thread);
int32_t tactus_entry___kmpc_cancel_barrier(tactus::libomp::Ident *ident, int32_t thread);
}

#endif // TACTUS_RUNTIME_LIBGOMP_CORE_H

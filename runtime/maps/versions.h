//===- versions.h - from an instruction to the same one of the other version ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Code that waits for interrupts has two versions of each function with promotion points (compiler/ir/BeatPoint.h).
// Both have one layout, so that from an instruction of the source version to its counterpart it is always as far:
//
//     0f 1f 44 00 00   point in the source        e9 …   in the destination: a jump to its cold block
//     0f 1f 44 00 00   end of a cold block        e9 …   in the destination: a jump to the same place of the source
//     … 4 bytes        distance to something      … 4 bytes, smaller by the distance between the versions
//     … 4 bytes        distance to a constant     … 4 bytes, that to an equal constant of the destination's
//     anything else    equal
//
// This is checked when the module is registered, byte by byte, of the code as it lies in memory: after the compiler,
// the assembler, the linker and its relaxations. A pair that differs in anything else is never used: the function polls
// (points.h). An accident is hardly possible: distances have to agree in all 32 bits.
//
// The signal handler looks addresses up without a lock: a table never changes once it is published, and is never freed.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_VERSIONS_H
#define TACTUS_RUNTIME_MAPS_VERSIONS_H

#include "abi/modules.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tactus {

/// A constant of which both versions of a function have a copy; `source` and `destination` are where these lie.
struct SharedConstant {
  uintptr_t source, destination;
  size_t size;
};

/// Code bytes of the versions of a function, of one size. Are they laid out alike? `constants` are equal, and sorted by
/// their sources.
bool areAligned(const uint8_t *source, const uint8_t *destination, size_t size,
                std::span<const SharedConstant> constants = {});

/// Adds the module's versions, and has functions whose versions cannot be used poll. Under the lock of the registry.
void addVersions(const abi::Module &module);
void removeVersions(const abi::Module &module);

/// Is there any code that waits for interrupts? Safe in signal handlers.
bool haveVersions();

/// Versions of one function; `source` and `destination` are where they begin.
struct Versions {
  uintptr_t source, destination;
  size_t size;
  const abi::Module *module;
};

/// All that are known, sorted by their sources.
std::span<const Versions> allVersions();

/// Where to go on instead of at `address`; 0 if that is in no source version. Safe in signal handlers.
uintptr_t destinationOf(uintptr_t address);

/// Is it in a destination version? Safe in signal handlers.
bool isInDestination(uintptr_t address);

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_VERSIONS_H

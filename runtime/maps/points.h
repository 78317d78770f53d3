//===- points.h - functions whose versions cannot be used poll -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Code that waits for interrupts gets its beats in the other version of its function (versions.h). Where the two
// differ, because of what assembler, linker or whoever has been at the code have made of them, the function is made to
// poll: each of its points, an instruction that does nothing, becomes a jump to the cold block, as in functions of
// which the compiler knows that they cannot have versions.
//
//     0f 1f 44 00 00   point        e9 …   jump to its cold block, which takes a beat if one is due, and comes back
//
// That is done when the module is registered, which is the first that it does: none of its code has run.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_POINTS_H
#define TACTUS_RUNTIME_MAPS_POINTS_H

#include "abi/modules.h"

#include <span>

namespace tactus {

/// An instruction of five bytes that does nothing: a point, or the end of a cold block.
inline constexpr uint8_t PointBytes[] = {0x0f, 0x1f, 0x44, 0, 0};
inline constexpr uint8_t JumpOpcode = 0xe9;

/// Where an entry of a table leads.
uintptr_t addressOf(const int32_t &distance);

/// The entries of a pair's points, which stand behind it; `end` is that of the table.
std::span<const abi::VersionPair> pointsOf(const abi::VersionPair *pair, const abi::VersionPair *end);

/// Makes jumps of them. False if there are none, if one is something else by now, or if the system does not let code be
/// written; then some may have been changed.
bool pollAtPoints(std::span<const abi::VersionPair> points);

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_POINTS_H

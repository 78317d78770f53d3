//===- teams.h - regions that run as teams of strands ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What compiled code tells tactus_team_fork() of a region.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_TEAMS_H
#define TACTUS_ABI_TEAMS_H

#include <cstdint>

namespace tactus::abi {

/// The region reaches thread-local variables, or code of other files that may.
inline constexpr uint32_t TeamMayReachThreadLocals = 1;

} // namespace tactus::abi

#endif // TACTUS_ABI_TEAMS_H

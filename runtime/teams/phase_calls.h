//===- phase_calls.h - may a region do without threads, with what it calls elsewhere? ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region that calls functions of other files is latent, or runs in phases, if their records say that this keeps its
// meaning, and the records of what those call in turn (abi/teams.h). Otherwise it runs as a team of strands.
//
// Only the program's own regions are believed. A function that a shared library defines may be replaced by another one
// of the same name when the program is loaded, which records do not show.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_PHASE_CALLS_H
#define TACTUS_RUNTIME_TEAMS_PHASE_CALLS_H

#include "abi/teams.h"

namespace tactus {

/// Thread-safe. The first question looks, and the answer stays with the region.
bool mayRunInPhases(abi::PhasedRegion &region);

/// The same for a question of a latent region.
bool doCalleesReturn(abi::CalleeQuestion &question);

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_PHASE_CALLS_H

//===- phased_team.h - a team whose members are executed one after the other ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region whose members need no threads of their own (compiler/analysis/PhaseRules.h) is executed from barrier to
// barrier. Compiled code has cut it there into phases, and each member has a frame for what it keeps from one to the
// next (docs/decisions/0061):
//
//     phase 0                  barrier   phase 1                  barrier
//     member 0 | 1 | 2 | ...             member 0 | 1 | 2 | ...
//     └─ a latent loop ──────┘ its join  └─ a latent loop ──────┘ its join
//
// The loop over the members is latent as any other: one worker executes them in their order without waiting for
// anything, and what is promoted runs as a task. So there is no thread that would have to come to a barrier.
//
// Whoever executes a member is that member meanwhile, with its record (regions.h) and for what compiled code asks of
// the team (abi/team_functions.def). Nothing of that may wait for another member: the loops' places in their ring are
// free because a phase has one loop with chunks at most.
//
// Safety. A member's state is touched by whoever executes its part of a phase. A phase's tasks have been joined before
// the next begins, which orders it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_PHASED_TEAM_H
#define TACTUS_RUNTIME_TEAMS_PHASED_TEAM_H

#include "abi/teams.h"
#include "teams/strand_team.h"

namespace tactus {

struct PhasedTeam;

/// One execution of a phase.
struct Phase {
  tactus_loop_descriptor *site;
  PhasedTeam *team;
};

/// Runs a region. `threads` is the clause's number, 0 without one. False if it has not run, and
/// strands or libomp are to run it.
bool runInPhases(abi::PhasedRegion &region, void *environment, int32_t threads);

/// Runs the part of the phase that the members [begin, end) have.
void runMembersOfPhase(const Phase &phase, uint64_t begin, uint64_t end);

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_PHASED_TEAM_H

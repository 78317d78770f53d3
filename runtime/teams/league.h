//===- league.h - teams constructs on the host ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// `teams` makes a league: teams of which each begins with one thread, and which cannot wait for each other. So a league
// is a loop over its teams that may be promoted as any other (docs/decisions/0063):
//
//     tactus_league_fork ──► for team in 0 ... teams - 1:  record with the team's number ──► code(environment)
//
// `distribute` constructs and queries find the team's number in the record, on whatever thread their code has got to.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_LEAGUE_H
#define TACTUS_RUNTIME_TEAMS_LEAGUE_H

#include "tactus/tactus.h"

#include <cstdint>

namespace tactus {

struct LeagueCode {
  void (*code)(void *environment, int32_t number);
  void *environment;
  /// The loop over the teams; null if they are to run one after the other.
  tactus_loop_descriptor *site;
  /// A target construct's one team, which begins as the initial thread does: outside of all regions, with the settings
  /// of the environment.
  bool isTarget = false;
};

/// Runs a teams construct. `teams` and `limit` are the numbers of its clauses, 0 without one. False if it has not run,
/// and libomp is to run it.
bool runAsLeague(const LeagueCode &code, int32_t teams, int32_t limit);

/// Teams combine their parts of a reduction one after the other.
void lockLeagues();
void unlockLeagues();

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_LEAGUE_H

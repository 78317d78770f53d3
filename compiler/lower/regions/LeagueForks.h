//===- LeagueForks.h - teams constructs that libtactus runs --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   __kmpc_push_num_teams(4, 2)             after   environment = { a, b }
//            __kmpc_fork_teams(@league, a, b)                if (!tactus_league_fork(@league.team, &environment, 4, 2))
//                                                              __kmpc_push_num_teams(4, 2)
//                                                              __kmpc_fork_teams(@league, a, b)
//
// docs/decisions/0063 says more.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_LEAGUEFORKS_H
#define TACTUS_COMPILER_LOWER_REGIONS_LEAGUEFORKS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Lowers the forks of teams constructs that have been found (raise/openmp/Leagues.h). True if there was any.
bool lowerLeagueForks(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_LEAGUEFORKS_H

//===- Leagues.h - find the teams constructs that libtactus can run ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   __kmpc_fork_teams(@league)      @league gets an attribute: lower/regions/LeagueForks.h changes the call, at last
//
//   @league:  __kmpc_for_static_init(distribute)  ►  tactus.in_league.__kmpc_for_static_init(distribute)
//             __kmpc_fork_call(@region)                  a region like any other
//             __kmpc_reduce_nowait                ►  tactus.in_league.__kmpc_reduce_nowait
//
// `distribute` constructs ask wherever they stand, since their function may be called from a league of another file.
// docs/decisions/0063 says more.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_LEAGUES_H
#define TACTUS_COMPILER_RAISE_OPENMP_LEAGUES_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// To be called before regions are looked at: those in such constructs are like others. True if there was anything.
bool raiseLeagues(llvm::Module &module);

/// The loop over the teams of a construct, of which only its place and its price are anything.
ParallelLoop loopOverTeams(const llvm::CallInst &fork);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_LEAGUES_H

//===- league.cpp - teams constructs on the host ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/league.h"

#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "tasks/task.h"
#include "teams/strand_team.h"

#include <algorithm>
#include <cstdlib>
#include <pthread.h>

namespace tactus {

namespace {

struct LeaguePlan {
  LeagueCode code;
  uint32_t teams, threadLimit;
  IcvSet icvs;
};

} // namespace

/// The record of a team, which is no region: its one thread is at the level of the construct. It is in a frame that
/// holds nothing else which could be asked about.
[[gnu::noinline]] static void runTeam(uint64_t team, void *context) {
  alignas(Region) unsigned char memory[sizeof(Region)];
  const auto &plan = *static_cast<const LeaguePlan *>(context);
  League league(static_cast<uint32_t>(team), plan.teams, plan.threadLimit);
  constexpr uintptr_t ReturnAddress = sizeof(void *);
  auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  LibompLevels libomp = libompLevels();
  const Region *outer = plan.code.isTarget ? nullptr : currentRegion();
  Region *region = beginRecord(memory, Region::Parallel, reinterpret_cast<void *>(frame + ReturnAddress), libomp);
  region->instance = region;
  region->level = levelAt(outer, libomp);
  region->activeLevel = activeLevelAt(outer, libomp);
  region->icvs = plan.icvs;
  region->league = &league;
  region->number.store(0, std::memory_order_relaxed);
  // What promotes parts of the team's one thread would have to give them numbers. Loops are regions of their own.
  region->team.limit = 1;
  setCurrentRegion(region);
  plan.code.code(plan.code.environment, 0);
  setCurrentRegion(region->parent);
}

/// A setting that libomp has, once it runs; before that, what the environment says.
static uint32_t settingOf(int (*Libomp::*query)(), const char *name) {
  const Libomp *libomp = ownLibomp();
  int value = 0;
  if (libomp && libomp->runs() && libomp->*query)
    value = (libomp->*query)();
  else if (const char *text = getenv(name))
    value = atoi(text);
  return static_cast<uint32_t>(std::max(value, 0));
}

bool runAsLeague(const LeagueCode &code, int32_t teams, int32_t limit) {
  LibompLevels libomp = libompLevels();
  bool mayBeOurs = !libompRunsRegions() || settingsOfThreadsAreKept();
  if (!mayBeOurs || libomp.all > 0)
    return false;
  uint32_t wanted = teams > 0 ? static_cast<uint32_t>(teams) : settingOf(&Libomp::maxTeams, "OMP_NUM_TEAMS");
  uint32_t threads =
      limit > 0 ? static_cast<uint32_t>(limit) : settingOf(&Libomp::teamsThreadLimit, "OMP_TEAMS_THREAD_LIMIT");
  // A limit of the place around holds for each of the teams.
  if (const League *around = threads ? nullptr : groupAround())
    threads = around->threadLimit;
  if (threads)
    threadsAreLimited.store(true, std::memory_order_relaxed);
  LeaguePlan plan{code, std::max(wanted, 1u), threads, code.isTarget ? icvsOfEnvironment() : icvsHere(libomp)};
  if (plan.teams == 1 || !code.site)
    for (uint32_t team = 0; team < plan.teams; ++team)
      runTeam(team, &plan);
  else
    tactus_parallel_for_at(code.site, 0, plan.teams, runTeam, &plan);
  return true;
}

static pthread_mutex_t leagueMutex = PTHREAD_MUTEX_INITIALIZER;

void lockLeagues() {
  pthread_mutex_lock(&leagueMutex);
  happensAfter(&leagueMutex);
}

void unlockLeagues() {
  happensBefore(&leagueMutex);
  pthread_mutex_unlock(&leagueMutex);
}

} // namespace tactus

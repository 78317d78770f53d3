//===- team_places.cpp - places in small teams, and who lends his -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/team_places.h"
#include "tasks/fork_record.h"

#include "os/settings.h"
#include "regions/regions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tactus {

/// An error in libtactus itself.
[[noreturn]] static void failTeam(const char *what) {
  fprintf(stderr, "tactus: error: %s, in a region with few threads; please report it\n", what);
  abort();
}

/// Takes the place that a strand lends which waits for `owner` or one of its ancestors.
static bool borrow(const Team &team, const Task *owner, TeamPlace &place) {
  for (const Task *task = owner; task; task = task->parent) {
    Join *join = joinOfChain(*task);
    if (join->team != &team)
      continue;
    uint32_t lent = join->lentPlace.load(std::memory_order_relaxed);
    // Acquire: this strand comes after the one that had the number before.
    if (lent != Join::NothingLent &&
        join->lentPlace.compare_exchange_strong(lent, Join::NothingLent, std::memory_order_acquire)) {
      place = {join, static_cast<int32_t>(lent - Join::LentNumber)};
      return true;
    }
  }
  return false;
}

unsigned reservePlaces(Team &team, const Task *owner, unsigned wanted, TeamPlace *places) {
  unsigned count = team.reserve(wanted);
  std::fill_n(places, count, TeamPlace{});
  while (count < wanted && borrow(team, owner, places[count]))
    ++count;
  return count;
}

void returnPlace(Team &team, const TeamPlace &place) {
  if (place.lender)
    // Release: the next strand with the number comes after this one.
    place.lender->lentPlace.store(static_cast<uint32_t>(place.number + Join::LentNumber), std::memory_order_release);
  else
    team.leave(1);
}

void returnPlace(const Task &task) {
  if (Team *team = joinOfChain(task)->team)
    returnPlace(*team, task.teamPlace);
}

LentPlace::LentPlace(Join &waitedFor) : join(waitedFor) {
  if (!join.team)
    return;
  int32_t number = TeamPlace::Unnumbered;
  if (join.teamHasNumbers) {
    const Region *innermost = currentRegion();
    auto *own = const_cast<Region *>(strandOf(innermost));
    // Where an exception is on its way, records of regions inside may still be there.
    if (!own || own->thread != innermost->thread || own->boundedTeam() != join.team)
      return;
    number = lendNumber(*own);
    strand = own;
  }
  isLent = true;
  // Release: the borrower comes after this strand.
  join.lentPlace.store(static_cast<uint32_t>(number + Join::LentNumber), std::memory_order_release);
}

LentPlace::~LentPlace() {
  if (!isLent)
    return;
  // All that could have borrowed it has finished and given it back. Acquire: this strand comes after the borrower.
  if (join.lentPlace.exchange(Join::NothingLent, std::memory_order_acquire) == Join::NothingLent)
    failTeam("a strand goes on while another one has its place");
  if (strand)
    strand->isLent = false;
}

void checkTeamIsLeft(const Team &team) {
  if (!settings.promotesAlways() || team.limit == 0)
    return;
  // Relaxed: whoever leaves this team has left it before a join of the calling strand has ended.
  uint64_t strands = team.strands.load(std::memory_order_relaxed);
  uint64_t numbers = team.numbers.load(std::memory_order_relaxed);
  if (strands != 1)
    failTeam("a team that ends counts strands that are not there");
  if (numbers != 1)
    failTeam("a team that ends has numbers in use");
}

} // namespace tactus

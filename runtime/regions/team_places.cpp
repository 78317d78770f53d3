//===- team_places.cpp - places in small teams, and who lends his -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/team_places.h"
#include "tasks/fork_record.h"

#include "os/allocation.h"
#include "os/race_detector.h"
#include "os/settings.h"
#include "regions/arenas.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace tactus {

/// An error in libtactus itself.
[[noreturn]] static void failTeam(const char *what) {
  fprintf(stderr, "tactus: error: %s, in a region with few threads; please report it\n", what);
  abort();
}

namespace {
struct PlaceTraits {
  using Team = tactus::Team;
  using Task = tactus::Task;
  using Place = TeamPlace;
  static const Task *parent(const Task &task) { return task.parent; }
  static Join *join(const Task &task) { return joinOfChain(task); }
  static const Team *team(const Join &join) { return join.team; }
  static PlaceOffer<> &offer(Join &join) { return join.offer; }
};
using Protocol = PlaceProtocol<PlaceTraits>;
} // namespace

void beginTeam(Team &team, uint64_t places) {
  team.limit = std::min(places, Team::MostNumbersInWord);
  void *memory = places > team.limit ? allocate(NumberSet<>::bytesFor(places)) : nullptr;
  if (!memory)
    return;
  team.limit = places;
  team.useNumbersOf(*new (memory) NumberSet<>(places));
}

void endTeam(Team &team) {
  checkTeamIsLeft(team);
  release(team.numberSet());
}

unsigned reservePlaces(Team &team, const Task *owner, unsigned wanted, TeamPlace *places) {
  return Protocol::reserve(team, owner, wanted, places);
}

unsigned freePlaces(Team &team, const Task *owner) { return Protocol::count(team, owner); }

void returnPlace(Team &team, const TeamPlace &place) { Protocol::giveBack(team, place); }

void returnPlace(const Task &task) {
  if (Team *team = joinOfChain(task)->team) {
    returnPlace(*team, task.teamPlace);
    noteFreePlace(task, team);
  }
}

bool takeMissingPlace(Team &team, Task &task) { return Protocol::reserve(team, &task, 1, &task.teamPlace) == 1; }

bool takePlaceOfWaiting(Team &team, Task &task, int32_t &number) {
  if (task.teamPlace.lender || joinOfChain(task)->team != &team)
    return false;
  if (!Protocol::takeNumbered(team, task, task.teamPlace))
    return false;
  number = task.teamPlace.number;
  happensAfter(&task.teamPlace.lender->offer);
  return true;
}

void takeLentPlace(Join &join, Task &task) {
  if (join.team && joinOfChain(task)->team == join.team)
    Protocol::takeOver(*join.team, join, task.teamPlace);
}

/// Whether the join is that of the loop which the task is a slice of, and so the last thing that the strand does.
static bool endsWith(const Region &strand, const Join &join, const Task *task) {
  const abi::LoopDescriptor *loop = join.first->loop;
  return task && loop && task->loop == loop && loop->flags & abi::LoopEndsSlice && &strand == currentRegion() &&
         strand.parent && strand.parent->kind == Region::Passage;
}

LentPlace::LentPlace(Join &waitedFor, Task *task, bool isLast) : join(waitedFor) {
  // A strand with a number says so in its record (below); one without has only its task.
  bool hasNone = task && task->teamPlace.isMissing && joinOfChain(*task)->team == join.team;
  if (!join.team || (!join.teamHasNumbers && hasNone))
    return;
  int32_t number = TeamPlace::Unnumbered;
  if (join.teamHasNumbers) {
    // A thread of the user's that is outside of all is in its own arena.
    const Region *innermost = currentRegion() ? currentRegion() : ownArena();
    auto *own = const_cast<Region *>(strandOf(innermost));
    // Where an exception is on its way, records of regions inside may still be there.
    if (!own || own->thread != innermost->thread || own->boundedTeam() != join.team)
      return;
    if (isLast && endsWith(*own, join, task)) {
      leaveNumber(*own);
      Protocol::leave(*join.team, task->teamPlace);
      return;
    }
    if (own->lacksPlace)
      return;
    number = lendNumber(*own);
    strand = own;
    if (arenaOf(own->instance))
      happensBefore(&join.offer);
  }
  isLent = true;
  join.offer.lend(number);
}

LentPlace::~LentPlace() {
  if (!isLent)
    return;
  if (!join.offer.takeBack())
    failTeam("a strand goes on while another one has its place");
  if (strand)
    strand->isLent = false;
}

void checkTeamIsLeft(const Team &team, uint64_t left) {
  if (!settings.promotesAlways() || team.limit == 0)
    return;
  // Relaxed: whoever leaves this team has left it before a join of the calling strand has ended.
  uint64_t strands = team.strands.load(std::memory_order_relaxed);
  if (strands != left)
    failTeam("a team that ends counts strands that are not there");
  if (!team.hasOnlyOwnersNumber())
    failTeam("a team that ends has numbers in use");
}

} // namespace tactus

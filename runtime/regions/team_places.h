//===- team_places.h - places in small teams, and who lends his ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A strand of a team that is smaller than the number of slots has a place in it (Team, task.h). A strand that waits in
// a join runs nothing itself, so for that time it lends its place, with its number, to one strand below the join:
//
//     parallel num_threads(2)      S ── waits for T ─────────────────────────── goes on as number 0
//                                       T, number 1 ── promotes U ── waits ──
//                                                        U, number 0: the place of S
//
// A task that the thread of S runs itself meanwhile has the place of S as well, whatever place it was promoted with:
// that one is free for anybody. Else a thread that runs one task in another's join would have a place for each.
//
// A slice of a loop that is a region by itself has no more code to run when its own iterations are done, if nothing
// calls the program behind the loop (LoopEndsSlice). So it does not lend its place but leaves it, with its number: any
// other strand of the loop may have it, also one that does not descend from what this one waits for. Every place is
// then with a strand that runs code of the program, or free, or lent by a strand from which the whole loop descends.
//
// In OpenMP's words, the thread of S executes U while the task of S is suspended. U descends from what S waits for, as
// the scheduling constraint of tied tasks wants it.
//
// Safety. A join ends when all that descends from its tasks has finished, and a task gives its place back before it
// counts as finished. So the owner of the join finds its place there when it goes on, and waits for nobody. No more
// than `limit` strands run at a time: a lent place has one user, the lender counts as suspended. Numbers are distinct:
// the borrower has the lender's, or, if the lender has none yet, one of the team's that the lender would have got.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_TEAM_PLACES_H
#define TACTUS_RUNTIME_REGIONS_TEAM_PLACES_H

#include "tasks/task.h"

namespace tactus {

/// A team whose strands may ask for numbers is about to begin, with as many places as there is memory for numbers; and
/// has ended.
void beginTeam(Team &team, uint64_t places);
void endTeam(Team &team);

/// Reserves places in `team` for up to `wanted` tasks, two at most, that are promoted in frames of `owner`, null for
/// frames of a thread of the user's. Fills in `places`; returns how many there were. Any thread that runs `owner`.
unsigned reservePlaces(Team &team, const Task *owner, unsigned wanted, TeamPlace *places);

/// How many places there would be at this moment.
unsigned freePlaces(Team &team, const Task *owner);

/// The task that had the place is about to count as finished, or does not come to be. Any thread.
void returnPlace(Team &team, const TeamPlace &place);

/// The same of a task of any join, which may have no team.
void returnPlace(const Task &task);

/// A place for a task that has begun without one; false if there is none.
bool takeMissingPlace(Team &team, Task &task);

/// In an arena: the place of a strand that waits for `task`, which runs, instead of its own, if that has a number.
/// False if there is none.
bool takePlaceOfWaiting(Team &team, Task &task, int32_t &number);

/// The calling strand waits in the join, and is about to run the task itself, which descends from what it waits for: in
/// its own place, if it lends that and nobody has it.
void takeLentPlace(Join &join, Task &task);

/// While it exists, the calling strand, which `task` runs, waits in the join and lends its place; or it leaves that for
/// good, if it is to end when the join does.
class LentPlace {
public:
  LentPlace(Join &join, Task *task, bool isLast);
  ~LentPlace();
  LentPlace(const LentPlace &) = delete;
  LentPlace &operator=(const LentPlace &) = delete;

private:
  Join &join;
  /// The record with the strand's number, null in a team without records.
  Region *strand = nullptr;
  bool isLent = false;
};

/// In the testing modes: ends the process with a message if a team, of which so many strands are left, counts others.
void checkTeamIsLeft(const Team &team, uint64_t left = 1);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_TEAM_PLACES_H

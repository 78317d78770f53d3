//===- crew.h - the threads that follow a master -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread that meets regions of strands has a crew: threads that are the other members of its teams, the same numbers
// in all of them, so that threadprivate variables stay. A team inside of one that the thread is already a member of has
// a crew of its own, one level further in.
//
//     master ──► crew ──► inner crew ──► ...          unused crews, unused threads: for the next master
//                 │ threads: 1 2 3 ...
//
// When the master ends, they become unused. Nothing of it is ever given back to the system: whoever wakes a thread that
// goes on at the same moment touches memory that is still there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_CREW_H
#define TACTUS_RUNTIME_TEAMS_CREW_H

#include "os/signal_mask.h"
#include "teams/strand_team.h"

namespace tactus {

struct CrewThread;

struct alignas(64) Crew {
  StrandTeam team;
  /// What its threads block while they are members (threads/program_signals.h).
  SignalMask signals;
  CrewThread **threads = nullptr;
  uint32_t count = 0, capacity = 0;
  bool isBusy = false;
  /// Of the same master, for teams inside; of unused crews, the next.
  Crew *inner = nullptr;
};

/// A crew of the calling thread's for a team of `size` members, with the team ready to be filled in. Null if not so
/// many threads can be had.
Crew *takeCrew(uint32_t size);
/// Its threads, as many as the team has members beside the master, begin.
void startCrew(Crew &crew);
/// All of them are done.
void leaveCrew(Crew &crew);
/// The threads of the calling thread's crews end, and those that are unused. Outside of all regions.
void endCrews();

/// For fork(): the child has none of the threads.
void lockCrews();
void unlockCrews();
void forgetCrews();

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_CREW_H

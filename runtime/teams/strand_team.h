//===- strand_team.h - a team of strands and its members -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region whose threads matter runs as a team of exactly the size that OpenMP promises (docs/decisions/0036).
//
//     tactus_team_fork ──► member 0: the thread that is here      ──► run(environment) ──► waits for the others
//                     └──► member 1 … : its crew (crew.h)         ──► run(environment) ──► finished += 1
//
// `tactus_team_member` is the calling thread's place in the team of the innermost region, null if that is none of ours:
// compiled code looks at it before it asks libomp (abi/team_functions.def).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_STRAND_TEAM_H
#define TACTUS_RUNTIME_TEAMS_STRAND_TEAM_H

#include "os/clock.h"
#include "os/float_control.h"
#include "regions/regions.h"
#include "teams/cancellation_protocol.h"
#include "teams/loop_ring.h"
#include "teams/team_barrier.h"
#include "threads/patience.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace tactus {

class TaskPool;

/// Written by the master before the members begin.
struct TeamPlan {
  using Code = void (*)(void *environment, int32_t number);
  Code code = nullptr;
  /// The member goes to its place, if threads have some; null if they have none.
  void (*place)(void *environment, uint32_t number, uint32_t size) = nullptr;
  void *environment = nullptr;
  uint32_t size = 1;
  /// Each member can have a processor.
  bool fits = true;
  /// What the members' records begin with.
  Region *around = nullptr;
  /// What the threads of the team count for.
  League *group = nullptr;
  IcvSet icvs{};
  uint32_t level = 0, activeLevel = 0;
  bool isOfInitialThread = false;
  /// Members print a line each (regions/display.h).
  bool isDisplayed = false;
  FloatControl floats;
  /// Where members meet if their tasks are objects (task_pool.h); null if they meet at the team's own barrier. With it,
  /// `code` ends by the meeting at the region's end, and members touch nothing of the team behind that.
  TaskPool *tasks = nullptr;

  /// Members wait for slots. Where the program wants more threads than there are processors, it has them.
  bool awaitsSlots() const { return tasks && fits; }
};

struct StrandTeam {
  TeamPlan plan;
  /// Members are executed one after the other, and those that have not begun are latent (phased_team.h).
  bool isPhased = false;
  TeamBarrier<> barrier;
  LoopRing<> loops;
  TeamLock<> reduction;
  /// `single` constructs that somebody has entered. Relaxed: who enters first is all that it says.
  alignas(64) std::atomic<uint32_t> singles{0};
  TeamCancellation<> cancellation;
  /// What `copyprivate` copies from. Between two barriers.
  void *copied = nullptr;
  /// Members other than the master that are done.
  WaitWord<> finished;
  /// Of the members that run, and of what was promoted of tasks in which nobody asks for his number: no more than the
  /// team has threads. A member that waits for the others leaves its place, and has it back when all are there: its
  /// tasks have ended before it came.
  alignas(64) Team places;

  /// Before the members begin.
  void reset(const TeamPlan &next);
};

/// The loop that a member is in, if its chunks are asked for one by one.
struct MemberLoop {
  enum Kind : uint8_t { None, Static, StaticChunked, Dynamic, Guided, SimdStatic, SimdGuided };
  Kind kind = None;
  bool isOrdered = false;
  /// The member's iteration has executed its ordered construct.
  bool hadTurn = false;
  uint64_t count = 0, chunk = 0;
  /// Of the static kinds, the next chunk's number; of an ordered loop, the first iteration of the member's chunk.
  uint64_t next = 0, first = 0;
  /// Of an ordered loop of gcc's: iterations of the member's chunk, whose turn it has not passed on.
  uint64_t turns = 0;
  uint64_t lower = 0, step = 1;
  /// When the member polls before it takes a chunk, since others could take some as well.
  static constexpr uint64_t Never = UINT64_MAX;
  uint64_t pollAt = Never;
  /// Where it polls: when it has last taken chunks, how many it takes at a time, and may take at most.
  uint64_t takenAt = 0, batch = 1, mostInBatch = 64;
  SharedLoop<> *shared = nullptr;
};

/// Lives on the member's stack, and is its own alone.
struct TeamMember {
  StrandTeam *team = nullptr;
  uint32_t number = 0;
  uint32_t loops = 0, singles = 0;
  MemberLoop loop;
  /// Null where a thread outside of all regions is its own team (libomp/context.h).
  MemberRegion *record = nullptr;

  uint32_t teamSize() const { return team->plan.size; }
  bool isAlone() const { return teamSize() == 1; }
};

/// A member waits: it looks for a while and then sleeps, and while it does others may use its slot.
class MemberWait {
public:
  /// With `awaitsSlot`, who has given its slot to others waits until there is one again, or for a while.
  explicit MemberWait(bool fits, bool awaitsSlot = false) : fits(fits), awaitsSlot(awaitsSlot) {}
  /// Waits for others of the team.
  explicit MemberWait(const TeamPlan &plan) : MemberWait(plan.fits) {}
  bool look();
  void beforeSleep();
  void afterSleep();

private:
  static constexpr unsigned LooksBetweenClocks = 32, LooksOfManyMembers = 64, LooksWithoutYield = 1024;
  /// From the first look at the clock on.
  std::optional<Patience::Looks> patient;
  std::optional<Patience::Sleep> sleep;
  unsigned looks = 0;
  bool fits, awaitsSlot;
  bool gaveSlot = false;
};

/// Runs a region: `code` with `environment` and each member's number. `threads` is the clause's number, 0 without one;
/// for `flags` see abi/teams.h. False if it has not run, and libomp is to run it.
bool runAsTeam(TeamPlan::Code code, void *environment, int32_t threads, uint32_t flags);

/// Would a loop's region, if it began here, have several threads, and one for each of so many iterations? `threads` as
/// above.
bool hasThreadForEach(uint64_t iterations, int32_t threads);

/// A module leaves something to libomp (abi::LibompUse): from now on, regions that have to do with it run there.
void noteLibompUse(uint32_t use);

/// Do regions whose threads matter run on libomp? As the user wants it, or because the program shows or asks for the
/// places that its threads are bound to: only libomp's threads have some.
bool libompRunsRegions();

/// What a team that begins here is like. False if libomp is to run it; for the parameters see runAsTeam().
bool planTeam(int32_t threads, uint32_t flags, TeamPlan &plan);
/// The same where there is nobody else to run it.
void planStrands(int32_t threads, TeamPlan &plan);

/// Runs what has been planned, code and environment included. False if the threads cannot be had.
bool runPlannedTeam(const TeamPlan &plan);

/// While it exists, the calling thread is the member, and tasks that it creates may be promoted. `record` is memory in
/// a frame that holds nothing else which could be asked about, and whose return address is at `frameEnd`.
class MemberScope {
public:
  MemberScope(TeamMember &member, const IcvSet &icvs, void *record, void *frameEnd);
  ~MemberScope();
  MemberScope(const MemberScope &) = delete;
  MemberScope &operator=(const MemberScope &) = delete;

private:
  TeamMember &member;
  TeamMember *outer;
  abi::SavedTaskScope tasks;
  uint32_t watchedBefore;
};

/// Of the calling frame.
#define TACTUS_FRAME_END (static_cast<char *>(__builtin_frame_address(0)) + sizeof(void *))

/// Runs the member's part of the region on the calling thread.
void runMember(StrandTeam &team, uint32_t number);

/// All members meet. What they have cancelled in a loop or in sections ends here.
void waitForTeam(TeamMember &member);
/// The same, in a region that can be cancelled. Says whether it has been, the same to all.
bool waitCancellably(TeamMember &member);
/// The member comes to the end of a region that can be cancelled, and in which it goes there at once when it has been.
/// Whoever is at a barrier then finds that it has been, and comes as well.
void endCancellably(TeamMember &member);
/// The member is in no loop any more, however it has left it.
void leaveLoop(TeamMember &member);

/// While it exists, the calling thread holds a slot if there is one to be had. With `awaits` it waits for one for a
/// while: teams of several masters, or inside of each other, are together more than there are processors.
class SlotOfMember {
public:
  explicit SlotOfMember(bool awaits = false);
  ~SlotOfMember();
  SlotOfMember(const SlotOfMember &) = delete;
  SlotOfMember &operator=(const SlotOfMember &) = delete;

private:
  bool wasKept = false;
};

} // namespace tactus

extern "C" {
extern __thread tactus::TeamMember *tactus_team_member;
}

#endif // TACTUS_RUNTIME_TEAMS_STRAND_TEAM_H

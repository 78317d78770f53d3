//===- team_interface.cpp - what a member of a team asks instead of libomp -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The functions of abi/team_functions.def, with the parameters of libomp's. They are called by members only.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/exported.h"
#include "os/race_detector.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "tasks/task.h"
#include "teams/league.h"
#include "teams/phase_calls.h"
#include "teams/phased_team.h"
#include "teams/strand_team.h"
#include "teams/worksharing.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace tactus {

static TeamMember &self() { return *tactus_team_member; }

/// The iteration with that number.
template <typename T> static T iterationAt(const MemberLoop &loop, uint64_t index) {
  return static_cast<T>(loop.lower + index * loop.step);
}

template <typename T> using Signed = std::make_signed_t<T>;
template <typename T> using Unsigned = std::make_unsigned_t<T>;

/// Bounds between which there is no iteration, whatever the step is: one step behind the last iteration, or, where that
/// does not exist, the last one and the one before it.
template <typename T> static void makeEmpty(T &lower, T &upper, Signed<T> step) {
  T last = upper;
  if (!__builtin_add_overflow(last, step, &lower))
    return;
  lower = last;
  upper = static_cast<T>(static_cast<Unsigned<T>>(last) - static_cast<Unsigned<T>>(step));
}

template <typename T> struct StaticBounds {
  int32_t *isLast;
  T *lower, *upper;
  Signed<T> *stride;
  Signed<T> step, chunk;

  void set(uint64_t first, uint64_t size) const {
    auto base = static_cast<Unsigned<T>>(*lower), increment = static_cast<Unsigned<T>>(step);
    *lower = static_cast<T>(base + static_cast<Unsigned<T>>(first) * increment);
    *upper = static_cast<T>(base + static_cast<Unsigned<T>>(first + size - 1) * increment);
  }
  void setStride(uint64_t iterations) const {
    *stride = static_cast<Signed<T>>(static_cast<Unsigned<T>>(iterations) * static_cast<Unsigned<T>>(step));
  }
};

/// `schedule(static)`, in all its forms: the first chunk of one of `members`, and how far it is to the next.
template <typename T>
static void initStatic(uint32_t number, uint32_t members, int32_t schedule, StaticBounds<T> bounds) {
  schedule &= ~ScheduleModifiers;
  uint64_t count = countIterations(*bounds.lower, *bounds.upper, bounds.step);
  auto chunk = static_cast<uint64_t>(bounds.chunk > 0 ? bounds.chunk : 1);
  *bounds.isLast = 0;
  bounds.setStride(count);
  if (count == 0)
    return;
  if (schedule == StaticChunkedSchedule) {
    uint64_t chunks = count / chunk + (count % chunk != 0);
    // Whoever has less than two chunks does not get to the next.
    if (members < chunks)
      bounds.setStride(chunk * members);
    *bounds.isLast = (chunks - 1) % members == number;
    if (number >= chunks)
      return makeEmpty(*bounds.lower, *bounds.upper, bounds.step);
    uint64_t first = number * chunk;
    return bounds.set(first, std::min(chunk, count - first));
  }
  uint64_t multiple = schedule == SimdStaticSchedule ? chunk : 1;
  StaticPart part = staticPart(count, multiple, number, members);
  if (part.size == 0)
    return makeEmpty(*bounds.lower, *bounds.upper, bounds.step);
  *bounds.isLast = part.first + part.size == count;
  bounds.set(part.first, part.size);
}

template <typename T> static void initDispatch(int32_t schedule, T lower, T upper, Signed<T> step, Signed<T> chunk) {
  TeamMember &member = self();
  beginLoop(member, schedule, countIterations(lower, upper, step), chunk);
  member.loop.lower = static_cast<uint64_t>(lower);
  member.loop.step = static_cast<uint64_t>(static_cast<int64_t>(step));
}

template <typename T> static int32_t nextDispatch(int32_t *isLast, T *lower, T *upper, Signed<T> *stride) {
  TeamMember &member = self();
  uint64_t first, size;
  // Behind the loop, `isLast` still says whether the member had the last iteration.
  if (!nextChunk(member, first, size))
    return 0;
  const MemberLoop &loop = member.loop;
  *lower = iterationAt<T>(loop, first);
  *upper = iterationAt<T>(loop, first + size - 1);
  if (stride)
    *stride = static_cast<Signed<T>>(loop.step);
  if (isLast)
    *isLast = first + size == loop.count;
  return 1;
}

static int32_t beginReduction() {
  TeamMember &member = self();
  if (!member.isAlone()) {
    MemberWait wait(member.team->plan);
    member.team->reduction.lock(wait);
    happensAfter(&member.team->reduction);
  }
  // "One after the other, by code that clang has put there."
  return 1;
}

static void endReduction() {
  TeamMember &member = self();
  if (member.isAlone())
    return;
  happensBefore(&member.team->reduction);
  member.team->reduction.unlock();
}

} // namespace tactus

using namespace tactus;

extern "C" TACTUS_EXPORT int32_t tactus_team_fork(void (*code)(void *, int32_t), void *environment, int32_t threads,
                                                  uint32_t flags) {
  return runAsTeam(code, environment, threads, flags);
}

extern "C" TACTUS_EXPORT int32_t tactus_team_phases(abi::PhasedRegion *region, void *environment, int32_t threads) {
  return runInPhases(*region, environment, threads);
}

extern "C" TACTUS_EXPORT void tactus_team_phases_run(uint64_t begin, uint64_t end, const uint64_t *environment,
                                                     void *) {
  runMembersOfPhase(*reinterpret_cast<const Phase *>(*environment), begin, end);
}

static bool isInLeague(const Region *region) { return region && region->league && region->league->teams > 0; }

extern "C" TACTUS_EXPORT int32_t tactus_league_fork(void (*code)(void *, int32_t), void *environment, int32_t teams,
                                                    int32_t limit, tactus_loop_descriptor *site) {
  return runAsLeague({code, environment, site}, teams, limit);
}

extern "C" TACTUS_EXPORT int32_t tactus_in_league(void) { return isInLeague(currentRegion()); }

/// "One after the other, by code that clang has put there."
extern "C" TACTUS_EXPORT int32_t tactus_league_reduce(void *, int32_t, int32_t, size_t, void *,
                                                      void (*)(void *, void *), void *) {
  lockLeagues();
  return 1;
}
extern "C" TACTUS_EXPORT void tactus_league_end_reduce(void *, int32_t, void *) { unlockLeagues(); }

extern "C" TACTUS_EXPORT int32_t tactus_has_thread_for_each(uint64_t iterations, int32_t threads) {
  return hasThreadForEach(iterations, threads);
}

extern "C" TACTUS_EXPORT int32_t tactus_callees_return(abi::CalleeQuestion *question) {
  return doCalleesReturn(*question);
}

extern "C" TACTUS_EXPORT int tactus_binds_to_team(int (*level)()) {
  const Region *region = tactus_team_member ? currentRegion() : nullptr;
  if (!region || tactus_in_foreign_region(level) || !isInnermost(*region, libompLevels()))
    return 0;
  // Where gcc's functions are our own (libgomp/), they know the team.
  return !settingsOfThreadsAreKept() || isLibompLevel(level);
}

extern "C" TACTUS_EXPORT void tactus_refuse_construct(const char *name) {
  fprintf(stderr,
          "tactus: error: %s: code of another compiler has a construct that belongs to a region of Tactus: compile its "
          "file with tactus-clang, or set TACTUS_REGIONS=libomp\n",
          name);
  exit(1);
}

extern "C" TACTUS_EXPORT void tactus_note_libomp_use(void *use) { noteLibompUse(*static_cast<const uint32_t *>(use)); }

extern "C" TACTUS_EXPORT void tactus_team_barrier(void *, int32_t) { waitForTeam(self()); }
extern "C" TACTUS_EXPORT int32_t tactus_team_cancel_barrier(void *, int32_t) { return waitCancellably(self()); }

extern "C" TACTUS_EXPORT int32_t tactus_team_cancel(void *, int32_t, int32_t kind) {
  using Cancellation = TeamCancellation<>;
  if (!mayCancel() || kind < Cancellation::Parallel || kind > Cancellation::Sections)
    return 0;
  return self().team->cancellation.cancel(kind);
}

extern "C" TACTUS_EXPORT int32_t tactus_team_cancellationpoint(void *, int32_t, int32_t kind) {
  return mayCancel() && self().team->cancellation.isCancelled(kind);
}

extern "C" TACTUS_EXPORT int32_t tactus_team_single(void *, int32_t) {
  TeamMember &member = self();
  uint32_t mine = member.singles++;
  // The first to come would always be the same member, where they run one after the other.
  if (huntsRaces())
    return mine % member.teamSize() == member.number;
  return member.team->singles.load(std::memory_order_relaxed) == mine &&
         member.team->singles.compare_exchange_strong(mine, mine + 1, std::memory_order_relaxed);
}
extern "C" TACTUS_EXPORT void tactus_team_end_single(void *, int32_t) {}

extern "C" TACTUS_EXPORT void tactus_team_copyprivate(void *, int32_t, size_t, void *data, void (*copy)(void *, void *),
                                                      int32_t isIt) {
  TeamMember &member = self();
  if (isIt)
    member.team->copied = data;
  waitForTeam(member);
  if (!isIt)
    copy(data, member.team->copied);
  waitForTeam(member);
}

extern "C" TACTUS_EXPORT int32_t tactus_team_master(void *, int32_t) { return self().number == 0; }
extern "C" TACTUS_EXPORT void tactus_team_end_master(void *, int32_t) {}
extern "C" TACTUS_EXPORT int32_t tactus_team_masked(void *, int32_t, int32_t filter) {
  return self().number == static_cast<uint32_t>(filter);
}
extern "C" TACTUS_EXPORT void tactus_team_end_masked(void *, int32_t) {}

extern "C" TACTUS_EXPORT void tactus_team_ordered(void *, int32_t) {
  waitForTurn(self());
  happensAfter(&self().team->loops);
}
extern "C" TACTUS_EXPORT void tactus_team_end_ordered(void *, int32_t) {
  happensBefore(&self().team->loops);
  passTurn(self());
}

using Reduce = void (*)(void *left, void *right);
extern "C" TACTUS_EXPORT int32_t tactus_team_reduce(void *, int32_t, int32_t, size_t, void *, Reduce, void *) {
  return beginReduction();
}
extern "C" TACTUS_EXPORT void tactus_team_end_reduce(void *, int32_t, void *) {
  endReduction();
  waitForTeam(self());
}
extern "C" TACTUS_EXPORT int32_t tactus_team_reduce_nowait(void *, int32_t, int32_t, size_t, void *, Reduce, void *) {
  return beginReduction();
}
extern "C" TACTUS_EXPORT void tactus_team_end_reduce_nowait(void *, int32_t, void *) { endReduction(); }

extern "C" TACTUS_EXPORT void tactus_team_for_static_fini(void *, int32_t) {}
extern "C" TACTUS_EXPORT void tactus_team_dispatch_deinit(void *, int32_t) { leaveLoop(self()); }

#define LOOP_FUNCTIONS(suffix, T)                                                                                      \
  extern "C" TACTUS_EXPORT void tactus_team_for_static_init_##suffix(                                                  \
      void *, int32_t, int32_t schedule, int32_t *isLast, T *lower, T *upper, Signed<T> *stride, Signed<T> step,       \
      Signed<T> chunk) {                                                                                               \
    initStatic<T>(self().number, self().teamSize(), schedule, {isLast, lower, upper, stride, step, chunk});            \
  }                                                                                                                    \
  extern "C" TACTUS_EXPORT void tactus_distribute_##suffix(void *, int32_t, int32_t schedule, int32_t *isLast,         \
                                                           T *lower, T *upper, Signed<T> *stride, Signed<T> step,      \
                                                           Signed<T> chunk) {                                          \
    const League &league = *currentRegion()->league;                                                                   \
    initStatic<T>(league.team, league.teams, schedule - DistributeOffset,                                              \
                  {isLast, lower, upper, stride, step, chunk});                                                        \
  }                                                                                                                    \
  extern "C" TACTUS_EXPORT void tactus_team_dispatch_init_##suffix(void *, int32_t, int32_t schedule, T lower,         \
                                                                   T upper, Signed<T> step, Signed<T> chunk) {         \
    initDispatch<T>(schedule, lower, upper, step, chunk);                                                              \
  }                                                                                                                    \
  extern "C" TACTUS_EXPORT int32_t tactus_team_dispatch_next_##suffix(void *, int32_t, int32_t *isLast, T *lower,      \
                                                                      T *upper, Signed<T> *stride) {                   \
    return nextDispatch<T>(isLast, lower, upper, stride);                                                              \
  }                                                                                                                    \
  extern "C" TACTUS_EXPORT void tactus_team_dispatch_fini_##suffix(void *, int32_t) { endIteration(self()); }

LOOP_FUNCTIONS(4, int32_t)
LOOP_FUNCTIONS(4u, uint32_t)
LOOP_FUNCTIONS(8, int64_t)
LOOP_FUNCTIONS(8u, uint64_t)

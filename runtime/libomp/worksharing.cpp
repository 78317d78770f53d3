//===- worksharing.cpp - loops, sections and what orders them -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Members of teams have these from openmp/team_interface.cpp; here are the same functions for threads that are in none,
// and those of distribute constructs and of doacross loops.
//
//===----------------------------------------------------------------------===//
#include "libomp/doacross.h"

#include "abi/schedules.h"
#include "os/allocation.h"
#include "os/race_detector.h"
#include "regions/regions.h"
#include "teams/doacross_protocol.h"
#include "teams/worksharing.h"

#include <algorithm>
#include <new>
#include <type_traits>

// What compiled code calls besides these (abi/team_functions.def).
extern "C" {
#define DECLARE(suffix, T)                                                                                             \
  void tactus_team_for_static_init_##suffix(void *, int32_t, int32_t, int32_t *, T *, T *, std::make_signed_t<T> *,    \
                                            std::make_signed_t<T>, std::make_signed_t<T>);                             \
  void tactus_distribute_##suffix(void *, int32_t, int32_t, int32_t *, T *, T *, std::make_signed_t<T> *,              \
                                  std::make_signed_t<T>, std::make_signed_t<T>);                                       \
  void tactus_team_dispatch_init_##suffix(void *, int32_t, int32_t, T, T, std::make_signed_t<T>,                       \
                                          std::make_signed_t<T>);                                                      \
  int32_t tactus_team_dispatch_next_##suffix(void *, int32_t, int32_t *, T *, T *, std::make_signed_t<T> *);           \
  void tactus_team_dispatch_fini_##suffix(void *, int32_t);
DECLARE(4, int32_t)
DECLARE(4u, uint32_t)
DECLARE(8, int64_t)
DECLARE(8u, uint64_t)
#undef DECLARE
void tactus_team_dispatch_deinit(void *, int32_t);
void tactus_team_ordered(void *, int32_t);
void tactus_team_end_ordered(void *, int32_t);
}

namespace tactus::libomp {

static bool isInLeague() {
  const Region *region = currentRegion();
  return region && region->league && region->league->teams > 0;
}

constexpr int32_t DistributeChunked = abi::StaticChunkedSchedule + abi::DistributeOffset,
                  Distribute = abi::StaticSchedule + abi::DistributeOffset;
constexpr bool isOfLeague(int32_t schedule) { return schedule == Distribute || schedule == DistributeChunked; }

/// The functions of one type of induction variables.
template <typename T> struct Loops {
  using Step = std::make_signed_t<T>;
  using StaticInit = void (*)(void *, int32_t, int32_t, int32_t *, T *, T *, Step *, Step, Step);
  using DispatchInit = void (*)(void *, int32_t, int32_t, T, T, Step, Step);

  StaticInit share, distribute;
  DispatchInit begin;

  void init(Ident *ident, int32_t thread, int32_t schedule, int32_t *isLast, T *lower, T *upper, Step *stride,
            Step step, Step chunk) const {
    int32_t unaskedLast;
    isLast = isLast ? isLast : &unaskedLast;
    AsMember member;
    if (!isOfLeague(schedule & ~abi::ScheduleModifiers))
      return share(ident, thread, schedule, isLast, lower, upper, stride, step, chunk);
    if (isInLeague())
      return distribute(ident, thread, schedule, isLast, lower, upper, stride, step, chunk);
    // Of a league of one.
    uint64_t count = countIterations(*lower, *upper, step);
    *isLast = count > 0;
    *stride = static_cast<Step>(count * static_cast<std::make_unsigned_t<T>>(step));
  }

  /// The team's part of a league's iterations; returns whether it has the last.
  int32_t distributeBlock(Ident *ident, int32_t thread, T *lower, T *upper, Step step) const {
    int32_t isLast = 0;
    Step stride = 0;
    init(ident, thread, Distribute, &isLast, lower, upper, &stride, step, 1);
    return isLast;
  }

  void initBoth(Ident *ident, int32_t thread, int32_t schedule, int32_t *isLast, T *lower, T *upper, T *upperOfTeam,
                Step *stride, Step step, Step chunk) const {
    int32_t isLastTeam = distributeBlock(ident, thread, lower, upper, step);
    *upperOfTeam = *upper;
    int32_t isLastMember = 0;
    init(ident, thread, schedule, &isLastMember, lower, upper, stride, step, chunk);
    if (isLast)
      *isLast = isLastTeam && isLastMember;
  }

  /// A chunk of the team's, and how far it is to its next one.
  void initTeam(Ident *ident, int32_t thread, int32_t *isLast, T *lower, T *upper, Step *stride, Step step,
                Step chunk) const {
    init(ident, thread, DistributeChunked, isLast, lower, upper, stride, step, chunk);
  }

  void beginInLeague(Ident *ident, int32_t thread, int32_t schedule, int32_t *isLast, T lower, T upper, Step step,
                     Step chunk) const {
    int32_t isLastTeam = distributeBlock(ident, thread, &lower, &upper, step);
    if (isLast)
      *isLast = isLastTeam;
    AsMember member;
    begin(ident, thread, schedule, lower, upper, step, chunk);
  }
};

//===----------------------------------------------------------------------===//
// Doacross
//===----------------------------------------------------------------------===//

/// The member's.
struct Doacross {
  DoacrossFlags<> *flags;
  SharedLoop<> *shared;
  uint32_t loop, dimensions;
  TeamMember *member;
  Dimension bounds[];

  /// The number of an iteration in the order of the loop; false if it lies outside.
  bool numberOf(const int64_t *vector, uint64_t &number) const {
    number = 0;
    for (uint32_t index = 0; index < dimensions; ++index) {
      const Dimension &bound = bounds[index];
      int64_t value = vector[index];
      bool isInside =
          bound.step > 0 ? value >= bound.lower && value <= bound.upper : value <= bound.lower && value >= bound.upper;
      if (!isInside)
        return false;
      number = number * bound.count() + countIterations(bound.lower, value, bound.step) - 1;
    }
    return true;
  }
};

/// The members of the loop share what the first of them makes; the others give theirs back.
static DoacrossFlags<> *shareFlags(SharedLoop<> &shared, uint64_t iterations) {
  auto *flags = static_cast<DoacrossFlags<> *>(allocateZeroed(DoacrossFlags<>::bytesFor(iterations)));
  if (!flags)
    endWith("no memory for a doacross loop", "give the process more");
  auto *agreed = reinterpret_cast<DoacrossFlags<> *>(shared.agree(reinterpret_cast<uint64_t>(flags)));
  if (agreed != flags)
    release(flags);
  return agreed;
}

void beginDoacross(uint32_t dimensions, const Dimension *bounds) {
  AsMember asMember;
  TeamMember &member = *tactus_team_member;
  auto *loop =
      static_cast<Doacross *>(demand(sizeof(Doacross) + dimensions * sizeof(Dimension), 16, "a doacross loop"));
  uint64_t iterations = 1;
  for (uint32_t index = 0; index < dimensions; ++index) {
    loop->bounds[index] = bounds[index];
    iterations *= bounds[index].count();
  }
  MemberWait wait(member.team->plan);
  loop->member = &member;
  loop->dimensions = dimensions;
  loop->loop = member.loops++;
  loop->shared = &member.team->loops.enter(loop->loop, wait);
  loop->flags = shareFlags(*loop->shared, iterations);
  here().doacross = loop;
}

uint32_t doacrossDimensions() {
  const Doacross *loop = here().doacross;
  return loop ? loop->dimensions : 0;
}

bool waitForIteration(const int64_t *vector) {
  const Doacross *loop = here().doacross;
  uint64_t number;
  if (!loop || !loop->numberOf(vector, number))
    return false;
  MemberWait wait(loop->member->team->plan);
  loop->flags->waitFor(number, wait);
  happensAfter(loop->flags);
  return true;
}

void postIteration(const int64_t *vector) {
  const Doacross *loop = here().doacross;
  uint64_t number;
  if (!loop || !loop->numberOf(vector, number))
    return;
  happensBefore(loop->flags);
  loop->flags->post(number);
}

void endDoacross() {
  Context &context = here();
  Doacross *loop = context.doacross;
  if (!loop)
    return;
  context.doacross = nullptr;
  uint32_t members = loop->member->teamSize();
  DoacrossFlags<> *flags = loop->flags;
  loop->member->team->loops.leave(*loop->shared, loop->loop, members);
  if (flags->leave(members))
    release(flags);
  release(loop);
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, __kmpc_doacross_init)(Ident *, int32_t, int32_t dimensions, const Dimension *bounds) {
  beginDoacross(static_cast<uint32_t>(dimensions), bounds);
}
TACTUS_ENTRY(void, __kmpc_doacross_wait)(Ident *, int32_t, const int64_t *vector) { waitForIteration(vector); }
TACTUS_ENTRY(void, __kmpc_doacross_post)(Ident *, int32_t, const int64_t *vector) { postIteration(vector); }
TACTUS_ENTRY(void, __kmpc_doacross_fini)(Ident *, int32_t) { endDoacross(); }

#define LOOP_ENTRIES(suffix, T)                                                                                        \
  static constexpr Loops<T> loops_##suffix{tactus_team_for_static_init_##suffix, tactus_distribute_##suffix,           \
                                           tactus_team_dispatch_init_##suffix};                                        \
  TACTUS_ENTRY(void, __kmpc_for_static_init_##suffix)                                                                  \
  (Ident * ident, int32_t thread, int32_t schedule, int32_t *isLast, T *lower, T *upper,                               \
   std::make_signed_t<T> *stride, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {                           \
    loops_##suffix.init(ident, thread, schedule, isLast, lower, upper, stride, step, chunk);                           \
  }                                                                                                                    \
  TACTUS_ENTRY(void, __kmpc_dist_for_static_init_##suffix)                                                             \
  (Ident * ident, int32_t thread, int32_t schedule, int32_t *isLast, T *lower, T *upper, T *upperOfTeam,               \
   std::make_signed_t<T> *stride, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {                           \
    loops_##suffix.initBoth(ident, thread, schedule, isLast, lower, upper, upperOfTeam, stride, step, chunk);          \
  }                                                                                                                    \
  TACTUS_ENTRY(void, __kmpc_team_static_init_##suffix)                                                                 \
  (Ident * ident, int32_t thread, int32_t *isLast, T *lower, T *upper, std::make_signed_t<T> *stride,                  \
   std::make_signed_t<T> step, std::make_signed_t<T> chunk) {                                                          \
    loops_##suffix.initTeam(ident, thread, isLast, lower, upper, stride, step, chunk);                                 \
  }                                                                                                                    \
  TACTUS_ENTRY(void, __kmpc_dispatch_init_##suffix)                                                                    \
  (Ident * ident, int32_t thread, int32_t schedule, T lower, T upper, std::make_signed_t<T> step,                      \
   std::make_signed_t<T> chunk) {                                                                                      \
    AsMember member;                                                                                                   \
    tactus_team_dispatch_init_##suffix(ident, thread, schedule, lower, upper, step, chunk);                            \
  }                                                                                                                    \
  TACTUS_ENTRY(void, __kmpc_dist_dispatch_init_##suffix)                                                               \
  (Ident * ident, int32_t thread, int32_t schedule, int32_t *isLast, T lower, T upper, std::make_signed_t<T> step,     \
   std::make_signed_t<T> chunk) {                                                                                      \
    loops_##suffix.beginInLeague(ident, thread, schedule, isLast, lower, upper, step, chunk);                          \
  }                                                                                                                    \
  TACTUS_ENTRY(int32_t, __kmpc_dispatch_next_##suffix)                                                                 \
  (Ident * ident, int32_t thread, int32_t *isLast, T *lower, T *upper, std::make_signed_t<T> *stride) {                \
    AsMember member;                                                                                                   \
    return tactus_team_dispatch_next_##suffix(ident, thread, isLast, lower, upper, stride);                            \
  }                                                                                                                    \
  TACTUS_ENTRY(void, __kmpc_dispatch_fini_##suffix)(Ident * ident, int32_t thread) {                                   \
    AsMember member;                                                                                                   \
    tactus_team_dispatch_fini_##suffix(ident, thread);                                                                 \
  }

LOOP_ENTRIES(4, int32_t)
LOOP_ENTRIES(4u, uint32_t)
LOOP_ENTRIES(8, int64_t)
LOOP_ENTRIES(8u, uint64_t)

TACTUS_ENTRY(void, __kmpc_for_static_fini)(Ident *, int32_t) {}
TACTUS_ENTRY(void, __kmpc_dispatch_deinit)(Ident *ident, int32_t thread) {
  AsMember member;
  tactus_team_dispatch_deinit(ident, thread);
}
TACTUS_ENTRY(void, __kmpc_ordered)(Ident *ident, int32_t thread) {
  AsMember member;
  tactus_team_ordered(ident, thread);
}
TACTUS_ENTRY(void, __kmpc_end_ordered)(Ident *ident, int32_t thread) {
  AsMember member;
  tactus_team_end_ordered(ident, thread);
}

//===----------------------------------------------------------------------===//
// Sections that are asked for one by one
//===----------------------------------------------------------------------===//

/// Says whether sections are to be asked for: the only member of a team executes all of them by itself. If it asks
/// nevertheless, it gets them one by one, as from an ordered loop.
TACTUS_ENTRY(int32_t, __kmpc_sections_init)(Ident *ident, int32_t thread) {
  AsMember member;
  tactus_team_dispatch_init_4(ident, thread, abi::DynamicSchedule + abi::OrderedOffset, 0, INT32_MAX - 1, 1, 1);
  return !tactus_team_member->isAlone();
}

TACTUS_ENTRY(int32_t, __kmpc_next_section)(Ident *ident, int32_t thread, int32_t sections) {
  AsMember member;
  int32_t lower = 0, upper = 0;
  if (!tactus_team_dispatch_next_4(ident, thread, nullptr, &lower, &upper, nullptr))
    return sections;
  return std::min(lower, sections);
}

TACTUS_ENTRY(void, __kmpc_end_sections)(Ident *ident, int32_t thread) {
  AsMember member;
  tactus_team_dispatch_deinit(ident, thread);
}

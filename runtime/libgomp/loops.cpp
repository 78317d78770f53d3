//===- loops.cpp - loops and sections of gcc's code --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Bounds of chunks are as libgomp's: the end is the first iteration that is not the member's. A loop's functions for
// signed and unsigned bounds differ in how the iterations are counted alone.
//
// A member that has got a chunk of an ordered loop passes the turns of all its iterations on when it asks for the next
// one: gcc's code does not say where an iteration ends.
//
//===----------------------------------------------------------------------===//
#include "libgomp/loops.h"

#include "libomp/doacross.h"
#include "os/race_detector.h"
#include "teams/worksharing.h"

#include <cstdarg>

namespace tactus::libgomp {

LoopPlan LoopPlan::ofSections(uint64_t count) {
  // One by one, also where there is one member; which would take a loop that is not ordered as a whole.
  return {abi::DynamicSchedule + abi::OrderedOffset, 1, 1, count, 1};
}

void LoopPlan::begin() const {
  AsMember asMember;
  TeamMember &member = *tactus_team_member;
  int32_t kind = schedule;
  if (chunk && (kind == abi::StaticSchedule || kind == abi::StaticSchedule + abi::OrderedOffset))
    kind += abi::StaticChunkedSchedule - abi::StaticSchedule;
  beginLoop(member, kind, count, static_cast<int64_t>(chunk));
  member.loop.lower = lower;
  member.loop.step = step;
}

static bool next(uint64_t &first, uint64_t &size) {
  AsMember asMember;
  return nextChunk(*tactus_team_member, first, size);
}

static bool next(uint64_t *begin, uint64_t *end) {
  AsMember asMember;
  TeamMember &member = *tactus_team_member;
  uint64_t first, size;
  if (!nextChunk(member, first, size))
    return false;
  const MemberLoop &loop = member.loop;
  *begin = loop.lower + first * loop.step;
  *end = *begin + size * loop.step;
  // What is behind the last iteration need not be a number.
  if (first + size == loop.count)
    *end = *end - loop.step + (static_cast<int64_t>(loop.step) > 0 ? 1 : UINT64_MAX);
  member.loop.turns = loop.isOrdered ? size : 0;
  return true;
}

static void passTurns(TeamMember &member) {
  MemberLoop &loop = member.loop;
  if (!loop.shared || !loop.turns)
    return;
  waitForTurn(member);
  loop.shared->passTurn(loop.turns);
  loop.turns = 0;
}

static bool nextOrdered(uint64_t *begin, uint64_t *end) {
  AsMember asMember;
  passTurns(*tactus_team_member);
  return next(begin, end);
}

static void endLoop() {
  endDoacross();
  AsMember asMember;
  passTurns(*tactus_team_member);
  leaveLoop(*tactus_team_member);
  endShared();
}

static bool endCancellably() {
  endLoop();
  return tactus_entry___kmpc_cancel_barrier(nullptr, 0) != 0;
}

static void endAndMeet() {
  endLoop();
  tactus_entry___kmpc_barrier(nullptr, 0);
}

/// gcc's number of a schedule, with what the program says at run time for two of them.
static int32_t scheduleOf(long number) {
  constexpr long Monotonic = 0x80000000;
  switch (number & ~Monotonic) {
  case 1:
    return abi::StaticSchedule;
  case 2:
    return abi::DynamicSchedule;
  case 3:
    return abi::GuidedSchedule;
  default:
    return abi::RuntimeSchedule;
  }
}

/// A chunk of the loop that the member has begun, unless the caller asks for none.
static bool firstChunk(uint64_t *begin, uint64_t *end) { return !begin || next(begin, end); }

static void beginDoacrossOf(unsigned dimensions, const uint64_t *counts) {
  auto *bounds = static_cast<Dimension *>(__builtin_alloca(dimensions * sizeof(Dimension)));
  for (unsigned index = 0; index < dimensions; ++index)
    bounds[index] = {0, static_cast<int64_t>(counts[index]) - 1, 1};
  beginDoacross(dimensions, bounds);
}

static bool startDoacross(unsigned dimensions, const uint64_t *counts, int32_t schedule, uint64_t chunk,
                          uint64_t *begin, uint64_t *end) {
  beginDoacrossOf(dimensions, counts);
  LoopPlan::of<uint64_t>(schedule, 0, counts[0], 1, true, chunk).begin();
  return firstChunk(begin, end);
}

/// A call that ends with the numbers of an iteration.
static void waitFor(uint64_t first, va_list others) {
  unsigned dimensions = doacrossDimensions();
  if (!dimensions)
    return;
  auto *vector = static_cast<int64_t *>(__builtin_alloca(dimensions * sizeof(int64_t)));
  vector[0] = static_cast<int64_t>(first);
  for (unsigned index = 1; index < dimensions; ++index)
    vector[index] = va_arg(others, long);
  waitForIteration(vector);
}

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

// What follows `schedule` and T is the parameter that says whether a loop of unsigned bounds goes up.
#define LOOP_WITH_CHUNK(prefix, isUp, name, schedule, T, ...)                                                          \
  TACTUS_ENTRY(bool, GOMP_##prefix##name##_start)                                                                      \
  (__VA_ARGS__ T start, T end, T step, T chunk, uint64_t *first, uint64_t *last) {                                     \
    LoopPlan::of<T>(schedule, start, end, step, isUp, static_cast<uint64_t>(chunk)).begin();                           \
    return next(first, last);                                                                                          \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##ordered_##name##_start)                                                            \
  (__VA_ARGS__ T start, T end, T step, T chunk, uint64_t *first, uint64_t *last) {                                     \
    LoopPlan::of<T>(schedule + abi::OrderedOffset, start, end, step, isUp, static_cast<uint64_t>(chunk)).begin();      \
    return next(first, last);                                                                                          \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##doacross_##name##_start)                                                           \
  (unsigned dimensions, const uint64_t *counts, T chunk, uint64_t *first, uint64_t *last) {                            \
    return startDoacross(dimensions, counts, schedule, static_cast<uint64_t>(chunk), first, last);                     \
  }
#define LOOPS(prefix, isUp, T, ...)                                                                                    \
  LOOP_WITH_CHUNK(prefix, isUp, static, abi::StaticSchedule, T, __VA_ARGS__)                                           \
  LOOP_WITH_CHUNK(prefix, isUp, dynamic, abi::DynamicSchedule, T, __VA_ARGS__)                                         \
  LOOP_WITH_CHUNK(prefix, isUp, guided, abi::GuidedSchedule, T, __VA_ARGS__)                                           \
  TACTUS_ENTRY(bool, GOMP_##prefix##runtime_start)                                                                     \
  (__VA_ARGS__ T start, T end, T step, uint64_t *first, uint64_t *last) {                                              \
    LoopPlan::of<T>(abi::RuntimeSchedule, start, end, step, isUp, 0).begin();                                          \
    return next(first, last);                                                                                          \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##ordered_runtime_start)                                                             \
  (__VA_ARGS__ T start, T end, T step, uint64_t *first, uint64_t *last) {                                              \
    LoopPlan::of<T>(abi::RuntimeSchedule + abi::OrderedOffset, start, end, step, isUp, 0).begin();                     \
    return next(first, last);                                                                                          \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##doacross_runtime_start)                                                            \
  (unsigned dimensions, const uint64_t *counts, uint64_t *first, uint64_t *last) {                                     \
    return startDoacross(dimensions, counts, abi::RuntimeSchedule, 0, first, last);                                    \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##start)                                                                             \
  (__VA_ARGS__ T start, T end, T step, long schedule, T chunk, uint64_t *first, uint64_t *last, uintptr_t *reductions, \
   void **memory) {                                                                                                    \
    beginShared(reductions, memory);                                                                                   \
    LoopPlan::of<T>(scheduleOf(schedule), start, end, step, isUp, static_cast<uint64_t>(chunk)).begin();               \
    return firstChunk(first, last);                                                                                    \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##ordered_start)                                                                     \
  (__VA_ARGS__ T start, T end, T step, long schedule, T chunk, uint64_t *first, uint64_t *last, uintptr_t *reductions, \
   void **memory) {                                                                                                    \
    beginShared(reductions, memory);                                                                                   \
    int32_t kind = scheduleOf(schedule) + abi::OrderedOffset;                                                          \
    LoopPlan::of<T>(kind, start, end, step, isUp, static_cast<uint64_t>(chunk)).begin();                               \
    return next(first, last);                                                                                          \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, GOMP_##prefix##doacross_start)                                                                    \
  (unsigned dimensions, const uint64_t *counts, long schedule, T chunk, uint64_t *first, uint64_t *last,               \
   uintptr_t *reductions, void **memory) {                                                                             \
    beginShared(reductions, memory);                                                                                   \
    return startDoacross(dimensions, counts, scheduleOf(schedule), static_cast<uint64_t>(chunk), first, last);         \
  }
LOOPS(loop_, step > 0, long, )
LOOPS(loop_ull_, isUp, uint64_t, Bool isUp, )
#undef LOOPS
#undef LOOP_WITH_CHUNK

/// Of all loops that are not ordered, and of those that are.
TACTUS_ENTRY(bool, GOMP_loop_next)(uint64_t *first, uint64_t *last) { return next(first, last); }
TACTUS_ENTRY(bool, GOMP_loop_ordered_next)(uint64_t *first, uint64_t *last) { return nextOrdered(first, last); }

TACTUS_ENTRY(void, GOMP_loop_end)() { endAndMeet(); }
TACTUS_ENTRY(bool, GOMP_loop_end_cancel)() { return endCancellably(); }
TACTUS_ENTRY(void, GOMP_loop_end_nowait)() { endLoop(); }

TACTUS_ENTRY(void, GOMP_ordered_start)() {
  AsMember asMember;
  waitForTurn(*tactus_team_member);
  happensAfter(&tactus_team_member->team->loops);
}
TACTUS_ENTRY(void, GOMP_ordered_end)() {
  AsMember asMember;
  happensBefore(&tactus_team_member->team->loops);
}

TACTUS_ENTRY(void, GOMP_doacross_post)(const int64_t *vector) { postIteration(vector); }
TACTUS_ENTRY(void, GOMP_doacross_wait)(uint64_t first, ...) {
  va_list others;
  va_start(others, first);
  waitFor(first, others);
  va_end(others);
}

/// Sections are numbered from 1; 0 says that there are none left.
TACTUS_ENTRY(unsigned, GOMP_sections_next)() {
  uint64_t first, size;
  return next(first, size) ? static_cast<unsigned>(first + 1) : 0;
}
TACTUS_ENTRY(unsigned, GOMP_sections_start)(unsigned count) {
  LoopPlan::ofSections(count).begin();
  return tactus_entry_GOMP_sections_next();
}
TACTUS_ENTRY(unsigned, GOMP_sections2_start)(unsigned count, uintptr_t *reductions, void **memory) {
  beginShared(reductions, memory);
  return tactus_entry_GOMP_sections_start(count);
}

//===- parallel.cpp - parallel regions and teams of gcc's code ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libgomp/loops.h"

#include "libomp/environment.h"
#include "libomp/parallel.h"
#include "regions/icvs.h"

#include <algorithm>

namespace tactus::libgomp {

namespace {
struct RegionOfGcc {
  Code code;
  void *data;
  /// What the members begin with, for regions that are a loop or sections; null for others.
  const LoopPlan *loop = nullptr;
};
} // namespace

/// A microtask.
static void runMember(int32_t *, int32_t *, const RegionOfGcc *region) {
  if (region->loop)
    region->loop->begin();
  region->code(region->data);
  if (TeamMember *member = here().member; member && !member->isAlone() && mayCancel()) {
    leaveLoop(*member);
    endCancellably(*member);
  }
}

static Fork forkOf(void *&region) { return {reinterpret_cast<Microtask *>(runMember), 1, &region}; }

/// What a clause says, as libomp's functions take it.
static int32_t bounded(unsigned number) { return static_cast<int32_t>(std::min<unsigned>(number, INT32_MAX)); }

/// `flags`: how members are bound.
static uint32_t run(const RegionOfGcc &region, unsigned threads, unsigned flags, TaskGroup *group = nullptr,
                    void (*whenPlanned)(Fork &, uint32_t) = nullptr) {
  constexpr unsigned BindingBits = 7;
  here().pushedBinding = static_cast<int32_t>(flags & BindingBits);
  here().pushedThreads = bounded(threads);
  void *argument = const_cast<RegionOfGcc *>(&region);
  Fork fork = forkOf(argument);
  fork.group = group;
  fork.whenPlanned = whenPlanned;
  return runParallel(fork);
}

/// Code of gcc before 4.9 calls the master's part by itself: the region has no other members.
static void begin(void *frameEnd, const LoopPlan *loop = nullptr) {
  enterSerial(frameEnd);
  if (loop)
    loop->begin();
}

void runTarget(Code code, void *data, unsigned limit) {
  RegionOfGcc region{code, data};
  void *argument = &region;
  Fork fork = forkOf(argument);
  libomp::runTarget(fork, bounded(limit));
}

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

TACTUS_ENTRY(void, GOMP_parallel)(Code code, void *data, unsigned threads, unsigned flags) {
  run({code, data}, threads, flags);
}

TACTUS_ENTRY(unsigned, GOMP_parallel_reductions)(Code code, void *data, unsigned threads, unsigned flags) {
  TaskGroup group;
  group.reductionsOfGcc = *static_cast<uintptr_t **>(data);
  return run({code, data}, threads, flags, &group,
             [](Fork &fork, uint32_t members) { registerReductions(fork.group->reductionsOfGcc, nullptr, members); });
}

TACTUS_ENTRY(void, GOMP_parallel_start)(Code, void *, unsigned) { begin(TACTUS_CALLERS_FRAME); }
TACTUS_ENTRY(void, GOMP_parallel_end)() { leaveSerial(); }

#define PARALLEL_LOOP(name, schedule)                                                                                  \
  TACTUS_ENTRY(void, GOMP_parallel_loop_##name)                                                                        \
  (Code code, void *data, unsigned threads, long start, long end, long step, long chunk, unsigned flags) {             \
    LoopPlan loop = LoopPlan::of<long>(schedule, start, end, step, step > 0, static_cast<uint64_t>(chunk));            \
    run({code, data, &loop}, threads, flags);                                                                          \
  }                                                                                                                    \
  TACTUS_ENTRY(void, GOMP_parallel_loop_##name##_start)                                                                \
  (Code, void *, unsigned, long start, long end, long step, long chunk) {                                              \
    LoopPlan loop = LoopPlan::of<long>(schedule, start, end, step, step > 0, static_cast<uint64_t>(chunk));            \
    begin(TACTUS_CALLERS_FRAME, &loop);                                                                                \
  }
PARALLEL_LOOP(static, abi::StaticSchedule)
PARALLEL_LOOP(dynamic, abi::DynamicSchedule)
PARALLEL_LOOP(guided, abi::GuidedSchedule)
#undef PARALLEL_LOOP

TACTUS_ENTRY(void, GOMP_parallel_loop_runtime)
(Code code, void *data, unsigned threads, long start, long end, long step, unsigned flags) {
  LoopPlan loop = LoopPlan::of<long>(abi::RuntimeSchedule, start, end, step, step > 0, 0);
  run({code, data, &loop}, threads, flags);
}
TACTUS_ENTRY(void, GOMP_parallel_loop_runtime_start)(Code, void *, unsigned, long start, long end, long step) {
  LoopPlan loop = LoopPlan::of<long>(abi::RuntimeSchedule, start, end, step, step > 0, 0);
  begin(TACTUS_CALLERS_FRAME, &loop);
}

TACTUS_ENTRY(void, GOMP_parallel_sections)(Code code, void *data, unsigned threads, unsigned count, unsigned flags) {
  LoopPlan sections = LoopPlan::ofSections(count);
  run({code, data, &sections}, threads, flags);
}
TACTUS_ENTRY(void, GOMP_parallel_sections_start)(Code, void *, unsigned, unsigned count) {
  LoopPlan sections = LoopPlan::ofSections(count);
  begin(TACTUS_CALLERS_FRAME, &sections);
}

TACTUS_ENTRY(void, GOMP_teams_reg)(Code code, void *data, unsigned teams, unsigned limit, unsigned) {
  RegionOfGcc region{code, data};
  void *argument = &region;
  Fork fork = forkOf(argument);
  runTeams(fork, bounded(teams), bounded(limit));
}

//===- phased_team.cpp - a team whose members are executed one after the other ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/phased_team.h"

#include "observe/region_times.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/display.h"
#include "slots/pool.h"
#include "teams/phase_calls.h"
#include "threads/beat.h"
#include "threads/thread.h"
#include "workers/strips.h"
#include "workers/tokens.h"

#include <algorithm>
#include <new>
#include <optional>

namespace tactus {

/// The phase behind the last one.
static constexpr int32_t RegionEnd = 0;

namespace {

/// What a member has between two phases. Its frame lies behind it.
struct alignas(abi::PhasedFrameAlignment) PhasedMember {
  TeamMember member;
  IcvSet icvs{};
  FloatControl floats;
  int32_t phase = 0;
  bool isDone = false;

  void *frame() { return this + 1; }
};

} // namespace

struct PhasedTeam {
  const abi::PhasedRegion &region;
  void *environment;
  unsigned char *members;
  size_t stride;
  StrandTeam team;

  PhasedMember &operator[](uint64_t number) { return *reinterpret_cast<PhasedMember *>(members + number * stride); }
};

/// A frame of its own, for the record.
[[gnu::noinline]] static void runMemberOfPhase(PhasedTeam &team, PhasedMember &kept) {
  alignas(MemberRegion) unsigned char memory[sizeof(MemberRegion)];
  // What a member changes of this is its own; whoever executes it goes on with what he had.
  FloatControl found = FloatControl::ofThread();
  kept.floats.apply();
  {
    MemberScope scope(kept.member, kept.icvs, memory, TACTUS_FRAME_END);
    if (kept.phase == 0 && team.team.plan.isDisplayed)
      displayThread();
    kept.phase = team.region.run(kept.frame(), team.environment, static_cast<int32_t>(kept.member.number), kept.phase);
    kept.isDone = kept.phase == RegionEnd;
    kept.icvs = kept.member.record->icvs;
  }
  kept.floats = FloatControl::ofThread();
  found.apply();
}

namespace {

/// Measures the members' parts of a phase, which may be long and have no poll but those of loops nested in them.
///
/// The price of the loop over the members is their mean: what a poll can learn is the price of what ran before, which
/// is another phase, and one member may have taken all chunks of a loop. So short phases are paid for by the credit and
/// are not polled, and long ones are.
///
/// Beats that have passed unseen are due all the same, as soon as a long phase begins.
class MemberTimes {
public:
  explicit MemberTimes(tactus_loop_descriptor &site) : site(site) {}

  template <typename Run> void measure(Run run) {
    uint64_t start = clock::now(), seenBefore = seen();
    run();
    uint64_t time = clock::now() - start;
    sum += time;
    constexpr uint64_t Longest = INT64_MAX / 1024 / abi::CreditPerTick;
    // Relaxed: any price is correct.
    __atomic_store_n(&site.weight,
                     static_cast<int64_t>(std::clamp<uint64_t>(sum / ++count, 1, Longest)) * abi::CreditPerTick,
                     __ATOMIC_RELAXED);
    ThreadState *thread = existingThread();
    if (thread && !thread->isInRuntime && settings.heartbeatMicroseconds > 0 && !settings.classicTokens)
      grantUnseen(*thread, time, seen() - seenBefore);
  }

private:
  tactus_loop_descriptor &site;
  uint64_t sum = 0, count = 0;

  static uint64_t seen() {
    const ThreadState *thread = existingThread();
    return thread ? thread->counters.beatsSeen.get() : 0;
  }

  static void grantUnseen(ThreadState &thread, uint64_t time, uint64_t found) {
    uint64_t passed = time / beatTicks();
    if (passed <= found)
      return;
    thread.isInRuntime = true;
    changeTokens(thread, static_cast<int64_t>((passed - found) * settings.tokensPerBeat), TokenReason::Beat);
    limitTokens(thread);
    thread.isInRuntime = false;
  }
};

} // namespace

static void runMemberOfPhase(PhasedTeam &team, uint64_t number) {
  // All members come to the same barriers; should one have left the region, the others go on without it.
  if (PhasedMember &kept = team[number]; !kept.isDone)
    runMemberOfPhase(team, kept);
  team.team.places.leave(1);
}

void runMembersOfPhase(const Phase &phase, uint64_t begin, uint64_t end) {
  tactus_loop_record record;
  MemberTimes times(*phase.site);
  auto run = [&](uint64_t number) { times.measure([&] { runMemberOfPhase(*phase.team, number); }); };
  runIterations(phase, begin, end, 0, run, record);
}

/// The phase that is next; RegionEnd if all members are done.
static int32_t nextPhase(PhasedTeam &team) {
  for (uint32_t number = 0; number < team.team.plan.size; ++number)
    if (!team[number].isDone)
      return team[number].phase;
  return RegionEnd;
}

static void runAllPhases(PhasedTeam &team) {
  uint32_t size = team.team.plan.size;
  // With a slot in hand each phase can be promoted where it begins, whatever the other workers are at.
  std::optional<SlotOfMember> slot;
  if (size > 1)
    slot.emplace();
  int32_t next = 0;
  do {
    // Members whose turn comes later have their places, too.
    team.team.places.fill(team.team.plan.size);
    if (size == 1) {
      runMemberOfPhase(team, 0);
    } else {
      auto *site = reinterpret_cast<tactus_loop_descriptor *>(&team.region.descriptors[next]);
      runMembersOfPhase({site, &team}, 0, size);
    }
    next = nextPhase(team);
  } while (next != RegionEnd);
}

bool runInPhases(abi::PhasedRegion &region, void *environment, int32_t threads) {
  // More than this is taken from the heap.
  constexpr size_t BytesOnStack = 8192;
  TeamPlan plan;
  if (!mayRunInPhases(region) || !planTeam(threads, 0, plan))
    return false;
  size_t stride = sizeof(PhasedMember) + (region.frameBytes + abi::PhasedFrameAlignment - 1) /
                                             abi::PhasedFrameAlignment * abi::PhasedFrameAlignment;
  size_t bytes = stride * plan.size;
  void *heap = nullptr;
  if (bytes > BytesOnStack && !(heap = allocate(bytes + abi::PhasedFrameAlignment))) {
    giveThreadsBack(plan.group, plan.size);
    return false;
  }
  void *memory = heap ? heap : __builtin_alloca(bytes + abi::PhasedFrameAlignment);
  auto address =
      (reinterpret_cast<uintptr_t>(memory) + abi::PhasedFrameAlignment - 1) & ~uintptr_t{abi::PhasedFrameAlignment - 1};
  PhasedTeam team{region, environment, reinterpret_cast<unsigned char *>(address), stride, {}};
  team.team.reset(plan);
  team.team.isPhased = plan.size > 1 && usableSlotCount() > 1 && settings.heartbeatMicroseconds > 0;
  for (uint32_t number = 0; number < plan.size; ++number) {
    auto *kept = new (&team[number]) PhasedMember;
    kept->member.team = &team.team;
    kept->member.number = number;
    kept->icvs = plan.icvs;
    kept->floats = plan.floats;
  }
  regionRunsAs(RegionRunner::Phases);
  runAllPhases(team);
  team[0].floats.apply();
  giveThreadsBack(plan.group, plan.size);
  if (heap)
    release(heap);
  return true;
}

} // namespace tactus

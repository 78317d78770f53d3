//===- worksharing.cpp - which iterations a member of a team executes --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/worksharing.h"

#include "os/clock.h"
#include "os/race_detector.h"
#include "regions/icvs.h"
#include "regions/run_schedule.h"
#include "threads/beat.h"

#include "tactus/latent.h"

#include <algorithm>

namespace tactus {

/// The first members get one iteration more where they do not come out even.
static StaticPart balancedPart(uint64_t count, uint32_t number, uint32_t members) {
  uint64_t least = count / members, more = count % members;
  return {number * least + std::min<uint64_t>(number, more), least + (number < more)};
}

StaticPart staticPart(uint64_t count, uint64_t multiple, uint32_t number, uint32_t members) {
  if (multiple == 1)
    return balancedPart(count, number, members);
  uint64_t share = count / members + (count % members != 0);
  // Where `multiple` is no power of two, libomp's rounding is not one to multiples; who counts on whose iterations are
  // whose finds the same here [kmp_sched.cpp, kmp_sch_static_balanced_chunked].
  uint64_t size = share > UINT64_MAX - multiple ? count : (share + multiple - 1) & ~(multiple - 1);
  if (size == 0 || number > (count - 1) / size)
    return {0, 0};
  uint64_t first = number * size;
  return {first, std::min(size, count - first)};
}

/// Members may have set it differently, which OpenMP does not allow; all go by what the first of them has found.
static void chooseAtRunTime(const TeamMember &member, int32_t &schedule, int64_t &chunk) {
  const IcvSet icvs = member.record ? member.record->icvs : icvsOfThread();
  uint64_t word = member.loop.shared->agree(RunSchedule::of(icvs).word());
  RunSchedule::fromWord(word).apply(schedule, chunk);
}

static MemberLoop::Kind kindOf(int32_t schedule) {
  switch (schedule) {
  case StaticChunkedSchedule:
    return MemberLoop::StaticChunked;
  case DynamicSchedule:
    return MemberLoop::Dynamic;
  case GuidedSchedule:
  case TrapezoidalSchedule:
    return MemberLoop::Guided;
  case SimdGuidedSchedule:
    return MemberLoop::SimdGuided;
  case SimdStaticSchedule:
    return MemberLoop::SimdStatic;
  default:
    return MemberLoop::Static;
  }
}

void beginLoop(TeamMember &member, int32_t schedule, uint64_t count, int64_t chunk) {
  leaveLoop(member); // of one that was cancelled
  schedule &= ~ScheduleModifiers;
  MemberLoop &loop = member.loop;
  loop = {};
  MemberWait wait(member.team->plan);
  loop.shared = &member.team->loops.enter(member.loops++, wait);
  if (schedule >= FirstOrderedSchedule) {
    loop.isOrdered = true;
    schedule -= OrderedOffset;
  }
  // A chunk of whole vectors is no short one, and as long as the loop's code expects.
  if (schedule == SimdRuntimeSchedule)
    loop.mostInBatch = 1;
  if (schedule == RuntimeSchedule || schedule == SimdRuntimeSchedule)
    chooseAtRunTime(member, schedule, chunk);
  loop.kind = kindOf(schedule & ~ScheduleModifiers);
  loop.count = count;
  loop.chunk = static_cast<uint64_t>(std::max<int64_t>(chunk, 1));
  bool isShared =
      loop.kind == MemberLoop::Dynamic || loop.kind == MemberLoop::Guided || loop.kind == MemberLoop::SimdGuided;
  // Nobody else comes for a chunk. An ordered construct waits for the turn of its chunk, which is one iteration.
  if (isShared && member.teamSize() == 1 && !loop.isOrdered)
    loop.kind = MemberLoop::Static;
  // Members that run one after the other would leave all chunks to the first, and no race would be seen.
  else if (isShared && huntsRaces())
    loop.kind = MemberLoop::StaticChunked;
  else if (isShared && member.team->isPhased)
    loop.pollAt = clock::now() + worthwhileTicks();
  loop.next = member.number;
}

/// A batch of short chunks, but no more than leaves some for everybody.
static uint64_t chunksWanted(const TeamMember &member, uint64_t chunks) {
  const MemberLoop &loop = member.loop;
  if (loop.batch == 1)
    return 1;
  return std::clamp<uint64_t>(loop.shared->chunksLeft(chunks) / (4 * uint64_t{member.teamSize()}), 1, loop.batch);
}

/// False if there is none.
static bool takeChunk(TeamMember &member, uint64_t &first, uint64_t &size) {
  MemberLoop &loop = member.loop;
  uint64_t chunks = loop.count / loop.chunk + (loop.count % loop.chunk != 0), chunk = 0, taken = 1;
  switch (loop.kind) {
  case MemberLoop::None:
    return false;
  case MemberLoop::Static:
  case MemberLoop::SimdStatic: {
    uint64_t multiple = loop.kind == MemberLoop::SimdStatic ? loop.chunk : 1;
    StaticPart part = staticPart(loop.count, multiple, member.number, member.teamSize());
    bool isFirst = loop.next == member.number;
    loop.next = UINT64_MAX;
    first = part.first;
    size = part.size;
    return isFirst && size > 0;
  }
  case MemberLoop::Guided:
    return loop.shared->takeGuided(loop.count, loop.chunk, 1, member.teamSize(), first, size);
  case MemberLoop::SimdGuided:
    return loop.shared->takeGuided(loop.count, loop.chunk, loop.chunk, member.teamSize(), first, size);
  case MemberLoop::StaticChunked:
    chunk = loop.next;
    if (chunk >= chunks)
      return false;
    loop.next += member.teamSize();
    break;
  case MemberLoop::Dynamic:
    taken = chunksWanted(member, chunks);
    if (!loop.shared->takeChunks(chunks, taken, chunk))
      return false;
    break;
  }
  first = chunk * loop.chunk;
  size = taken < chunks - chunk ? taken * loop.chunk : loop.count - first;
  return true;
}

/// Chunks of some ten nanoseconds would cost the members more than their work: the word in which they count them goes
/// to and fro between processors. Nobody waits for anybody in a phase, so one member may as well have several.
static void adaptBatch(MemberLoop &loop, uint64_t now) {
  uint64_t took = now - loop.takenAt;
  loop.takenAt = now;
  if (took < worthwhileTicks() / 8 && !loop.isOrdered)
    loop.batch = std::min(2 * loop.batch, loop.mostInBatch);
  else if (took > worthwhileTicks() / 2)
    loop.batch = std::max<uint64_t>(loop.batch / 2, 1);
}

/// A loop that has taken so long may take as long again, whatever it took the last time: members that have not begun
/// are wanted for its other chunks.
static void pollBetweenChunks(MemberLoop &loop) {
  uint64_t now = clock::now();
  adaptBatch(loop, now);
  if (now < loop.pollAt)
    return;
  loop.pollAt = now + worthwhileTicks();
  tactus_latent_poll();
}

bool nextChunk(TeamMember &member, uint64_t &first, uint64_t &size) {
  if (member.loop.pollAt != MemberLoop::Never)
    pollBetweenChunks(member.loop);
  if (!takeChunk(member, first, size)) {
    leaveLoop(member);
    return false;
  }
  member.loop.first = first;
  return true;
}

void waitForTurn(TeamMember &member) {
  MemberLoop &loop = member.loop;
  if (!loop.shared)
    return;
  // The member's own iterations come one after the other: it is the first that has to wait.
  MemberWait wait(member.team->plan);
  loop.shared->waitForTurn(loop.first, wait);
}

void passTurn(TeamMember &member) {
  MemberLoop &loop = member.loop;
  if (!loop.shared)
    return;
  loop.hadTurn = true;
  loop.shared->passTurn();
}

void endIteration(TeamMember &member) {
  MemberLoop &loop = member.loop;
  if (!loop.hadTurn && loop.isOrdered) {
    waitForTurn(member);
    passTurn(member);
  }
  loop.hadTurn = false;
}

} // namespace tactus

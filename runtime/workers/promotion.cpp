//===- promotion.cpp - from latent work to tasks ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/promotion.h"
#include "tasks/fork_record.h"
#include "workers/compiled_forks.h"

#include "observe/events.h"
#include "observe/places.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "regions/task_reduction.h"
#include "regions/task_scope.h"
#include "regions/team_places.h"
#include "slots/pool.h"
#include "threads/beat.h"
#include "threads/stack_room.h"
#include "workers/fork.h"
#include "workers/siblings.h"
#include "workers/task_wait.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <sched.h>

namespace tactus {

using namespace abi;

static Task *makeTask(const LatentLoop &loop, const SourcePlace *place, uint64_t begin, uint64_t end, Join *join,
                      ReductionGroup *reductions, const RegionAround &around) {
  const LoopSlot &slot = *loop.slot;
  size_t environmentBytes = slot.descriptor->environmentWords * sizeof(uint64_t);
  size_t resultOffset = offsetOfResult(sizeof(Task) + environmentBytes);
  void *memory = allocate(resultOffset + slot.resultBytes);
  if (!memory)
    return nullptr;
  auto *task = new (memory) Task;
  task->loop = slot.descriptor;
  task->place = place;
  task->begin = begin;
  task->end = end;
  task->join = join;
  task->parent = loop.owner;
  task->result = slot.resultBytes ? static_cast<char *>(memory) + resultOffset : nullptr;
  task->reductions = reductions;
  // The loop itself is on the stack of its tasks, too.
  inheritRegion(*task, around, loop.recordlessLevels);
  task->traceId = nextTraceId();
  memcpy(task->environment(), slot.environment, environmentBytes);
  return task;
}

/// The team that a loop's strands belong to: that of its own join, or, if the loop is the slice of a task of the same
/// loop, that of the task.
static Team *existingTeam(const LatentLoop &loop) {
  if (loop.slot->join)
    return loop.slot->join->team;
  if (loop.owner && loop.owner->loop == loop.slot->descriptor)
    return loop.owner->join->team;
  return nullptr;
}

namespace {

/// How many tasks a loop may have now, and their places in the team of its region, null for none.
struct Grant {
  unsigned count;
  Team *team;
  TeamPlace places[2];

  Grant(const LatentLoop &loop, Team *itsTeam, uint64_t limit, unsigned wanted, bool exceeds)
      : count(wanted), team(itsTeam) {
    if (exceeds)
      places[0].isMissing = true;
    else if (team)
      count = reservePlaces(*team, loop.owner, wanted, places);
    else if (limit && limit - 1 < wanted)
      count = static_cast<unsigned>(limit - 1);
  }
  void giveBack() const {
    if (team)
      for (unsigned index = 0; index < count; ++index)
        returnPlace(*team, places[index]);
  }
};

/// The tasks of one promotion and their join; all null without memory.
struct MadeTasks {
  Join *join = nullptr;
  Task *low = nullptr, *high = nullptr;
  bool isNewJoin = false;
};

} // namespace

/// Whether the price of a loop's iterations is that of all that they do: of leaf loops, and of those of the runtime's
/// own that begin.
static bool isPriced(const LatentLoop &loop) {
  if (settings.chunk)
    return false;
  if (loop.record)
    return loop.record->flags & LinkedByRuntime && loop.record->flags & TACTUS_LOOP_BEGINS;
  return (loop.slot->descriptor->flags & (LeafLoop | InterruptedLoop)) == LeafLoop;
}

/// Makes one or two tasks of the iterations from `first` on, which `middle` divides.
static MadeTasks makeTasks(const LatentLoop &loop, uint64_t first, uint64_t middle, unsigned count,
                           const RegionAround &around, uintptr_t address) {
  MadeTasks made{loop.slot->join, nullptr, nullptr, !loop.slot->join};
  if (made.isNewJoin) {
    void *memory = allocate(sizeof(Join));
    if (!memory)
      return {};
    made.join = new (memory) Join;
    if (isPriced(loop)) {
      made.join->promotedIterations = loop.end - loop.iteration;
      made.join->promotedAt = clock::now();
    }
    made.join->traceId = nextTraceId();
  }
  // Loops of OpenMP's belong to a registered module, which keeps what is read later.
  const LoopDescriptor *descriptor = loop.slot->descriptor;
  bool isNoted = loop.record || descriptor->flags & TACTUS_LOOP_NAMES_ITSELF;
  const SourcePlace *place = isNoted ? notedPlace(*descriptor, count) : SourcePlace::of(descriptor);
  ReductionGroup *reductions = reductionsAround(loop.owner, address);
  if (count == 2)
    made.low = makeTask(loop, place, first, middle, made.join, reductions, around);
  made.high = makeTask(loop, place, middle, loop.end, made.join, reductions, around);
  if (made.high && (made.low || count < 2))
    return made;
  release(made.low);
  release(made.high);
  if (made.isNewJoin)
    release(made.join);
  return {};
}

/// Puts the tasks into the loop's slot, which keeps the iterations before `kept`.
static void linkTasks(const LatentLoop &loop, const MadeTasks &made, const Grant &grant, uint64_t kept) {
  Join *join = made.join;
  made.high->teamPlace = grant.places[grant.count - 1];
  // Later promotions of a slot lie before earlier ones.
  made.high->next = join->first;
  join->first = made.high;
  if (made.low) {
    made.low->teamPlace = grant.places[0];
    made.low->next = made.high;
    join->first = made.low;
  }
  join->state.add(grant.count);
  *const_cast<Join *volatile *>(&loop.slot->join) = join;
  *const_cast<volatile uint64_t *>(&loop.slot->end) = kept;
  if (loop.record) {
    uint64_t &endOfStrip = loopOf(*loop.record).strip.end;
    endOfStrip = std::min(endOfStrip, kept);
  }
}

Promotion promoteLoop(ThreadState &thread, const LatentLoop &loop, uint64_t split, unsigned level, uintptr_t address) {
  TracedPromotion traced(thread);
  // Where races are hunted each iteration is a strand: the one that is next is kept, and no others.
  bool innermostNext = loop.depth == 0 && loop.iterationIsNext && !huntsRaces();
  RegionAround around = regionAround(thread, loop, address);
  uint64_t limit = strandLimitOf(loop, around);
  TeamOfPart part(around, loop.slot->descriptor->flags & LoopOfUnaskedTasks);
  Team *team = part.team || !limit ? part.team : existingTeam(loop);
  // What begins for siblings has a thread each.
  unsigned threads = thread.takenOffer ? siblingsFor(thread, team, loop.owner) : 0;
  // A loop that counts its own strands does so for all.
  bool exceeds = threads == 0 && !limit && mayExceedTeam(thread, around, team);
  if (exceeds)
    threads = thread.takenOffer->left();
  else if (thread.takenOffer && threads == 0)
    return Promotion::LimitReached;
  bool keepsLower = innermostNext || threads;
  // Iterations [first, end) may be divided, `total` of them; the walk has made sure that [iteration + 1, end) is not
  // empty.
  uint64_t first = innermostNext ? loop.iteration : loop.iteration + 1;
  uint64_t total = loop.end - first;
  uint64_t lower = split ? split : total / 2 + total % 2;
  if (threads) {
    lower = beginOfRest(loop, around, threads) - first;
    if (lower == total)
      return Promotion::LimitReached;
  }

  Grant grant(loop, team, limit, keepsLower || total == 1 ? 1 : 2, exceeds);
  if (grant.count == 0)
    return Promotion::LimitReached;
  // Which range each task gets, lowest first.
  uint64_t middle = grant.count == 2 || keepsLower ? first + lower : first;
  MadeTasks made = makeTasks(loop, first, middle, grant.count, around, address);
  if (!made.join) {
    grant.giveBack();
    return Promotion::NoMemory;
  }
  // From here on nothing fails.
  if (made.isNewJoin) {
    if (limit && !grant.team) {
      made.join->ownTeam.limit = limit;
      made.join->ownTeam.reserve(grant.count);
      grant.team = &made.join->ownTeam;
    }
    made.join->team = grant.team;
    made.join->teamHasNumbers = part.hasNumbers;
    ++thread.openJoins;
  }
  linkTasks(loop, made, grant, keepsLower ? middle : first);

  auto &descriptor = const_cast<LoopDescriptor &>(*loop.slot->descriptor);
  __atomic_fetch_add(&descriptor.promotions, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&descriptor.tasks, grant.count, __ATOMIC_RELAXED);
  countPromotion(thread, grant.count, level);
  if (settings.events)
    logPromotion(thread, made.join, loop.owner, PromotedKind::Loop);

  // Highest first: thieves take the oldest.
  publishTask(thread, made.high);
  if (made.low)
    publishTask(thread, made.low);
  traced.done(*made.join, made.join->first, loop.owner, grant.count, level, reinterpret_cast<uintptr_t>(loop.slot));
  return Promotion::Done;
}

void countPromotion(ThreadState &thread, unsigned tasks, unsigned level) {
  thread.counters.promotions.add();
  thread.counters.tasks.add(tasks);
  thread.counters.promotionsAtLevel[level < CountedLevels ? level : CountedLevels - 1].add();
}

void publishTask(ThreadState &thread, Task *task) {
  task->tokens = thread.tokens / 2;
  if (thread.asksForSignals)
    thread.signals = thread.signalsWhenMet ? SignalMask::of(*thread.signalsWhenMet) : SignalMask::ofThread();
  thread.asksForSignals = false;
  task->signals = thread.signals;
  logEvent(thread, EventKind::Task, task, task->join);
  changeTokens(thread, -static_cast<int64_t>(task->tokens), TokenReason::Passed, task);
  if (settings.trace) {
    task->promotedAt = clock::now();
    task->promoter = tracedThread(thread);
  }
  // A deferred task comes after its creator and what it depends on, but not after whoever makes it known.
  if (!task->isDeferred)
    happensBefore(task);
  // What has been created before is queued, for the watcher to see: threads have been counted for what is promoted.
  if (thread.takenOffer && !task->isDeferred)
    return assignTask(*thread.takenOffer, task);
  unsigned home = task->home; // read first: once pushed, the task may be run and freed
  bool pushed = thread.slot->deque.push(task);
  (void)pushed;
  // In a signal's handler no thread is made. Whoever has made the offer wakes somebody afterwards.
  if (!thread.takenOffer)
    notifyPush(&thread, home);
}

Promotion promotePart(ThreadState &thread, const LatentPart &part, uint64_t split) {
  if (part.kind == LatentPart::Loop)
    return promoteLoop(thread, part.loop, split, part.level, part.address);
  tactus_latent *latent = part.fork.record;
  if (!latent) // In a compiled frame; one that cannot be promoted stands in nobody's way.
    return promoteCompiledFork(thread, part.fork, part.level) ? Promotion::Done : Promotion::LimitReached;
  if (!admitRest(thread, *part.fork.descriptor))
    return Promotion::LimitReached;
  latent->special = promoteFork(thread, part.fork, latent->fork.environment, part.level);
  if (!latent->special)
    dismissRest(thread, *part.fork.descriptor);
  return latent->special ? Promotion::Done : Promotion::LimitReached;
}

void freeJoin(LoopSlot &slot) {
  Join *join = slot.join;
  if (settings.events)
    if (ThreadState *thread = existingThread())
      logEvent(*thread, EventKind::Release, join);
  for (Task *task = join->first; task;) {
    Task *next = task->next;
    release(task);
    task = next;
  }
  release(join);
  *const_cast<Join *volatile *>(&slot.join) = nullptr;
}

/// Whether promoting makes sense at all, before anything is looked at.
static Promotion precheck(const ThreadState &thread) {
  if (usableSlotCount() == 1 && settings.awaitsIdleWorker())
    return Promotion::NotNow;
  return hasEnoughQueued(thread) ? Promotion::EnoughQueued : Promotion::Done;
}

/// Whether the polling code's own handler is to make the task. It is younger than everything on the stack.
static bool choosesHandler(ThreadState &thread, const LatentWork &work) {
  return thread.handler && (work.count == 0 || (settings.chaos && thread.random.oneIn(work.count + 1)));
}

/// Whether the iterations that are left of a loop would be over before they could be shared; where nobody waits for
/// them, before the next poll.
static bool isTooShort(const LatentPart &part, uint64_t leastTicks) {
  if (part.kind == LatentPart::Fork || !isPriced(part.loop))
    return false;
  int64_t weight = __atomic_load_n(&part.loop.slot->descriptor->weight, __ATOMIC_RELAXED);
  // In floating point nothing overflows.
  auto left = static_cast<double>(part.loop.end - part.loop.iteration);
  return weight < UnknownWeight && left * static_cast<double>(weight) < static_cast<double>(creditOf(leastTicks));
}

/// Leaves out what is too short. False if that is all that there is.
static bool keepLongParts(LatentWork &work) {
  uint64_t leastTicks = idleSlotCount() > 0 ? worthwhileTicks() : beatTicks() / settings.pollsPerBeat;
  unsigned kept = 0;
  for (unsigned index = 0; index < work.count; ++index)
    if (!isTooShort(work.parts[index], leastTicks))
      work.parts[kept++] = work.parts[index];
  bool isEmpty = kept == 0 && work.count > 0;
  work.count = kept;
  return !isEmpty;
}

/// A part has been promoted: what is left that is known to be latent still. A loop may have kept some of its
/// iterations, and of explicit records only the oldest is looked for.
static void dropPromoted(LatentWork &work, unsigned index) {
  const LatentPart &part = work.parts[index];
  if (settings.chaos || part.kind == LatentPart::Loop || part.fork.record)
    index = work.count - 1;
  work.count -= index + 1;
  std::copy_n(work.parts + index + 1, work.count, work.parts);
}

bool leavesParallelismToLibomp(const ThreadState &thread) {
  if (thread.isWorker)
    return false;
  // A computation begins: libraries may have been loaded since the last one.
  if (!thread.slot)
    lookAtLoadedLibraries();
  return insideLibompRegion();
}

/// Takes what is promoted out of `work`.
static Promotion promoteOne(ThreadState &thread, LatentWork &work) {
  unsigned count = work.count;
  if (count == 0 && !thread.handler)
    return Promotion::NothingLatent;
  if (leavesParallelismToLibomp(thread))
    return Promotion::NotNow;
  if (choosesHandler(thread, work)) {
    // The slot and the token are for its fork, if it finds something to fork.
    *thread.handler = true;
    thread.handler = nullptr;
    return Promotion::Done;
  }
  bool heldSlot = thread.slot;
  if (!heldSlot && !acquireSlot(thread))
    return Promotion::NoSlot;
  if (thread.openJoins == 0)
    thread.enteredAt = clock::now();
  // Spent before the rest is shared with the task.
  bool spent = thread.tokens > 0;
  changeTokens(thread, spent ? -1 : 0, TokenReason::Promotion);
  Promotion outcome = Promotion::LimitReached;
  unsigned start = settings.chaos ? static_cast<unsigned>(thread.random.below(count)) : 0;
  for (unsigned step = 0; step < count && outcome == Promotion::LimitReached; ++step) {
    unsigned index = (start + step) % count;
    const LatentPart &part = work.parts[index];
    if (!isInTaskScope(part, work) || (settings.eager && part.kind == LatentPart::Fork))
      continue;
    uint64_t split = 0;
    if (settings.chaos && part.kind == LatentPart::Loop) {
      const LatentLoop &loop = part.loop;
      uint64_t total = loop.end - loop.iteration - 1;
      if (loop.depth == 0 && loop.iterationIsNext)
        ++total;
      if (total > 1)
        split = 1 + thread.random.below(total - 1);
    }
    if (settings.events)
      describePromotion(thread, work, part);
    outcome = promotePart(thread, part, split);
    if (outcome == Promotion::Done)
      dropPromoted(work, index);
  }
  if (outcome != Promotion::Done)
    changeTokens(thread, spent, TokenReason::Refund);
  if (!heldSlot && outcome != Promotion::Done && thread.openJoins == 0)
    giveSlotBack(thread);
  return outcome;
}

bool canForkNow(ThreadState &thread, bool awaitsSlot) {
  if (settings.heartbeatMicroseconds == 0 || (usableSlotCount() == 1 && settings.awaitsIdleWorker()))
    return false;
  if (thread.slot && thread.slot->deque.size() + 2 > DequeLimit)
    return false;
  if (leavesParallelismToLibomp(thread))
    return false;
  return hasRoomToPromote(thread) && (thread.slot || (awaitsSlot ? awaitSlot(thread) : acquireSlot(thread)));
}

/// Chaos mode chooses among several; a record that is promoted at all is the oldest.
static unsigned recordsWanted() { return settings.chaos ? LatentWork::MostParts : 1; }

/// A walk that takes longer than this is not repeated in the same poll, and the first of a thread counts as no longer.
static constexpr uint64_t LongWalkMicroseconds = 20;

void chargeWalk(ThreadState &thread, uint64_t start, uint64_t share) {
  thread.walks.charge(start, clock::now(), clock::ticksFromMicroseconds(LongWalkMicroseconds), share);
}

void feedIdleWorkers(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work) {
  Promotion outcome = Promotion::Done;
  while (outcome == Promotion::Done && thread.slot && thread.slot->deque.size() < idleSlotCount()) {
    if (work.count == 0) {
      // On a deep stack the next walk has to wait, as after any other.
      if (!thread.walks.allowsWalkAt(clock::now() +
                                     WalkBudget::Share * clock::ticksFromMicroseconds(LongWalkMicroseconds)))
        break;
      collectLatent(thread, table, caller, recordsWanted(), work);
      dropDeepRegions(thread, table, caller, work);
    }
    outcome = promoteOne(thread, work);
  }
}

void promoteForWait(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work) {
  auto isWanted = [&] {
    unsigned queued = thread.slot ? thread.slot->deque.size() : 0;
    return queued < idleSlotCount() + (thread.slot || !allSlots() ? 1 : 0);
  };
  for (Promotion outcome = Promotion::Done; outcome == Promotion::Done && isWanted();) {
    if (work.count == 0) {
      collectLatent(thread, table, caller, recordsWanted(), work);
      dropDeepRegions(thread, table, caller, work);
    }
    outcome = promoteOne(thread, work);
  }
}

void promoteAllParts(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work) {
  for (Promotion outcome = Promotion::Done; outcome == Promotion::Done && !hasEnoughQueued(thread);) {
    collectLatent(thread, table, caller, recordsWanted(), work);
    dropDeepRegions(thread, table, caller, work);
    outcome = promoteOne(thread, work);
  }
}

Promotion tryPromote(ThreadState &thread, const MapTable &table, const CallerState &caller, TracedBeat &beat,
                     bool mustWalk, LatentWork &work, bool &walked) {
  // In chaos mode polls are frequent and promotions likely, not certain.
  if (settings.chaos) {
    if (thread.random.oneIn(8))
      sched_yield();
    if (thread.random.oneIn(4))
      return Promotion::NotNow;
  }
  Promotion outcome = precheck(thread);
  uint64_t start = clock::now();
  bool mayWalk = thread.walks.allowsWalkAt(start);
  if (outcome == Promotion::Done && !mayWalk && !settings.promotesAlways())
    outcome = Promotion::NotNow;
  if (outcome == Promotion::Done || (mustWalk && mayWalk)) {
    collectLatent(thread, table, caller, recordsWanted(), work);
    dropDeepRegions(thread, table, caller, work);
    walked = true;
    // Less goes into walks that only serve to count beats.
    chargeWalk(thread, start, outcome == Promotion::Done ? WalkBudget::Share : 8 * WalkBudget::Share);
  }
  if (outcome == Promotion::Done) {
    if (settings.trace) {
      beat.isForPromotion = true;
      traceBeat(thread, table, caller, beat, &work);
    }
    bool isWorthwhile = !settings.awaitsIdleWorker() || thread.handler || keepLongParts(work);
    outcome = isWorthwhile ? promoteOne(thread, work) : Promotion::TooShort;
  }
  switch (outcome) {
  case Promotion::NothingLatent:
    thread.counters.nothingLatent.add();
    break;
  case Promotion::EnoughQueued:
    thread.counters.enoughQueued.add();
    break;
  case Promotion::LimitReached:
    thread.counters.limitReached.add();
    break;
  case Promotion::NoSlot:
    thread.counters.noSlot.add();
    break;
  case Promotion::Done:
  case Promotion::NoMemory:
  case Promotion::NotNow:
  case Promotion::TooShort:
    break;
  }
  return outcome;
}

} // namespace tactus

//===- poll.cpp - beats, credit and the price of iterations ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled code charges each iteration with its loop's weight and polls when its credit is used up. A refill is a
// quarter of a beat, so if weights are right, four polls come with each beat. Adaptive chunking (HBC §5.1) here means
// learning the weights: the same measure serves short inner loops, whose invocations share one credit, and long ones.
//
//   same leaf loop, further on   price = time / iterations: taken at once if higher, half way if lower
//   anything else                price scaled by time / credit used, within [3/4, 2]: several loops shared the credit
//   a long loop that begins      nothing: its own strips tell more than what ran before it
//
// Most polls come from where the one before came, before a beat that leads to anything, and after the time that the
// credit stood for, or less when the price may not come down yet. They have nothing to learn and nothing to do, and
// return at once. After such a steady poll the credit lasts until the beat, or for half of one: two polls a beat.
//
// A price that is too low delays beats, one that is too high only polls more often: hence the asymmetry. Where cheap
// and expensive iterations alternate (the pixels of an escape-time fractal differ by a factor of a thousand), the price
// has to stay near that of the expensive ones. So it comes down slowly, as long as polls take no more than a small
// share of the time; beyond that it comes down fast.
//
// TACTUS_CHUNK=N, an instrument for experiments, has nothing learned: all prices are 1 and a refill is N.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/poll.h"

#include "abi/policy.h"
#include "eager/eager.h"
#include "frames/latent_work.h"
#include "frames/slow_calls.h"
#include "heartbeat/polled.h"
#include "heartbeat/sampling.h"
#include "heartbeat/weights.h"
#include "observe/events.h"
#include "observe/trace.h"
#include "os/clock.h"
#include "os/exported.h"
#include "os/settings.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/beat.h"
#include "threads/beat_source.h"
#include "threads/stack_room.h"
#include "workers/promotion.h"
#include "workers/siblings.h"
#include "workers/tokens.h"

#include <algorithm>
#include <atomic>
#include <cerrno>

namespace tactus {

using namespace abi;

/// Relaxed atomic view of a descriptor's weight; compiled code reads it with a plain load.
static int64_t loadWeight(const int64_t *weight) { return __atomic_load_n(weight, __ATOMIC_RELAXED); }
static void storeWeight(int64_t *weight, int64_t value) {
  std::atomic_ref(*weight).store(value, std::memory_order_relaxed);
}

/// Polls may take one part in PollShare of the time before weights come down fast; what they have not used is kept for
/// PollSavings beats, so that a loop whose price is not known yet spends little on finding it. Between two slow
/// reductions lie LoweringBeats. For the pixels of bench/kernels/mandelbrot.cpp coming down fast sees 77 % of the
/// beats, these values 98 to 99 %, at a price of 0.8 % of the time.
static constexpr int64_t PollShare = 16, PollSavings = 8;
static constexpr uint64_t LoweringBeats = 2;

/// Of a poll's time, what its own two readings of the clock do not see.
static constexpr uint64_t AroundPollTicks = 60;
/// Polls that are not those of a leaf loop may take the smaller share. Between two forks lie nanoseconds at the leaves
/// of a recursion and milliseconds near its root; a price that suits those would have merge sort poll 264 times a beat.
static constexpr uint64_t OtherPollFactor = 16;

/// The time that polls may still take: `gap` since the previous one adds its share.
static void grantPollTime(ThreadState &thread, uint64_t gap, uint64_t beat) {
  int64_t share = static_cast<int64_t>(std::min(gap, beat)) / PollShare;
  thread.pollTime = std::min(thread.pollTime + share, static_cast<int64_t>(beat) * PollSavings / PollShare);
}

static void chargePollTime(ThreadState &thread, uint64_t ticks, uint64_t beat) {
  thread.pollTime = std::max(thread.pollTime - static_cast<int64_t>(ticks), -static_cast<int64_t>(beat) / PollShare);
}

static Lowering mayLower(const ThreadState &thread, uint64_t now) {
  if (thread.pollTime < 0)
    return Lowering::Fast;
  return now >= thread.nextLowering ? Lowering::Slow : Lowering::Wait;
}

/// Has the credit lasted as long as it stood for, as far as weights care?
static bool isSteady(uint64_t ticks, int64_t charged, Lowering lowering) {
  int64_t difference = static_cast<int64_t>(ticks) * CreditPerTick - charged;
  return difference <= charged / 8 && (lowering == Lowering::Wait || difference >= -(charged / 8));
}

/// Instead of learn(), with TACTUS_CHUNK. A loop that has its first price polls soon, and comes by here.
static void fixWeight(int64_t *weight) {
  if (loadWeight(weight) != FixedWeight)
    storeWeight(weight, FixedWeight);
}

static void learn(ThreadState &thread, const Polled &polled, uint64_t now, uint64_t ticks, int64_t charged,
                  int64_t refill) {
  int64_t weight = loadWeight(polled.weight);
  bool isFurtherOn = polled.leaf && polled.leaf == thread.lastLoop && polled.weight == thread.lastWeight &&
                     polled.iteration > thread.lastIteration;
  // A loop that begins and will poll again: its strips tell what it costs. The time until now was that of others, which
  // may poll nowhere.
  if (!isFurtherOn && weight <= refill && polled.ahead > static_cast<uint64_t>(refill / std::max<int64_t>(weight, 1)))
    return;
  Lowering lowering = mayLower(thread, now);
  if (isSteady(ticks, charged, lowering) && weight <= refill)
    return;
  WeightSample sample{weight, refill, ticks, charged, 0, lowering};
  if (isFurtherOn) {
    uint64_t iterations = polled.iteration - thread.lastIteration;
    // If much more has been charged than these iterations cost, then the loop has ended and begun again in between, or
    // another one has run.
    if (static_cast<double>(charged + thread.steadyCharge) <=
        2.0 * static_cast<double>(iterations) * static_cast<double>(weight))
      sample.iterations =
          thread.steadyCharge ? static_cast<uint64_t>(std::max<int64_t>(charged / weight, 1)) : iterations;
  }
  int64_t learned = learnWeight(sample);
  // All workers read the weight: write it only when it says something new.
  if (learned > weight + weight / 8 || learned < weight - weight / 8 || weight > refill) {
    storeWeight(polled.weight, learned);
    if (learned < weight)
      thread.nextLowering = now + LoweringBeats * beatTicks();
  }
}

/// What testing modes may leave unpolled: less than the price of a loop or fork that has not run yet, so that the first
/// one of each is seen.
static constexpr int64_t MostPassedOver = UnknownWeight / 16;

/// In the testing modes polls come at random, or always.
static int64_t testingRefill(ThreadState &thread, const Polled &polled) {
  if (polled.leaf) {
    int64_t weight = std::max<int64_t>(loadWeight(polled.weight), 1);
    auto most = static_cast<uint64_t>(MostPassedOver / weight);
    if (uint64_t passed = most ? std::min(iterationsToPass(thread, polled.weight), most) : 0)
      return static_cast<int64_t>(passed) * weight;
  }
  if (!settings.chaos || !polled.weight || thread.random.oneIn(2))
    return 0;
  int64_t weight = std::clamp<int64_t>(loadWeight(polled.weight), 1, 4096);
  return static_cast<int64_t>(thread.random.below(static_cast<uint64_t>(weight) * 8));
}

/// Counts beats that have passed unseen, if the thread has been in the same loop all the time.
static void countMissed(ThreadState &thread, const LatentWork &work, uint64_t missed) {
  if (thread.lastPoll && work.outermost && work.outermost == thread.lastOutermost &&
      work.outermostIteration >= thread.lastOutermostIteration)
    thread.counters.beatsMissed.add(missed);
}

/// Whoever asks for counters wants to know whether beats were missed: that takes a walk of the stack where nothing is
/// promoted as well. A time line has walks of its own, as often as they may cost.
static bool watchesBeats(const ThreadState &thread, uint64_t now) {
  return settings.statistics || (settings.trace && traceWantsBeat(thread, now));
}

/// What the beat, or a token for an idle worker, pays for. Not inlined: the frame of a poll that leads to nothing is to
/// be small, because all that it touches has to come back to the caches first.
[[gnu::noinline]] static Promotion promote(ThreadState &thread, const MapTable &table, const CallerState &caller,
                                           TracedBeat &beat, bool due, uint64_t missed) {
  LatentWork *memory = hasRoomToPromote(thread) ? emptyWork(thread) : nullptr;
  if (!memory)
    return Promotion::NoMemory;
  LatentWork &work = *memory;
  bool walked = false;
  Promotion outcome = tryPromote(thread, table, caller, beat, due && settings.statistics, work, walked);
  if (walked) {
    countMissed(thread, work, missed);
    thread.lastOutermost = work.outermost;
    thread.lastOutermostIteration = work.outermostIteration;
  }
  if (outcome != Promotion::Done)
    return outcome;
  if (!due)
    thread.counters.requestsHonoured.add();
  if (huntsRaces())
    promoteAllParts(thread, table, caller, work);
  else if (settings.awaitsIdleWorker())
    feedIdleWorkers(thread, table, caller, work);
  return outcome;
}

/// A token that is left over is for a worker that has nothing to do, or soon will: it finds nothing here. Whether one
/// is idle at this very moment must not decide alone, because the next poll may be far away.
static bool isRequested(const ThreadState &thread) {
  if (thread.tokens == 0 || (settings.awaitsIdleWorker() && usableSlotCount() == 1) || hasEnoughQueued(thread))
    return false;
  return !settings.awaitsIdleWorker() || thread.slot || idleSlotCount() > 0;
}

/// Whether another process wants what the polling fork can give, which is not worth waiting for a beat: the branches
/// around what is called here may be long, and not poll.
static bool isWantedElsewhere(const PollOrigin &origin) {
  return origin.isWatched && settings.wantedElsewhere &&
         __atomic_load_n(settings.wantedElsewhere, __ATOMIC_RELAXED) > 0;
}

/// A thread has seen a beat.
static void countBeat(ThreadState &thread, uint64_t now, uint64_t beat) {
  thread.counters.beatsSeen.add();
  changeTokens(thread, static_cast<int64_t>(settings.tokensPerBeat), TokenReason::Beat);
  limitTokens(thread);
  takeBeat(thread, now, beat);
}

bool isIdleBeat(const ThreadState &thread, uint64_t now) {
  return !watchesBeats(thread, now) && !settings.events && !settings.classicTokens && !settings.spendsTokens &&
         (usableSlotCount() == 1 || hasEnoughQueued(thread));
}

/// What a steady poll costs; measuring it would cost a third as much again.
static constexpr uint64_t SteadyPollTicks = 100;

/// The credit after a steady poll: the next one is to come with the beat, but not later than twice the usual time from
/// now, in case that other code runs until then. Before the beat there is no promotion: either there is no token, or
/// enough tasks wait.
static int64_t steadyRefill(const ThreadState &thread, uint64_t now, uint64_t beat) {
  uint64_t untilBeat = thread.nextBeat > now ? thread.nextBeat - now : 0;
  uint64_t usual = beat / settings.pollsPerBeat;
  return creditOf(std::clamp(untilBeat, usual, 2 * usual));
}

/// The poll of a loop that runs on as it has: no request, no news about its price, no beat that leads to anything.
/// False if it is another. A loop that streams through memory leaves nothing of the runtime in the caches from one poll
/// to the next, so this one, which most polls are, is short, and touches two lines of the thread's state (thread.h),
/// one of the slots' (pool.h), and two of its deque's. It may not change errno.
static bool pollSteadily(ThreadState &thread, uintptr_t returnAddress) {
  if (returnAddress != thread.lastReturnAddress || isHastened())
    return false;
  uint64_t now = clock::counter(), beat = thread.beat;
  bool isDue = now >= thread.nextBeat;
  uint64_t gap = now - thread.lastPoll;
  int64_t charged = thread.lastRefill - tactus_credit;
  bool isSettled = settings.chunk > 0 || isSteady(gap, charged, mayLower(thread, now));
  if (!isSettled || isRequested(thread) || (isDue && !isIdleBeat(thread, now)))
    return false;
  thread.counters.polls.add();
  if (isDue)
    countBeat(thread, now, beat);
  thread.counters.longestPollGap.raiseTo(gap);
  grantPollTime(thread, gap, beat);
  chargePollTime(thread, SteadyPollTicks, beat);
  thread.steadyCharge += charged;
  thread.lastPoll = now;
  if (!settings.chunk)
    thread.lastRefill = steadyRefill(thread, now, beat);
  return true;
}

/// Whether the next poll may be a steady one: if the clock is known for good and costs no call.
static bool mayBeSteady() {
  return clock::counterIsInvariant && clock::settled.load(std::memory_order_relaxed) && !settings.promotesAlways();
}

/// What a trace says of a beat that is due.
static void describeBeat(TracedBeat &traced, const ThreadState &thread, const Polled &polled, uint64_t gap,
                         int64_t refill) {
  traced.gap = gap;
  // A fixed number of iterations stands for no time.
  traced.charged = settings.chunk
                       ? gap
                       : static_cast<uint64_t>(std::max<int64_t>(thread.lastRefill - tactus_credit, 0)) / CreditPerTick;
  if (int64_t weight = polled.weight ? loadWeight(polled.weight) : 0; weight > 0)
    traced.iterationsPerPoll = static_cast<uint64_t>(std::max<int64_t>(refill / weight, 1));
}

/// What the next poll has to know of this one.
static void rememberPoll(ThreadState &thread, const Polled &polled, uintptr_t steadyReturnAddress, int64_t refill,
                         uint64_t beat) {
  thread.lastRefill = refill;
  thread.lastLoop = polled.leaf;
  thread.lastWeight = polled.weight;
  thread.lastIteration = polled.iteration;
  thread.lastReturnAddress = steadyReturnAddress;
  thread.beat = beat;
  thread.steadyCharge = 0;
}

/// What became of a poll's wish to promote.
enum class Found { NotSought, Nothing, TooShort, Promoted };

/// What is left to spend until the next poll.
static int64_t refillFor(ThreadState &thread, const Polled &polled, const PollOrigin &origin, int64_t refill,
                         Found found) {
  if (settings.promotesAlways())
    refill = testingRefill(thread, polled);
  // The next fork, or iteration, spends the next token. Where nothing was latent that had better wait.
  else if (settings.spendsTokens && found == Found::Promoted && (thread.tokens > 0 || isWantedElsewhere(origin)))
    refill = 0;
  // What is too short runs on this credit; what is not polls where it begins.
  else if (found == Found::TooShort && thread.pollTime >= 0)
    refill = std::min(refill, creditOf(worthwhileTicks()));
  // A handler that finds nothing goes back to where it was polled for, and must get on from there.
  return origin.runsHandler && origin.weight ? std::max(refill, loadWeight(origin.weight)) : refill;
}

/// Promotes if it is time to.
static Found lookForWork(ThreadState &thread, const MapTable &table, const CallerState &caller, PollOrigin &origin,
                         const Polled &polled, TracedBeat &traced, bool due, uint64_t missed) {
  bool looksForWork = settings.promotesAlways() ? isChance(thread, polled.weight ? polled.weight : origin.weight)
                                                : due || isRequested(thread);
  looksForWork = looksForWork || isWantedElsewhere(origin);
  Promotion outcome = Promotion::NothingLatent;
  if (looksForWork) {
    thread.handler = origin.kind == PollOrigin::Handler ? &origin.runsHandler : nullptr;
    // What chaos leaves out by chance might never come, where a long call begins now.
    constexpr unsigned MostTries = 16;
    for (unsigned tries = 0; tries == 0 || (settings.chaos && outcome == Promotion::NotNow && tries < MostTries &&
                                            isWantedElsewhere(origin));
         ++tries)
      outcome = promote(thread, table, caller, traced, due, missed);
    thread.handler = nullptr;
  }
  if (settings.trace) {
    if (due && !traced.isForPromotion && hasRoom(thread, RoomToPromote))
      traceBeat(thread, table, caller, traced, nullptr);
    traceNoted(thread);
  }
  if (outcome == Promotion::Done)
    return Found::Promoted;
  if (outcome == Promotion::TooShort)
    return Found::TooShort;
  return looksForWork ? Found::Nothing : Found::NotSought;
}

int64_t poll(ThreadState &thread, const CallerState &caller, PollOrigin &origin) {
  // A credit that lasts for hours, and is far from overflowing.
  constexpr int64_t Never = INT64_MAX / 1024;
  if (settings.heartbeatMicroseconds == 0)
    return Never;
  // The time since the last poll holds a signal then, and perhaps what the kernel did besides: it teaches nothing.
  bool isOwnPoll = !isHastened();
  takeBackHaste();
  uint64_t beat = beatTicks();
  uint64_t now = clock::now();
  int64_t refill = refillCredit(beat);
  if (origin.onlyPeeks && (settings.promotesAlways() || now >= thread.nextBeat || isRequested(thread))) {
    origin.hasWork = true;
    return refill;
  }
  thread.counters.polls.add();
  const MapTable *table = holdTable(thread);
  if (!table)
    return refill;

  Polled polled = findPolled(origin, *table, caller);
  // Counters of different processors may differ a little.
  uint64_t gap = thread.lastPoll && now > thread.lastPoll ? now - thread.lastPoll : 0;
  if (settings.chunk && polled.weight && !settings.promotesAlways())
    fixWeight(polled.weight);
  if (gap && polled.weight) {
    thread.counters.longestPollGap.raiseTo(gap);
    grantPollTime(thread, gap, beat);
    if (isOwnPoll && !settings.chunk && !settings.promotesAlways())
      learn(thread, polled, now, gap, thread.lastRefill - tactus_credit, refill);
  }

  bool due = now >= thread.nextBeat;
  uint64_t missed = due ? missedBeats(thread, now, beat) : 0;
  if (due)
    countBeat(thread, now, beat);
  // Before a beat's own promotion, which may leave too little.
  if (thread.offer.isThere())
    beginSiblings(thread, *table, caller);
  TracedBeat beatToTrace{now};
  if (due && settings.trace)
    describeBeat(beatToTrace, thread, polled, gap, refill);
  Found found = lookForWork(thread, *table, caller, origin, polled, beatToTrace, due, missed);
  if (settings.classicTokens)
    changeTokens(thread, -static_cast<int64_t>(thread.tokens), TokenReason::Dropped);
  releaseTable(thread);

  refill = refillFor(thread, polled, origin, refill, found);
  // The promotion's own time is nobody's price.
  thread.lastPoll = clock::now();
  if (found == Found::NotSought || found == Found::TooShort)
    chargePollTime(thread, (thread.lastPoll - now + AroundPollTicks) * (polled.leaf ? 1 : OtherPollFactor), beat);
  bool nextMayBeSteady = origin.kind != PollOrigin::Handler && mayBeSteady();
  rememberPoll(thread, polled, nextMayBeSteady ? caller.returnAddress : 0, refill, beat);
  return refill;
}

int64_t pollAnyhow(const CallerState *caller, PollOrigin &origin) {
  ensureListBase();
  // A poll may come between a call that sets errno and the code that reads it.
  int error = errno;
  // Without memory for this thread's state, or in a signal handler that interrupted the runtime: ask again after about
  // a hundred microseconds.
  int64_t refill = int64_t{1} << 24;
  if (ThreadState *thread = currentThread(); thread && !thread->isInRuntime) {
    thread->isInRuntime = true;
    if (origin.fork) {
      thread->pollingFork = origin.fork;
      thread->pollingFrame = caller->stackPointer;
    }
    refill = poll(*thread, *caller, origin);
    renewBeat(*thread);
    if (origin.fork)
      thread->pollingFork = nullptr;
    thread->isInRuntime = false;
  }
  errno = error;
  return refill;
}

} // namespace tactus

/// The thread, with its new credit in `lastRefill`, if the poll is a steady one; else null, and nothing has happened.
static tactus::ThreadState *trySteadyPoll(const tactus::CallerState *caller) {
  tactus::ThreadState *thread = tactus::existingThread();
  if (!thread || thread->isInRuntime)
    return nullptr;
  thread->isInRuntime = true;
  bool isSteady = tactus::pollSteadily(*thread, caller->returnAddress);
  thread->isInRuntime = false;
  return isSteady ? thread : nullptr;
}

int64_t tactus_poll_slow(const tactus::CallerState *caller) {
  if (tactus::ThreadState *thread = trySteadyPoll(caller))
    return thread->lastRefill;
  tactus::PollOrigin origin{tactus::PollOrigin::Frame};
  return tactus::pollAnyhow(caller, origin);
}

static bool isWatched(const tactus_latent &latent) {
  return latent.kind == TACTUS_LATENT_FORK && latent.fork.descriptor->flags & TACTUS_FORK_IS_WATCHED;
}

static void pollRecord(const tactus::CallerState *caller, bool isWatched, const tactus_latent *fork = nullptr) {
  tactus::PollOrigin origin{tactus::PollOrigin::Record};
  origin.fork = fork;
  origin.isWatched = isWatched;
  tactus_credit = tactus::pollAnyhow(caller, origin);
}

void tactus_latent_poll_slow(const tactus::CallerState *caller) {
  if (tactus::settings.eager)
    tactus::splitEagerly(*tactus_latent_top, *caller);
  if (tactus::ThreadState *thread = trySteadyPoll(caller))
    tactus_credit = thread->lastRefill;
  else
    pollRecord(caller, /*isWatched=*/false);
}

int64_t tactus_handler_poll_slow(int64_t *weight, const tactus::CallerState *caller) {
  tactus::PollOrigin origin{tactus::PollOrigin::Handler, weight};
  int64_t credit = tactus::pollAnyhow(caller, origin);
  return origin.runsHandler ? ~credit : credit;
}

TACTUS_EXPORT int64_t tactus_handler_peek(int64_t *weight) {
  tactus::PollOrigin origin{tactus::PollOrigin::Handler, weight};
  origin.onlyPeeks = true;
  // A poll that finds nothing due looks at no frame.
  tactus::CallerState caller{};
  int64_t credit = tactus::pollAnyhow(&caller, origin);
  return origin.hasWork ? -1 : credit;
}

void tactus_latent_push_slow(tactus_latent *latent, const tactus::CallerState *caller) {
  tactus::ensureListBase();
  tactus_latent_link(latent);
  if (tactus::settings.eager && latent->kind == TACTUS_LATENT_FORK) {
    latent->special = tactus::forkEagerly(*latent->fork.descriptor, latent->fork.environment, *caller);
    return;
  }
  // Forks have no steady polls: between two of them lie nanoseconds, or a whole recursion.
  if (latent->kind == TACTUS_LATENT_LOOP)
    tactus_latent_poll_slow(caller);
  else
    pollRecord(caller, isWatched(*latent));
}

tactus_fork_record *tactus_fork_poll_slow(tactus_fork_descriptor *descriptor, const uint64_t *environment,
                                          const tactus::CallerState *caller) {
  if (tactus::settings.eager)
    return tactus::forkEagerly(*descriptor, environment, *caller);
  // The frame below all others: if its turn comes, everything else has been promoted.
  tactus_latent latent{};
  latent.kind = TACTUS_LATENT_FORK;
  latent.fork = {descriptor, environment};
  tactus::ensureListBase();
  tactus_latent_link(&latent);
  pollRecord(caller, isWatched(latent), &latent);
  tactus_fork_record *record = latent.special;
  if (record)
    tactus_latent_pop(&latent);
  else
    tactus_latent_top = latent.older;
  return record;
}

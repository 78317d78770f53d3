//===- watcher.cpp - has begun what threads may be waiting for ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One thread for the process, started when the first thread is to be watched (threads/watch.h). It looks every few
// milliseconds, and brings threads for what is latent to each thread that has entered no task since
// (workers/siblings.h): at its next poll, or by a signal. A thread that has nothing latent is asked more and more
// rarely, and where nobody enters anything the watcher sleeps meanwhile. What lies in a deque and nobody takes has not
// begun either.
//
// Code that computes for long looks the same as code that waits. So as many threads are brought as last time were
// needed, and twice as many if that was all of them: one, where nobody waits. Where thread numbers are those of slots
// and no slot is free, nothing happens at all.
//
// A signal ends some calls of the system early, whatever the handler does (signal(7)), which then makes them again. So
// a sleep takes longer than it should. A thread in a sleep that is longer than it has been in its task is left alone,
// and each look at one that sleeps comes after twice the time: then it sleeps longer by one sleep at most, each time.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/blocking_calls.h"
#include "os/child_waits.h"
#include "os/clock.h"
#include "os/settings.h"
#include "os/thread_start.h"
#include "slots/pool.h"
#include "threads/beat_senders.h"
#include "threads/watch.h"
#include "workers/siblings.h"

#include <algorithm>
#include <cstdlib>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace tactus {

/// Between two looks; how long a thread may be in the same task before it is asked for the first time, and how much
/// longer at most from then on.
static constexpr uint64_t TickMicroseconds = 4000, PatienceOfWatcher = 8000, LongestPatience = 1000000;
/// Under TACTUS_CHAOS it takes everybody for one that waits.
static constexpr uint64_t ChaosMicroseconds = 100;
static uint64_t tick() { return settings.chaos ? ChaosMicroseconds : TickMicroseconds; }
static uint64_t patience() { return settings.chaos ? 0 : PatienceOfWatcher; }
/// The watcher sleeps until its next look when it has seen no steps so often.
static constexpr unsigned QuietTicks = 50;
/// So long an offer stands for polls, of which four come with each beat; and so long for a signal to meet its thread,
/// which may have to wait for a processor.
static constexpr unsigned OfferMicroseconds = 2000, OfferStepMicroseconds = 50, SignalMicroseconds = 100000;

static void sleepFor(uint64_t microseconds) {
  timespec time{static_cast<time_t>(microseconds / 1000000), static_cast<long>(microseconds % 1000000 * 1000)};
  nanosleep(&time, nullptr);
}

static uint64_t ticksOf(uint64_t microseconds) { return clock::ticksFromMicroseconds(microseconds); }

static bool hasStepped(const ThreadState &thread) {
  return thread.watchedTeam.load(std::memory_order_seq_cst) != 0 &&
         thread.steps.load(std::memory_order_relaxed) != thread.seenSteps;
}

static bool hasAnybodyStepped() {
  bool hasAny = false;
  forEachThread([&](const ThreadState &thread) { hasAny |= hasStepped(thread); });
  return hasAny;
}

/// How many threads are worth bringing.
static constinit unsigned threadsWanted = 1;

/// Where slots count, one of the slots may be for the thread that is watched.
static void reserve(SiblingOffer &offer, uint32_t team, bool needsSlot) {
  team &= ~WatchState::BySlots;
  unsigned most = std::min({team, threadsWanted + 1u, SiblingOffer::MostThreads});
  offer.count = offer.begun = 0;
  offer.mayExceed = false;
  while (offer.count < most) {
    ThreadState *helper = reserveThread(needsSlot, team);
    if (!helper)
      break;
    offer.threads[offer.count++] = helper;
  }
}

/// The next offer is to be as large as this one was useful.
static void learnFrom(const SiblingOffer &offer) {
  if (offer.begun >= threadsWanted)
    threadsWanted = std::min(2 * threadsWanted, SiblingOffer::MostThreads);
  else if (offer.begun == 0)
    threadsWanted = std::max(threadsWanted / 2, 1u);
}

/// What the taker has queued has woken nobody (publishTask()).
static void dismissRest(SiblingOffer &offer) {
  if (WorkerSlot *slot = std::exchange(offer.unneeded, nullptr))
    freeSlot(*slot);
  for (unsigned index = offer.begun; index < offer.count; ++index)
    dismissReserved(*offer.threads[index]);
  if (anyWork())
    notifyPush(nullptr);
}

/// What is queued while threads wait, and those that hold the slots may be the ones, goes to the threads first. Not
/// what takes a slot: if there is a free one, it is on its way to such a task.
static void beginQueued(SiblingOffer &offer, uintptr_t mark) {
  WorkerSlot *all = allSlots();
  for (unsigned index = 0, count = slotCount(); all && index < count; ++index)
    while (Task *task = offer.left() > 0 ? all[index].deque.stealMarked(mark) : nullptr) {
      task->teamPlace.isMissing = mark == TaskQueue::MayLackPlace;
      assignTask(offer, task);
    }
}

/// The offer stands for a moment, and if a signal `isOnItsWay`, until `met` changes. Nobody else has it afterwards.
static void waitForTaker(ThreadState &thread, SiblingOffer &offer, bool isOnItsWay, uint32_t met) {
  unsigned left = isOnItsWay ? SignalMicroseconds : OfferMicroseconds;
  for (unsigned step = OfferStepMicroseconds; left > 0; left -= std::min(step, left)) {
    sleepFor(step);
    if (thread.offer.isGivenBack(offer))
      return;
    if (isOnItsWay && offerSignalsMet.load(std::memory_order_relaxed) != met) {
      isOnItsWay = false;
      left = OfferMicroseconds;
      step = OfferStepMicroseconds;
    } else if (isOnItsWay && step < OfferMicroseconds) {
      step += step / 2;
    }
  }
  if (thread.offer.withdraw())
    return;
  while (!thread.offer.isGivenBack(offer))
    sleepFor(OfferStepMicroseconds);
}

/// A handler makes no table of maps. There is one from the first poll on, unless modules have come or gone since.
static void makeTable() {
  static constinit MapReader reader;
  static constinit bool isKnown = false;
  if (!isKnown)
    addMapReader(reader);
  isKnown = true;
  if (holdTable(reader))
    releaseTable(reader);
}

/// Sends the signal if the thread may be met: it has been in the same task for so many ticks. False if it may not.
static bool call(ThreadState &thread, pid_t id, uint64_t age) {
  uint64_t extension = 0, most = std::max(age, ticksOf(patience()));
  if (!maySignal(id, static_cast<uint64_t>(clock::microsecondsFromTicks(most)), extension))
    return false;
  sendSignal(getpid(), id, offerMark());
  if (extension > LongestPatience)
    thread.nextLook = std::max(thread.nextLook, clock::now() + age);
  return true;
}

/// Brings threads for what is latent on the thread's stack. True if something has begun.
static bool bringThreads(ThreadState &thread, uint32_t team, uint64_t age) {
  static constinit SiblingOffer offer;
  pid_t id = thread.watchedId.load(std::memory_order_relaxed);
  if (!id)
    return false;
  makeTable();
  // Whoever has taken long may be seen to wait, and then what begins needs no slot.
  bool mayNeedNone = age > 2 * ticksOf(patience());
  reserve(offer, team, team & WatchState::BySlots && !mayNeedNone);
  beginQueued(offer, TaskQueue::HasPlace);
  if (mayNeedNone && thread.isSeenWaiting.load(std::memory_order_relaxed) && !siblingsWithSlot(offer))
    beginQueued(offer, TaskQueue::MayLackPlace);
  if (offer.left() > 0) {
    // For each task, and a join for each loop.
    offer.memory.prepare(2 * offer.left() + 8);
    thread.offer.show(offer);
    // As the very last: in between the thread may have fallen asleep. A poll takes the offer without a signal.
    uint32_t met = offerSignalsMet.load(std::memory_order_relaxed);
    waitForTaker(thread, offer, call(thread, id, age), met);
  }
  dismissRest(offer);
  learnFrom(offer);
  return offer.begun > 0;
}

namespace {
/// What the watcher has seen of all threads.
struct Round {
  uint64_t now = clock::now();
  /// When it looks at a thread for the next time.
  uint64_t nextLook = UINT64_MAX;
  /// No thread has made a step.
  bool isQuiet = true;
};
} // namespace

static void look(ThreadState &thread, Round &round) {
  uint32_t team = thread.watchedTeam.load(std::memory_order_relaxed);
  if (!team)
    return;
  uint32_t steps = thread.steps.load(std::memory_order_relaxed);
  if (steps != thread.seenSteps || !thread.nextLook) {
    thread.seenSteps = steps;
    thread.seenSince = round.now;
    thread.nextLook = round.now + ticksOf(patience());
    thread.isSeenWaiting.store(false, std::memory_order_relaxed);
    round.isQuiet = false;
  } else if (round.now >= thread.nextLook) {
    uint64_t age = round.now - thread.seenSince;
    thread.nextLook = round.now + std::clamp(age, ticksOf(patience()), ticksOf(LongestPatience));
    if (bringThreads(thread, team, age)) {
      thread.nextLook = 0; // what it waits for next is another thing
      round.isQuiet = false;
    }
  }
  round.nextLook = std::min(round.nextLook, thread.nextLook);
}

/// Until somebody makes a step, or the next look is due.
static void sleepUntilLook(const Round &round) {
  constexpr uint32_t Longest = 24 * 3600 * 1000;
  uint32_t milliseconds = Longest;
  if (round.nextLook != UINT64_MAX) {
    uint64_t now = clock::now(), left = round.nextLook > now ? round.nextLook - now : 0;
    milliseconds = static_cast<uint32_t>(clock::microsecondsFromTicks(left) / 1000);
  }
  sleepUntilStep(hasAnybodyStepped, milliseconds);
}

static void *watch(void *) {
  prctl(PR_SET_NAME, "tactus-watch");
  onlyServe();
  installBeatHandler();
  for (unsigned quietTicks = 0;;) {
    sleepFor(tick());
    Round round;
    forEachThread([&](ThreadState &thread) { look(thread, round); });
    quietTicks = round.isQuiet ? quietTicks + 1 : 0;
    if (quietTicks >= QuietTicks)
      sleepUntilLook(round);
  }
}

bool startWatcher() { return startThread(ThreadUse::Beats, watch, nullptr) == 0; }

} // namespace tactus

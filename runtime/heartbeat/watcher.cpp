//===- watcher.cpp - has begun what threads may be waiting for ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One thread for the process, started when the first thread is to be watched (threads/watch.h), and asleep while none
// is. It looks every few milliseconds, and brings threads for what is latent to each thread that has entered
// no task since (workers/siblings.h): at its next poll, or by a signal. A thread that has nothing latent is asked more
// and more rarely. What lies in a deque and nobody takes has not begun either.
//
// A signal ends some calls of the system early, whatever the handler does (signal(7)), which then makes them again. So
// a sleep takes longer than it should. A thread that sleeps until it is looked at again or longer
// is left alone: then no sleep is prolonged more than once.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/blocking_calls.h"
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

namespace tactus {

/// Between two looks; how long a thread may be in the same task before it is asked for the first time, and how much
/// longer at most from then on.
static constexpr uint64_t TickMicroseconds = 4000, PatienceOfWatcher = 8000, LongestPatience = 1000000;
/// Under TACTUS_CHAOS it takes everybody for one that waits.
static constexpr uint64_t ChaosMicroseconds = 100;
static uint64_t tick() { return settings.chaos ? ChaosMicroseconds : TickMicroseconds; }
static uint64_t patience() { return settings.chaos ? 0 : PatienceOfWatcher; }
/// The watcher sleeps when it has seen nobody to watch so often.
static constexpr unsigned IdleTicks = 50;
/// So long an offer stands for polls, of which four come with each beat.
static constexpr unsigned OfferMicroseconds = 2000, OfferStepMicroseconds = 50;

static void sleepFor(uint64_t microseconds) {
  timespec time{static_cast<time_t>(microseconds / 1000000), static_cast<long>(microseconds % 1000000 * 1000)};
  nanosleep(&time, nullptr);
}

static uint64_t ticksOf(uint64_t microseconds) { return clock::ticksFromMicroseconds(microseconds); }

static bool isSomebodyWatched() {
  bool isAny = false;
  forEachThread([&](ThreadState &thread) { isAny |= thread.watchedTeam.load(std::memory_order_seq_cst) != 0; });
  return isAny;
}

/// As many threads as the team may have: the slot of one may be for the thread that is watched.
static void reserve(SiblingOffer &offer, uint32_t team) {
  offer.count = offer.begun = 0;
  while (offer.count < std::min(team, SiblingOffer::MostThreads)) {
    ThreadState *helper = reserveThread();
    if (!helper)
      break;
    offer.threads[offer.count++] = helper;
  }
}

static void dismissRest(const SiblingOffer &offer) {
  for (unsigned index = offer.begun; index < offer.count; ++index)
    dismissReserved(*offer.threads[index]);
}

/// What is queued while threads wait, and those that hold the slots may be the ones, goes to the threads first. Not
/// what takes a slot: if there is a free one, it is on its way to such a task.
static void beginQueued(SiblingOffer &offer) {
  WorkerSlot *all = allSlots();
  for (unsigned index = 0, count = slotCount(); all && index < count; ++index)
    while (Task *task = offer.left() > 0 ? all[index].deque.stealWithPlace() : nullptr)
      assignTask(offer, task);
}

/// The offer stands for a moment. Nobody else has it afterwards.
static void waitForTaker(ThreadState &thread, SiblingOffer &offer) {
  for (unsigned waited = 0; waited < OfferMicroseconds; waited += OfferStepMicroseconds) {
    sleepFor(OfferStepMicroseconds);
    if (offer.isDone.load(std::memory_order_acquire))
      return;
  }
  if (thread.offer.exchange(nullptr, std::memory_order_acquire))
    return;
  while (!offer.isDone.load(std::memory_order_acquire))
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

/// Brings threads for what is latent on the thread's stack.
/// Its next look is so many ticks away. True if something has begun.
static bool bringThreads(ThreadState &thread, uint32_t team, uint64_t untilNext) {
  static constinit SiblingOffer offer;
  pid_t id = thread.watchedId.load(std::memory_order_relaxed);
  if (!id)
    return false;
  makeTable();
  reserve(offer, team);
  beginQueued(offer);
  if (offer.left() > 0) {
    // For each task, and a join for each loop.
    offer.memory.prepare(2 * offer.left() + 8);
    offer.isDone.store(0, std::memory_order_relaxed);
    // Release: all of it.
    thread.offer.store(&offer, std::memory_order_release);
    // As the very last: in between the thread may have fallen asleep. A poll takes the offer without a signal.
    // What sleeps is to sleep longer once at most.
    if (maySignal(id, static_cast<uint64_t>(clock::microsecondsFromTicks(untilNext))))
      sendSignal(getpid(), id, offerMark());
    waitForTaker(thread, offer);
  }
  dismissRest(offer);
  return offer.begun > 0;
}

static void look(ThreadState &thread, uint64_t now) {
  uint32_t team = thread.watchedTeam.load(std::memory_order_relaxed);
  if (!team)
    return;
  uint32_t steps = thread.steps.load(std::memory_order_relaxed);
  if (steps != thread.seenSteps || !thread.nextLook) {
    thread.seenSteps = steps;
    thread.seenSince = now;
    thread.nextLook = now + ticksOf(patience());
    return;
  }
  if (now < thread.nextLook)
    return;
  uint64_t untilNext = std::clamp(now - thread.seenSince, ticksOf(patience()), ticksOf(LongestPatience));
  thread.nextLook = now + untilNext;
  if (bringThreads(thread, team, untilNext))
    thread.nextLook = 0; // what it waits for next is another thing
}

static void *watch(void *) {
  prctl(PR_SET_NAME, "tactus-watch");
  installBeatHandler();
  for (unsigned idle = 0;;) {
    sleepFor(tick());
    idle = isSomebodyWatched() ? 0 : idle + 1;
    if (idle == IdleTicks) {
      sleepUntilWatched(isSomebodyWatched);
      idle = 0;
    }
    if (idle == 0)
      forEachThread([now = clock::now()](ThreadState &thread) { look(thread, now); });
  }
}

bool startWatcher() { return startThread(ThreadUse::Beats, watch, nullptr) == 0; }

} // namespace tactus

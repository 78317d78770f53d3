//===- crew.cpp - the threads that follow a master -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/crew.h"

#include "os/allocation.h"
#include "os/process_generation.h"
#include "os/race_detector.h"
#include "os/thread_start.h"
#include "regions/libomp.h"
#include "tasks/task.h"
#include "threads/program_signals.h"
#include "threads/thread.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <pthread.h>

namespace tactus {

struct alignas(64) CrewThread {
  /// Raised when there is something to do. What there is is written before.
  WaitWord<> orders;
  /// Null when it is to end.
  Crew *crew = nullptr;
  uint32_t number = 0;
  /// Of unused threads, and of what is left of those that have ended.
  CrewThread *nextUnused = nullptr;
};

static constinit UnseenMutex crewMutex;
// Under the mutex.
static Crew *unusedCrews;
static CrewThread *unusedThreads, *endedThreads;
/// Of the calling thread, the outermost first.
static constinit thread_local Crew *ownCrews = nullptr;

namespace {
struct CrewLock {
  CrewLock() { crewMutex.lock(); }
  ~CrewLock() { crewMutex.unlock(); }
};
} // namespace

void lockCrews() { crewMutex.lock(); }
void unlockCrews() { crewMutex.unlock(); }

void forgetCrews() {
  crewMutex.reset();
  unusedCrews = nullptr;
  unusedThreads = endedThreads = nullptr;
  ownCrews = nullptr;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static void *crewMain(void *argument) {
  auto *self = static_cast<CrewThread *>(argument);
  watchStack(ThreadUse::Member);
  static constinit std::atomic<unsigned> name{0};
  char text[16];
  snprintf(text, sizeof text, "tactus-crew-%u", name.fetch_add(1, std::memory_order_relaxed) + 1);
  pthread_setname_np(pthread_self(), text);
  bool libompIsSerial = false;
  uint32_t done = 0;
  bool fits = false;
  std::optional<SlotOfMember> slot;
  for (;; ++done) {
    MemberWait wait(fits);
    self->orders.waitUntil([done](uint32_t order) { return order != done; }, wait);
    if (!self->crew)
      break;
    Crew &crew = *self->crew;
    happensAfter(&crew);
    fits = crew.team.plan.fits;
    bool isOverWithCode = crew.team.plan.tasks;
    uint16_t process = processGeneration;
    // A region of libomp's inside of a member is a nested one.
    libompIsSerial = libompIsSerial || makeLibompSerial();
    ProgramSignals signals(crew.signals);
    // While it waits for the next region it may have slept, and has no slot.
    if (ThreadState *thread = existingThread(); !thread || !thread->slot)
      slot.reset();
    if (!slot)
      slot.emplace(crew.team.plan.awaitsSlots());
    runMember(crew.team, self->number);
    if (processGeneration != process)
      endChildOfFork("has come to the end of a thread of a team");
    // Such regions follow each other closely, and nothing is promoted between them.
    if (isOverWithCode)
      continue;
    slot.reset();
    happensBefore(&crew.team.finished);
    crew.team.finished.increment();
  }
  slot.reset();
  CrewLock lock;
  self->nextUnused = endedThreads;
  endedThreads = self;
  return nullptr;
}

/// Null without memory.
static CrewThread *makeThreadMemory() {
  {
    CrewLock lock;
    if (CrewThread *ended = endedThreads) {
      endedThreads = ended->nextUnused;
      ended->orders.reset(0);
      return ended;
    }
  }
  void *memory = allocateZeroed(sizeof(CrewThread));
  return memory ? new (memory) CrewThread : nullptr;
}

/// Null if there are no more to be had.
static CrewThread *makeThread() {
  CrewThread *made = makeThreadMemory();
  if (!made)
    return nullptr;
  int error = startThread(ThreadUse::Member, crewMain, made);
  if (!error)
    return made;
  reportNoThread(error);
  CrewLock lock;
  made->nextUnused = endedThreads;
  endedThreads = made;
  return nullptr;
}

static CrewThread *takeThread() {
  {
    CrewLock lock;
    if (CrewThread *unused = unusedThreads) {
      unusedThreads = unused->nextUnused;
      return unused;
    }
  }
  return makeThread();
}

//===----------------------------------------------------------------------===//
// Crews
//===----------------------------------------------------------------------===//

/// Null without memory.
static Crew *makeCrew() {
  {
    CrewLock lock;
    if (Crew *unused = unusedCrews) {
      unusedCrews = unused->inner;
      unused->inner = nullptr;
      return unused;
    }
  }
  void *memory = allocateZeroed(sizeof(Crew));
  return memory ? new (memory) Crew : nullptr;
}

static bool makeRoom(Crew &crew, uint32_t count) {
  if (count <= crew.capacity)
    return true;
  uint32_t capacity = std::max(count, 2 * crew.capacity);
  auto **threads = static_cast<CrewThread **>(allocateZeroed(capacity * sizeof(CrewThread *)));
  if (!threads)
    return false;
  if (crew.count)
    memcpy(threads, crew.threads, crew.count * sizeof(CrewThread *));
  release(crew.threads);
  crew.threads = threads;
  crew.capacity = capacity;
  return true;
}

/// The crew's number of threads is raised to `count`. False if they cannot be had.
static bool fillCrew(Crew &crew, uint32_t count) {
  if (!makeRoom(crew, count))
    return false;
  while (crew.count < count) {
    CrewThread *thread = takeThread();
    if (!thread)
      return false;
    thread->crew = &crew;
    crew.threads[crew.count++] = thread;
    thread->number = crew.count;
  }
  return true;
}

/// The calling thread ends.
static void giveCrewsBack(void *) {
  CrewLock lock;
  while (Crew *crew = ownCrews) {
    ownCrews = crew->inner;
    while (crew->count) {
      CrewThread *thread = crew->threads[--crew->count];
      thread->nextUnused = unusedThreads;
      unusedThreads = thread;
    }
    crew->inner = unusedCrews;
    unusedCrews = crew;
  }
}

/// Without a key, crews of threads that end are not used again; nothing else depends on it.
static void watchEndOfThread() {
  static pthread_key_t endOfThread;
  static constinit std::atomic<bool> haveKey{false};
  {
    CrewLock lock;
    if (!haveKey.load(std::memory_order_relaxed) && pthread_key_create(&endOfThread, giveCrewsBack) == 0)
      haveKey.store(true, std::memory_order_relaxed);
  }
  if (haveKey.load(std::memory_order_relaxed))
    pthread_setspecific(endOfThread, &ownCrews);
}

/// Under the lock.
static void endThread(CrewThread *thread) {
  thread->crew = nullptr;
  thread->orders.increment();
}

void endCrews() {
  CrewLock lock;
  for (Crew *crew = ownCrews; crew; crew = crew->inner)
    while (crew->count)
      endThread(crew->threads[--crew->count]);
  while (CrewThread *thread = unusedThreads) {
    unusedThreads = thread->nextUnused;
    endThread(thread);
  }
}

Crew *takeCrew(uint32_t size) {
  if (!ownCrews)
    watchEndOfThread();
  Crew **link = &ownCrews;
  while (*link && (*link)->isBusy)
    link = &(*link)->inner;
  if (!*link)
    *link = makeCrew();
  Crew *crew = *link;
  if (!crew || !fillCrew(*crew, size - 1))
    return nullptr;
  crew->isBusy = true;
  return crew;
}

void startCrew(Crew &crew) {
  crew.signals = SignalMask::ofThread();
  happensBefore(&crew);
  for (uint32_t index = 0; index + 1 < crew.team.plan.size; ++index)
    crew.threads[index]->orders.increment();
}

void leaveCrew(Crew &crew) {
  crew.isBusy = false;
  if (crew.team.plan.tasks)
    return;
  MemberWait wait(crew.team.plan);
  uint32_t others = crew.team.plan.size - 1;
  crew.team.finished.waitUntil([others](uint32_t finished) { return finished == others; }, wait);
  happensAfter(&crew.team.finished);
}

} // namespace tactus

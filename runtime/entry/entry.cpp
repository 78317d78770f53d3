//===- entry.cpp - start, fork, end; the C interface --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The library's constructor costs a few microseconds and starts no thread; everything else waits for the first poll or
// the first promotion.
//
//===----------------------------------------------------------------------===//
#include "entry/last_thread.h"
#include "entry/statistics.h"
#include "libomp/context.h"
#include "maps/stack_maps.h"
#include "observe/events.h"
#include "observe/places.h"
#include "observe/trace.h"
#include "observe/trace_file.h"
#include "os/child_waits.h"
#include "os/clock.h"
#include "os/exported.h"
#include "os/loader_questions.h"
#include "os/process_generation.h"
#include "os/settings.h"
#include "os/thread_start.h"
#include "regions/display.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "regions/thread_limit.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "teams/crew.h"
#include "threads/beat_source.h"
#include "threads/thread.h"
#include "threads/watch.h"
#include "workers/sleepers.h"
#include "workers/strand_fiber.h"
#include "workers/task_wait.h"

#include "tactus/latent.h"
#include "tactus/tactus.h"

#include <atomic>
#include <pthread.h>

namespace tactus {

// fork() copies the calling thread only. Locks are taken before, so that what they protect is whole in the child.
static void beforeFork() {
  LoaderQuestion::stopBeforeFork();
  lockRegistry();
  lockPool();
  lockCrews();
  lockPlaces();
  lockTraceFile();
}

static void afterForkInParent() {
  unlockTraceFile();
  unlockPlaces();
  unlockCrews();
  unlockPool();
  unlockRegistry();
  LoaderQuestion::goOnInParent();
}

static void afterForkInChild() {
  ++processGeneration;
  LoaderQuestion::goOnInChild();
  settings.events = nullptr; // The file is the parent's.
  resetRegistryLock();
  resetPlacesLock();
  resetTraceFileLock();
  forgetOwnThreads();
  forgetWaits();
  watchInitialThreadOfChild();
  keepOwnRests();
  keepRegionsInChild(existingThread());
  startEvents();
  keepOnlyCurrentThread();
  resetBeats(existingThread());
  resetWatch(existingThread());
  resetPool(existingThread());
  forgetCrews();
  libomp::keepOnlyThisThread();
  forgetLibompsThreads();
  resetIcvsInChild();
  resetThreadLimitInChild();
  if (settings.trace)
    continueTraceInChild();
}

// Before the constructors of modules in the same image, which register themselves.
__attribute__((constructor(101))) static void start() {
  clock::start();
  readSettings();
  chooseBeatSource();
  prepareFibers();
  startThreadStates();
  countOwnThreads();
  watchInitialThread();
  startEvents();
  startTrace();
  lookAtLoadedLibraries();
  prepareDisplays();
  prepareThreadLimits();
  pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
}

/// Whether what the settings ask for has been written.
static std::atomic<bool> isFinished{false};

static void writeAll() {
  if (isFinished.exchange(true))
    return;
  reportStatistics();
  finishTrace();
  writeEvents();
}

__attribute__((destructor)) static void finish() {
  comeAfterThreads();
  writeAll();
}

} // namespace tactus

TACTUS_EXPORT void tactus_finish(void) { tactus::writeAll(); }

// These are here, where every program refers to them, so that the static library's constructor is linked in.
TACTUS_EXPORT void tactus_register_module(const tactus::abi::Module *module) {
  tactus::registerModule(module);
  tactus::publishVersions();
  tactus::displayForModule(*module);
}
TACTUS_EXPORT void tactus_unregister_module(const tactus::abi::Module *module) {
  tactus::unregisterModule(module);
  tactus::publishVersions();
}
TACTUS_EXPORT const char *tactus_version_string(void) { return TACTUS_VERSION; }
TACTUS_EXPORT unsigned tactus_worker_count(void) { return tactus::slotCount(); }
TACTUS_EXPORT void tactus_set_worker_limit(unsigned count) {
  tactus::limitSlots(tactus::SlotLimit::OfProgram, count ? count : UINT_MAX);
}

TACTUS_EXPORT uint64_t tactus_count(tactus_count_kind which) {
  tactus::Counters sum;
  tactus::sumCounters(sum);
  switch (which) {
  case TACTUS_COUNT_PROMOTIONS:
    return sum.promotions.get();
  case TACTUS_COUNT_BEATS:
    return sum.beatsSeen.get();
  case TACTUS_COUNT_STEALS:
    return sum.steals.get();
  case TACTUS_COUNT_IDLE_NANOSECONDS:
    return static_cast<uint64_t>(tactus::clock::microsecondsFromTicks(sum.idleTicks.get()) * 1000);
  }
  return 0;
}

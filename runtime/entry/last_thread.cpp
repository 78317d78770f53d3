//===- last_thread.cpp - a process ends with the last thread of the program's -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "entry/last_thread.h"

#include "os/child_waits.h"
#include "os/process_threads.h"
#include "os/signal_mask.h"
#include "os/thread_start.h"
#include "slots/pool.h"

#include <algorithm>
#include <cstdlib>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace tactus {

static pthread_key_t endOfInitialThread;
static bool haveKey;
/// What the initial thread has blocked: what is called at the end of the process finds that.
static SignalMask signalsAtEnd;
static constinit std::atomic<bool> isLooking{false};

/// Whether work is under way that nobody waits for.
static bool isAtWork() {
  return anyWork() || countSlots([](uint32_t activity) { return activity == WorkerSlot::Busy; }, 0) > 0;
}

static bool isProgramOver() {
  OwnThreads before = OwnThreads::now();
  ProcessThreads threads = ProcessThreads::now();
  // All but the initial one are libtactus' own.
  return threads.initialHasEnded() && before == OwnThreads::now() && threads.count == 1 + before.begun - before.ended &&
         !isAtWork();
}

/// The longer the program has gone on, the longer it may go on, and the less matters when its end is seen.
static void *look(void *) {
  constexpr uint64_t Shortest = 5, Longest = 500, Share = 16;
  prctl(PR_SET_NAME, "tactus-last");
  onlyServe();
  for (uint64_t age = 0; !isProgramOver();) {
    uint64_t milliseconds = std::clamp(age / Share, Shortest, Longest);
    timespec nap{0, static_cast<long>(milliseconds * 1000000)};
    nanosleep(&nap, nullptr);
    age += milliseconds;
  }
  serveNoMore();
  sigset_t signals = signalsAtEnd.set();
  pthread_sigmask(SIG_SETMASK, &signals, nullptr);
  exit(0);
}

/// Functions that are called at the end of the process get the stack that threads of the program's get.
static void startLooking() {
  if (isLooking.exchange(true))
    return;
  if (startThread(ThreadUse::Member, look, nullptr) != 0)
    isLooking = false;
}

/// If there are no threads of libtactus' own by now, the C library ends the process, unless some begin later.
static void endInitialThread(void *) {
  signalsAtEnd = SignalMask::ofThread();
  // A thread counts itself and then asks for this, so that it finds this or is found below.
  whenThreadBegins.store(startLooking, std::memory_order_seq_cst);
  OwnThreads own = OwnThreads::now();
  if (own.begun != own.ended)
    startLooking();
}

void watchInitialThreadOfChild() {
  isLooking = false;
  whenThreadBegins = nullptr;
  if (haveKey)
    pthread_setspecific(endOfInitialThread, &endOfInitialThread);
}

void watchInitialThread() {
  haveKey = pthread_key_create(&endOfInitialThread, endInitialThread) == 0;
  // Another thread may have loaded the library.
  if (haveKey && syscall(SYS_gettid) == getpid())
    pthread_setspecific(endOfInitialThread, &endOfInitialThread);
}

} // namespace tactus

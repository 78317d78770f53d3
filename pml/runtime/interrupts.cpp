//===- interrupts.cpp - what comes between two allocations ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/interrupts.h"
#include "pml/runtime/main.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

#include <cerrno>
#include <csignal>
#include <semaphore.h>

namespace tactus::pml {

constinit bool isInterruptRaised = false;
/// Bit 0 for collections, others for the signals of that number. All of these are written by signals' handlers at any
/// time: relaxed, since each is looked at again.
static constinit uint64_t pending = 0;
static constinit bool wantsCollections = false;
static constinit Thread *program = nullptr;
/// Counts what has become pending.
static sem_t arrivals;

enum Watch : int64_t { ByDefault = 0, Ignored = 1, Handled = 2 };

void runsProgram(Thread &thread) { __atomic_store_n(&program, &thread, __ATOMIC_SEQ_CST); }

bool isInterrupted(const Thread &thread) {
  return __atomic_load_n(&isInterruptRaised, __ATOMIC_SEQ_CST) &&
         __atomic_load_n(&program, __ATOMIC_RELAXED) == &thread;
}

static void raiseInterrupt(unsigned which) {
  __atomic_fetch_or(&pending, uint64_t{1} << which, __ATOMIC_RELAXED);
  __atomic_store_n(&isInterruptRaised, true, __ATOMIC_SEQ_CST);
  if (Thread *thread = __atomic_load_n(&program, __ATOMIC_SEQ_CST))
    __atomic_store_n(&thread->limit, 0, __ATOMIC_SEQ_CST);
}

void noteCollection() {
  if (wantsCollections)
    raiseInterrupt(0);
}

static void noteSignal(int signal) {
  int problem = errno;
  raiseInterrupt(static_cast<unsigned>(signal));
  sem_post(&arrivals);
  errno = problem;
}

void serveInterrupts(Thread &thread) {
  while (isInterrupted(thread)) {
    __atomic_store_n(&isInterruptRaised, false, __ATOMIC_SEQ_CST);
    uint64_t result[ResultHeadBytes / sizeof(uint64_t)] = {};
    {
      // Inside is who begins a task.
      Outside outside;
      pml_program.interrupt(result);
    }
    if (thread.exception)
      endWithException();
    absorbTask(thread, result);
  }
}

/// Of those that are not blocked.
static uint64_t pendingBut(uint64_t blocked) { return __atomic_load_n(&pending, __ATOMIC_RELAXED) & ~blocked; }

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

/// How a signal is treated from now on, 0 for collections. An error, or 0.
int64_t pml_signal_watch(int64_t signal, int64_t how) {
  static bool hasBegun = false;
  if (!hasBegun)
    sem_init(&arrivals, 0, 0);
  hasBegun = true;
  if (!program)
    runsProgram(pml_thread);
  if (signal == 0) {
    wantsCollections = how == Handled;
    return 0;
  }
  struct sigaction action{};
  action.sa_handler = how == Handled ? noteSignal : SIG_IGN;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  if (signal < 0 || signal >= NSIG || sigaction(static_cast<int>(signal), &action, nullptr) != 0)
    return EINVAL;
  if (how == ByDefault)
    watchSignal(static_cast<int>(signal));
  return 0;
}

/// What has come first of what is pending and not blocked, which is no longer pending; negative if there is nothing.
int64_t pml_signal_next(uint64_t blocked) {
  uint64_t found = pendingBut(blocked);
  if (!found)
    return -1;
  int64_t which = __builtin_ctzll(found);
  __atomic_fetch_and(&pending, ~(uint64_t{1} << which), __ATOMIC_RELAXED);
  return which;
}

/// Waits until a signal is pending that is not blocked.
void pml_signal_wait(uint64_t blocked) {
  PML_SAFEPOINT();
  Outside outside;
  while (!(pendingBut(blocked) & ~uint64_t{1}))
    sem_wait(&arrivals);
}

} // extern "C"

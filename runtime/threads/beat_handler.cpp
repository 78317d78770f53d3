//===- beat_handler.cpp - the signal of a beat -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The handler may interrupt anything: the program, the C library, libtactus itself. It touches its own thread's state
// and credit only, allocates nothing, takes no lock, and calls nothing but the clock. Only where it has met the
// program's own code that says so does it do more: it polls (heartbeat/interrupt.cpp).
//
// Ours are the signals that carry beatMark(), and those of the thread's own event counter. All others go to the handler
// that was there before. A handler that the program installs later replaces this one; then beats are taken by the
// clock.
//
//===----------------------------------------------------------------------===//
#include "maps/versions.h"
#include "os/clock.h"
#include "os/float_control.h"
#include "os/machine_context.h"
#include "os/settings.h"
#include "os/signal_chain.h"
#include "os/system_calls.h"
#include "threads/beat_senders.h"
#include "threads/beat_source.h"
#include "threads/watch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

namespace tactus {

/// Written once, before the first signal is asked for.
static struct sigaction previousAction;
static char markOfBeat;

/// The same for a signal that brings an offer.
static char markOfOffer;

static sigval valueOf(char &mark) {
  sigval value{};
  value.sival_ptr = &mark;
  return value;
}

sigval beatMark() { return valueOf(markOfBeat); }
sigval offerMark() { return valueOf(markOfOffer); }

// Not pthread_kill(): the thread may have ended, and its handle with it. The kernel's number is checked by the kernel.
void sendSignal(pid_t process, pid_t thread, sigval mark) {
  auto number = static_cast<int>(settings.beatSignal);
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = number;
  info.si_code = SI_QUEUE;
  info.si_pid = process;
  info.si_uid = getuid();
  info.si_value = mark;
  syscall(SYS_rt_tgsigqueueinfo, process, thread, number, &info);
}

static bool isOurs(const siginfo_t &info, const ThreadState *thread) {
  if (info.si_code == SI_QUEUE || info.si_code == SI_TIMER)
    return info.si_value.sival_ptr == &markOfBeat;
  return thread && thread->beatCounter >= 0 && info.si_code > 0 && info.si_fd == thread->beatCounter;
}

/// Code that waits for interrupts goes on in its other version, which takes the beat at its next point. False if the
/// signal has met other code.
static bool divert(ThreadState &thread, void *context) {
  if (uintptr_t destination = destinationOf(machine::interruptedBy(context).address)) {
    machine::goOnAt(context, destination);
    thread.counters.beatsDiverted.add();
    return true;
  }
  return false;
}

static StackFrame frameOf(const void *context) {
  machine::Interrupted code = machine::interruptedBy(context);
  return {code.address, code.stackPointer, code.framePointer, code.basePointer};
}

/// Has the signal met a system call? That has ended, or will be made again: either way the instruction is beside it.
static bool isInSystemCall(const void *context) {
  using machine::SystemCall;
  const auto *next = reinterpret_cast<const uint8_t *>(frameOf(context).address);
  return memcmp(next - sizeof SystemCall, SystemCall, sizeof SystemCall) == 0 ||
         memcmp(next, SystemCall, sizeof SystemCall) == 0;
}

static BeatNeed needOf(ThreadState &thread, const void *context) {
  if (!thread.isInRuntime)
    return redirectBeat(thread, frameOf(context));
  // A worker that looks for a task, or sleeps until there is one, begins with a beat of its own when it has found one.
  return thread.isWorker && !thread.task ? BeatNeed::None : BeatNeed::Again;
}

static void deliver(ThreadState &thread, void *context) {
  // The kernel sends a signal for a beat that it could do nothing with.
  receiveKernelBeat(thread);
  uint32_t phase = thread.beatPhase.load(std::memory_order_relaxed);
  // Sent to a thread that has ended, whose number is this one's now; or the second signal of one beat.
  if (phase == BeatState::Silent || (phase == BeatState::Delivered && !haveVersions()))
    return;
  uint64_t now = clock::now();
  if (phase == BeatState::Delivered) {
    thread.counters.beatsRepeated.add();
  } else {
    countDelivery(thread, now);
    thread.beatDeliveredAt.store(now, std::memory_order_relaxed);
    thread.beatPhase.store(BeatState::Delivered, std::memory_order_seq_cst);
    // A poll that is running has read it already, or will: the next one does.
    *const_cast<volatile uint64_t *>(&thread.nextBeat) = 0;
  }
  // Unless a poll is about to write the credit, or compiled code has. Then the next signal of this beat does it: code
  // without polls uses up no credit, and would never ask for another beat.
  if (!thread.isInRuntime && !isHastened())
    *const_cast<volatile int64_t *>(&tactus_credit) = tactus_credit - Haste;
  if (!haveVersions())
    return;
  bool isMoved = !thread.isInRuntime && divert(thread, context);
  if (!isMoved && !thread.isInRuntime && takeBeatAtOnce(thread, frameOf(context)))
    return;
  BeatNeed need = isMoved ? BeatNeed::OnItsWay : needOf(thread, context);
  if (need == BeatNeed::Again || need == BeatNeed::None)
    thread.counters.beatsElsewhere.add();
  // The thread may leave the function before a point, or the signal has met other code.
  if (need == BeatNeed::Again && thread.beatMovedAt.load(std::memory_order_relaxed) != 0)
    need = BeatNeed::OnItsWay;
  repeatBeat(thread, now, need, !isMoved && isInSystemCall(context));
  // The handler's own time is not part of the way.
  if (isMoved)
    thread.beatMovedAt.store(clock::now(), std::memory_order_relaxed);
}

/// Calls that the kernel ends early, whatever the handler does (signal(7)), and whose arguments say the same if they
/// are made again.
static bool mayCallAgain(int64_t call) {
  switch (call) {
  case SYS_nanosleep:
  case SYS_clock_nanosleep:
  case SYS_futex:
  case SYS_poll:
  case SYS_ppoll:
  case SYS_select:
  case SYS_pselect6:
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
    return true;
  default:
    return false;
  }
}

/// The thread makes such a call again. The watcher sends nothing where that would take long
/// (heartbeat/blocking_calls.h), but the thread may have entered one since: then it has just begun.
static void callAgain(void *context) {
  int64_t call = machine::endedSystemCall(context, EINTR);
  if (call >= 0 && mayCallAgain(call))
    machine::goOnAt(context, machine::interruptedBy(context).address - machine::SystemCallBytes);
}

/// Whether the thread has been found in the very same state before: all registers, and what is on top of its stack.
/// What computes goes on meanwhile; what waits for another comes back to where it was.
static bool isWaiting(ThreadState &thread, const void *context) {
  if (settings.isUnderValgrind)
    return false;
  constexpr uintptr_t BytesOfStack = 256;
  uintptr_t from = frameOf(context).stackPointer;
  uintptr_t bytes = from < thread.stack.end ? std::min(thread.stack.end - from, BytesOfStack) : 0;
  uint64_t state = machine::hashOfRegisters(context, machine::hashOf(reinterpret_cast<const void *>(from), bytes, 0));
  auto &states = thread.statesMet;
  bool isKnown = std::find(std::begin(states), std::end(states), state) != std::end(states);
  states[thread.countOfStates++ % std::size(states)] = state;
  if (isKnown)
    thread.isSeenWaiting.store(true, std::memory_order_relaxed);
  return isKnown;
}

/// The watcher has something for the thread. If that cannot be taken here, the next poll is to take it.
static void takeOffer(ThreadState &thread, const void *context) {
  if (thread.isInRuntime || takeOfferAtOnce(thread, frameOf(context), isWaiting(thread, context)))
    return;
  *const_cast<volatile uint64_t *>(&thread.nextBeat) = 0;
  if (!isHastened())
    *const_cast<volatile int64_t *>(&tactus_credit) = tactus_credit - Haste;
}

static bool isOffer(const siginfo_t &info) {
  return info.si_code == SI_QUEUE && info.si_value.sival_ptr == &markOfOffer;
}

static bool isIgnoredByDefault(int signal) {
  return signal == SIGURG || signal == SIGCHLD || signal == SIGWINCH || signal == SIGCONT;
}

static void handleBeat(int signal, siginfo_t *info, void *context) {
  int error = errno;
  ThreadState *thread = existingThread();
  bool isForUs = isOffer(*info) || isOurs(*info, thread);
  // What is promoted here rounds as the code that the signal has met, and blocks what that blocks.
  if (thread && isForUs) {
    FloatControl::ofInterrupted(context).apply();
    thread->signalsWhenMet = &static_cast<const ucontext_t *>(context)->uc_sigmask;
  }
  if (isOffer(*info)) {
    if (thread)
      takeOffer(*thread, context);
    offerSignalsMet.fetch_add(1, std::memory_order_relaxed);
    callAgain(context);
  } else if (isForUs) {
    if (thread)
      deliver(*thread, context);
  } else if (!callHandler(previousAction, signal, info, context) && previousAction.sa_handler == SIG_DFL &&
             !isIgnoredByDefault(signal)) {
    raiseDefault(signal);
  }
  if (thread && isForUs)
    thread->signalsWhenMet = nullptr;
  errno = error;
}

static void install() {
  auto number = static_cast<int>(settings.beatSignal);
  struct sigaction action{};
  action.sa_sigaction = handleBeat;
  // SA_RESTART: a program that expects no signals does not expect EINTR.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(number, nullptr, &previousAction) != 0)
    return;
  if (hasHandler(previousAction))
    action.sa_mask = previousAction.sa_mask;
  sigaction(number, &action, nullptr);
}

void installBeatHandler() {
  static constinit pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}

void unblockBeatSignal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, static_cast<int>(settings.beatSignal));
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

} // namespace tactus

//===- interrupt.cpp - a beat that is taken where its signal has come -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Forks that wait for interrupts have no promotion points. Nor do they need any: of a frame that is in a call nothing
// has to be brought to a point, because its stack map says what is latent in the call. So the signal's handler is
// itself the poll of all frames but the one that it has interrupted (frames/interrupted.h).
//
// Why that is safe. The interrupted code is the program's, so it holds no lock of ours and none of the C library's, and
// what a poll may do there a handler may do as well. What could be half done is the list of explicit records, which
// compiled code changes by itself: it is left alone. A second signal of the beat's number is blocked meanwhile; other
// handlers find the thread in the runtime.
//
//===----------------------------------------------------------------------===//
#include "frames/interrupted.h"
#include "frames/latent_work.h"
#include "frames/redirection.h"
#include "heartbeat/poll.h"
#include "os/clock.h"
#include "os/settings.h"
#include "tasks/task.h"
#include "threads/beat_senders.h"
#include "workers/promotion.h"
#include "workers/siblings.h"

#include <signal.h>

namespace tactus {

/// A promotion takes 24 KiB, to read unwind tables takes 1.
static constexpr uintptr_t RoomToPromote = 40 << 10, RoomToRedirect = 3 << 10;

/// A handler may have a stack of its own, which may be small.
static bool hasRoom(uintptr_t room) {
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) != 0 || !(stack.ss_flags & SS_ONSTACK))
    return true;
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - reinterpret_cast<uintptr_t>(stack.ss_sp) >= room;
}

/// ThreadSanitizer calls handlers later, somewhere else, and hands them the registers of the place where the signal had
/// come.
static bool areRegistersTrue() { return !__tsan_acquire; }

/// Not inlined, so that what it finds is not on the stack during the poll.
[[gnu::noinline]] static bool hasLatent(ThreadState &thread, const MapTable &table, const CallerState &caller,
                                        uint64_t now) {
  if (!thread.walks.allowsWalkAt(now))
    return false;
  LatentWork work;
  collectLatent(thread, table, caller, 0, work);
  // Otherwise the poll that follows walks again, and pays.
  if (work.count == 0)
    chargeWalk(thread, now);
  return work.count > 0;
}

bool takeBeatAtOnce(ThreadState &thread, StackFrame frame) {
  // First of all, whether the code is marked: libtactus' own may hold the lock that is needed for the table.
  if (settings.eager || !areRegistersTrue() || !hasRoom(RoomToPromote) || !stepOut(frame, FrameKind::Interrupted))
    return false;
  thread.isInRuntime = true;
  thread.skipsRecords = true;
  bool isTaken = false;
  if (const MapTable *table = holdTable(thread)) {
    CallerState caller;
    uint64_t now = clock::now();
    isTaken =
        findMappedFrame(*table, frame, caller) && (isIdleBeat(thread, now) || hasLatent(thread, *table, caller, now));
    releaseTable(thread);
    if (isTaken) {
      PollOrigin origin{PollOrigin::Frame};
      origin.isInterrupted = true;
      tactus_credit = poll(thread, caller, origin);
      thread.counters.beatsTakenAtOnce.add();
    }
  }
  thread.skipsRecords = false;
  thread.isInRuntime = false;
  return isTaken;
}

/// The thread may have a small stack. A handler with a stack of its own has that.
static bool hasRoomOnStack(const ThreadState &thread) {
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const StackRange &stack = thread.watchedStack;
  return here < stack.lowest || here >= stack.end || here - stack.lowest >= RoomToPromote;
}

bool takeOfferAtOnce(ThreadState &thread, StackFrame frame) {
  if (!areRegistersTrue() || !hasRoom(RoomToPromote) || !hasRoomOnStack(thread))
    return false;
  thread.isInRuntime = true;
  bool hasBegun = beginSiblingsAtOnce(thread, frame);
  thread.isInRuntime = false;
  return hasBegun;
}

bool redirectBeat(ThreadState &thread, StackFrame frame) {
  if (!areRegistersTrue() || !hasRoom(RoomToRedirect))
    return false;
  Redirection outcome = redirectReturn(thread.stack, frame);
  if (outcome == Redirection::New)
    thread.counters.beatsRedirected.add();
  return outcome != Redirection::None;
}

} // namespace tactus

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
#include "threads/stack_room.h"
#include "workers/promotion.h"
#include "workers/siblings.h"

namespace tactus {

/// To read unwind tables takes 1 KiB.
static constexpr uintptr_t RoomToRedirect = 3 << 10;

/// ThreadSanitizer calls handlers later, somewhere else, and hands them the registers of the place where the signal had
/// come.
static bool areRegistersTrue() { return !__tsan_acquire; }

static bool hasLatent(ThreadState &thread, const MapTable &table, const CallerState &caller, uint64_t now) {
  if (!thread.walks.allowsWalkAt(now))
    return false;
  LatentWork *work = emptyWork(thread);
  if (!work)
    return false;
  collectLatent(thread, table, caller, 0, *work);
  // Otherwise the poll that follows walks again, and pays.
  if (work->count == 0)
    chargeWalk(thread, now);
  return work->count > 0;
}

bool takeBeatAtOnce(ThreadState &thread, StackFrame frame) {
  // First of all, whether the code is marked: libtactus' own may hold the lock that is needed for the table.
  if (settings.eager || !areRegistersTrue() || !hasRoom(thread, RoomToPromote) ||
      !stepOut(frame, FrameKind::Interrupted))
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

bool takeOfferAtOnce(ThreadState &thread, StackFrame frame, bool isWaiting) {
  if (!areRegistersTrue() || !hasRoom(thread, RoomToPromote))
    return false;
  thread.isInRuntime = true;
  bool hasBegun = beginSiblingsAtOnce(thread, frame, isWaiting);
  thread.isInRuntime = false;
  return hasBegun;
}

BeatNeed redirectBeat(ThreadState &thread, StackFrame frame) {
  if (!areRegistersTrue() || !hasRoom(thread, RoomToRedirect))
    return BeatNeed::Again;
  const MapTable *table = holdTableAtOnce(thread);
  Redirection found = redirectReturn(table, thread.stack, frame, thread.anchor);
  if (table)
    releaseTable(thread);
  if (found.isNew)
    thread.counters.beatsRedirected.add();
  switch (found.way) {
  case WayToPoint::Unknown:
    return BeatNeed::Again;
  case WayToPoint::Likely:
    return BeatNeed::OnItsWay;
  case WayToPoint::Sure:
    return BeatNeed::Arrives;
  case WayToPoint::NobodyWaits:
    return BeatNeed::None;
  }
  return BeatNeed::Again;
}

} // namespace tactus

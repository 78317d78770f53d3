//===- beats.cpp - compiled TPAL that waits for interrupts ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A signal moves a thread into the destination version of the function that it meets (maps/versions.h). TPAL's tasks
// and procedures are many functions, and a beat must not be lost on the way from one to the next. So whoever comes to
// an end in its destination version has its caller go on in the caller's: it changes its own return address, on its own
// stack, just before it returns. Where that cannot be, the beat's signal comes again.
//
//===----------------------------------------------------------------------===//
#include "frames/return_stubs.h"
#include "heartbeat/poll.h"
#include "maps/versions.h"
#include "os/exported.h"
#include "os/settings.h"
#include "threads/beat_source.h"
#include "tpal/run.h"

using namespace tactus;

/// Has a call return into the destination version, if the code that has called has one.
static void returnToDestination(uintptr_t &returnAddress) {
  // A shadow stack would not let it.
  if (uintptr_t destination = mayReplaceReturns() ? destinationOf(returnAddress) : 0)
    returnAddress = destination;
}

TACTUS_EXPORT uint64_t tactus_tpal_peek() {
  if (ThreadState *thread = existingThread()) {
    if (passesPoint(*thread))
      return 0;
    receiveKernelBeat(*thread);
  }
  int64_t credit = tactus_handler_peek(nullptr);
  if (credit < 0)
    return 1;
  tactus_credit = credit;
  return 0;
}

extern "C" {
/// What the trampolines of the same names call, with the place of their return address.
void tactus_tpal_begin_slow(uintptr_t *returnAddress);
void tactus_tpal_onward_slow(uintptr_t *returnAddress);
}

void tactus_tpal_begin_slow(uintptr_t *returnAddress) {
  if ((tactus_credit <= 0 || settings.promotesAlways()) && tactus_tpal_peek())
    returnToDestination(*returnAddress);
}

void tactus_tpal_onward_slow(uintptr_t *returnAddress) {
  if (settings.promotesAlways())
    returnToDestination(*returnAddress);
}

TACTUS_EXPORT void tactus_tpal_pass_beat(uintptr_t *returnAddress) { returnToDestination(*returnAddress); }

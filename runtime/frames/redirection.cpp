//===- redirection.cpp - a call of other code returns to a promotion point -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/redirection.h"

#include "frames/return_stubs.h"
#include "frames/stack_walk.h"
#include "maps/versions.h"

namespace tactus {

/// Does a call instruction end at an address? E8 with a distance, or FF /2 with an address of any form.
static bool isBehindCall(uintptr_t address) {
  const auto *end = reinterpret_cast<const uint8_t *>(address);
  if (end[-5] == 0xe8)
    return true;
  constexpr int Shortest = 2, Longest = 7;
  for (int size = Shortest; size <= Longest; ++size)
    if (end[-size] == 0xff && (end[1 - size] >> 3 & 7) == 2)
      return true;
  return false;
}

TACTUS_READS_FOREIGN_STACK static void replaceWord(uintptr_t address, uintptr_t value) {
  *reinterpret_cast<volatile uintptr_t *>(address) = value;
}

namespace {

/// What a call in a frame with versions, or with a map, means for the beat.
struct Call {
  uintptr_t counterpart;
  bool isPending;
  const MapHit *hit;
  LatentAtCall latent;

  bool hasVersions() const { return counterpart || isPending; }
};

} // namespace

static Call callOf(const MapTable *table, const StackFrame &frame) {
  // A call may be the last instruction of its function.
  uintptr_t call = frame.address - 1;
  bool isPending = isInDestination(call);
  Call found{isPending ? 0 : destinationOf(call), isPending, table ? table->find(frame.address) : nullptr,
             LatentAtCall::Nothing};
  if (found.hit)
    found.latent = latentAtCall(*found.hit, frame);
  return found;
}

/// The frame goes on in its destination version.
static Redirection redirect(const Call &call, const StackFrame &frame) {
  bool isSure = call.latent == LatentAtCall::Loop;
  if (call.isPending)
    return {isSure ? WayToPoint::Sure : WayToPoint::Likely, false};
  if (!isBehindCall(frame.address) || !mayReplaceReturns())
    return {};
  replaceWord(frame.returnAddressAt, call.counterpart + 1);
  return {isSure ? WayToPoint::Sure : WayToPoint::Likely, true};
}

Redirection redirectReturn(const MapTable *table, const StackRange &stack, StackFrame frame, bool isInTask) {
  // A quarter of a microsecond each.
  constexpr unsigned MostFrames = 32;
  FrameKind kind = FrameKind::Foreign;
  for (unsigned count = 0; count < MostFrames; ++count) {
    FrameRule rule = findFrameRule(frame.address, kind);
    // Without a table of ours nobody knows what has been passed on the way.
    if (rule.kind == FrameRule::Outermost && table)
      return {WayToPoint::NobodyWaits, false};
    if (!stepOut(frame, rule, stack))
      return {};
    // What is behind the base of a task is not what its code has called.
    if (isTaskReturn(frame.address))
      return {isInTask || !table ? WayToPoint::Unknown : WayToPoint::NobodyWaits, false};
    kind = FrameKind::Calling;
    // A promoted fork is known where it returns.
    if (isReturnStub(frame.address)) {
      frame.address = *originalReturn(frame.address) + 1;
      continue;
    }
    Call call = callOf(table, frame);
    if (call.hasVersions() && (!call.hit || call.latent == LatentAtCall::Loop))
      return redirect(call, frame);
    if (call.latent == LatentAtCall::Fork)
      return {};
    // A loop without versions polls.
    if (call.latent == LatentAtCall::Loop)
      return {WayToPoint::Sure, false};
  }
  return {};
}

} // namespace tactus

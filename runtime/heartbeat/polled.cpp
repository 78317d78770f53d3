//===- polled.cpp - who polls -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/polled.h"
#include "frames/latent_work.h"
#include "frames/stack_walk.h"

namespace tactus {

using namespace abi;

static Polled polledLoop(LoopSlot *slot, uint64_t iteration, bool isLeaf) {
  return {const_cast<int64_t *>(&slot->descriptor->weight), isLeaf ? slot : nullptr, iteration, 0};
}

static Polled findInnermost(const MapTable &table, const CallerState &caller) {
  const MapHit *hit = table.find(caller.returnAddress);
  if (!hit || hit->record->entryCount == 0)
    return {};
  FrameRegisters registers{caller.stackPointer, caller.framePointer, caller.basePointer, true, true, 0};
  LoopSlot *slot;
  uint64_t iteration;
  const MapEntry *innermost = nullptr;
  hit->forEachEntry([&](const MapEntry &entry) { innermost = &entry; });
  if (!innermost || innermost->kind == abi::FirstBranch ||
      !readLoop(*static_cast<const MapLoop *>(innermost), registers, iteration, slot) || !slot->descriptor)
    return {};
  Polled polled = polledLoop(slot, iteration, slot->descriptor->flags & LeafLoop);
  // Between two polls of a leaf loop nobody else polls.
  if (polled.leaf)
    polled.ahead = slot->end - iteration;
  return polled;
}

/// What polls through an explicit record: the youngest.
static Polled polledRecord() {
  tactus_latent &latent = *tactus_latent_top;
  if (latent.kind == TACTUS_LATENT_FORK)
    return {&latent.fork.descriptor->weight, nullptr, 0, 0};
  // Whether such a loop is a leaf is not known; if it is not, more is charged than its own iterations.
  tactus_loop_record &loop = loopOf(latent);
  Polled polled = polledLoop(slotOf(&loop.slot), loop.strip.iteration, true);
  if (latent.flags & TACTUS_LOOP_BEGINS)
    polled.ahead = loop.slot.end - loop.strip.iteration;
  return polled;
}

Polled findPolled(const PollOrigin &origin, const MapTable &table, const CallerState &caller) {
  if (origin.isInterrupted)
    return {};
  switch (origin.kind) {
  case PollOrigin::Frame:
    return findInnermost(table, caller);
  case PollOrigin::Record:
    return polledRecord();
  case PollOrigin::Handler:
    break;
  }
  return {origin.weight, nullptr, 0, 0};
}

} // namespace tactus

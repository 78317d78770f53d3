//===- polled.h - who polls ---------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_HEARTBEAT_POLLED_H
#define TACTUS_RUNTIME_HEARTBEAT_POLLED_H

#include "abi/loops.h"
#include "frames/slow_calls.h"
#include "maps/stack_maps.h"

struct tactus_latent;

namespace tactus {

/// The loop or fork that polls.
struct Polled {
  /// Of its descriptor; null if it is not known.
  int64_t *weight = nullptr;
  /// Null for a fork, and for a loop whose iterations between two polls say nothing about its price.
  abi::LoopSlot *leaf = nullptr;
  uint64_t iteration = 0;
  /// The iterations that are left of a loop whose first poll comes where it begins, if this may be that one; else 0.
  uint64_t ahead = 0;
};

/// Who polls: a compiled frame, which its stack map describes, the youngest explicit record, or code with a handler.
struct PollOrigin {
  enum Kind { Frame, Record, Handler };
  Kind kind;
  /// Of code with a handler.
  int64_t *weight = nullptr;
  /// Whether it only wants to know if there is anything to do, and that it is so.
  bool onlyPeeks = false, hasWork = false;
  /// A frame that waits for interrupts, where time and credit say nothing about each other.
  bool isInterrupted = false;
  bool runsHandler = false;
  /// The record that was made for this poll, of a fork in the calling frame.
  const tactus_latent *fork = nullptr;
  /// Of a fork with TACTUS_FORK_IS_WATCHED.
  bool isWatched = false;
};

/// The loop or fork of a poll, as far as it is known. `table` is held by the thread that polls (maps/stack_maps.h).
Polled findPolled(const PollOrigin &origin, const MapTable &table, const CallerState &caller);

} // namespace tactus

#endif // TACTUS_RUNTIME_HEARTBEAT_POLLED_H

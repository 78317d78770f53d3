//===- frame_rules.h - the rules of frames that a thread has met ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// To find a rule in the unwind tables takes a quarter of a microsecond, and the frames of other code on a thread's
// stack are the same few from walk to walk. So the thread remembers rules, by the address that they are for.
//
// What is remembered is what it depends on: the code. Nothing of the stack is, neither where a frame was nor what its
// registers were, so each walk finds each frame as it is now. Code at one address may change when an object is unloaded
// and another comes to its place; therefore the bytes around the call are compared as well.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_FRAME_RULES_H
#define TACTUS_RUNTIME_MAPS_FRAME_RULES_H

#include "maps/frame_step.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

/// Owned by a thread.
class FrameRules {
  struct Cell {
    uintptr_t address;
    /// The aligned 16 bytes in which the call ends.
    uint64_t code[2];
    FrameRule rule;
  };
  static constexpr size_t CellCount = 128;

  /// Made at the first search, and kept: workers have none as long as their tasks call nobody who calls back.
  Cell *cells = nullptr;
  /// Serves where there is no memory for them.
  Cell single{};
  uint64_t tableVersion = 0;

  Cell &cellOf(uintptr_t address);

public:
  /// The rule of a frame that is in a call and will go on at `address`, which is not 0. Valid until the next search.
  const FrameRule &find(uintptr_t address);
  /// Code has come or gone since `version` was another.
  void keepFor(uint64_t version);
};

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_FRAME_RULES_H

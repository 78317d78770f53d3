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

Redirection redirectReturn(const StackRange &stack, StackFrame frame) {
  // A quarter of a microsecond each. Programs that have nothing but forks have nowhere to return to.
  constexpr unsigned MostFrames = 32;
  if (allVersions().empty() || shadowStackPointer())
    return Redirection::None;
  FrameKind kind = FrameKind::Foreign;
  for (unsigned count = 0; count < MostFrames; ++count) {
    // What is behind the base of a task is not what its code has called.
    if (!stepOut(frame, kind, stack) || isTaskReturn(frame.address))
      return Redirection::None;
    kind = FrameKind::Calling;
    // A call may be the last instruction of its function.
    uintptr_t call = frame.address - 1;
    if (isInDestination(call))
      return Redirection::Pending;
    uintptr_t counterpart = destinationOf(call);
    if (!counterpart)
      continue;
    if (!isBehindCall(frame.address))
      return Redirection::None;
    replaceWord(frame.rsp - sizeof(uintptr_t), counterpart + 1);
    return Redirection::New;
  }
  return Redirection::None;
}

} // namespace tactus

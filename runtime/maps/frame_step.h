//===- frame_step.h - from a frame to the one that called it -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One row of an unwind table says, for each instruction of a function, where the frame's upper end is and where the
// caller's registers have been saved (DWARF 5, §6.4). This reads it for the few registers that the walk of the stack
// needs, takes no lock, and allocates nothing: for the handler of a beat, which meets code at any instruction.
//
// Not understood, and refused: rules that are expressions, as those of PLT entries and of signal frames.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_FRAME_STEP_H
#define TACTUS_RUNTIME_MAPS_FRAME_STEP_H

#include "os/thread_stack.h"

#include <cstdint>

namespace tactus {

struct StackFrame {
  /// The instruction that comes next: a return address, or where a signal has interrupted the frame.
  uintptr_t address;
  uintptr_t rsp, rbp, rbx;
};

enum class FrameKind {
  Calling,
  /// Interrupted at any instruction, and to be refused unless it is marked (abi/modules.h).
  Interrupted,
  /// Interrupted at any instruction, marked or not.
  Foreign,
};

/// Replaces the frame by its caller's. False, and nothing is changed, if its table is missing or not understood, or if
/// that leads out of `range`: the tables of other code may be wrong.
bool stepOut(StackFrame &frame, FrameKind kind, const StackRange &range = {});

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_FRAME_STEP_H

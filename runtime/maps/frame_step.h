//===- frame_step.h - from a frame to the one that called it -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One row of an unwind table says, for each instruction of a function, where the frame's upper end is and where the
// caller's registers have been saved (DWARF 5, §6.4). This reads it for the few registers that the walk of the stack
// needs, takes no lock, and allocates nothing: for the handler of a beat, which meets code at any instruction.
//
// A rule is a function of the code alone. So it may be remembered; where a frame ends and what its registers are may
// not, for that is another in each call, and in functions with arrays of variable length in each iteration.
//
// Not understood, and refused: expressions other than a register, a distance and a load, such as those of PLT entries,
// and signal frames.
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
  uintptr_t stackPointer, framePointer, basePointer;
  bool framePointerKnown = true, basePointerKnown = true;
  /// Where `address` lies as a return address; 0 where that is not known.
  uintptr_t returnAddressAt = 0;

  bool isKnown() const { return framePointerKnown && basePointerKnown; }
};

/// Where the caller's value of a register is.
struct RegisterRule {
  enum Kind : uint8_t { InPlace, Saved, SavedAtFramePointer, Unknown };
  Kind kind = Unknown;
  /// From the frame's upper end, or from the frame pointer.
  int32_t offset = 0;
};

/// How to get from a frame at a certain instruction to its caller's.
struct FrameRule {
  enum Kind : uint8_t {
    /// The tables are missing, or say what is not understood here.
    Unknown,
    /// By the tables nobody has called.
    Outermost,
    Known,
  };
  Kind kind = Unknown;
  /// Of an outermost one: the tables say so, and do not only leave the function out.
  bool isSaidToBeOutermost = false;
  /// The upper end is at this distance from the stack or frame pointer, or the word there says where it is.
  bool isBaseFramePointer = false, isBaseLoaded = false;
  int32_t baseOffset = 0;
  /// Of the return address, from the upper end.
  int32_t returnOffset = 0;
  RegisterRule framePointer, basePointer;
};

enum class FrameKind {
  Calling,
  /// Interrupted at any instruction, and to be refused unless it is marked (abi/modules.h).
  Interrupted,
  /// Interrupted at any instruction, marked or not.
  Foreign,
};

FrameRule findFrameRule(uintptr_t address, FrameKind kind);

/// Replaces the frame by its caller's. False, and nothing is changed, if the rule is not known or needs a frame pointer
/// that is not, or if it leads out of `range`: the tables of other code may be wrong.
bool stepOut(StackFrame &frame, const FrameRule &rule, const StackRange &range = {});
bool stepOut(StackFrame &frame, FrameKind kind, const StackRange &range = {});

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_FRAME_STEP_H

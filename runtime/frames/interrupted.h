//===- interrupted.h - the stack of a thread that a signal has interrupted -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A poll is a call, of which a stack map says what is latent in its frame. A signal comes at any instruction, and of
// the frame that it meets nothing is known but the unwind table. All frames further out are in calls, as they are in a
// poll. So the walk begins with the first of them that has a map:
//
//     frame with a map       ◄── the CallerState that the walk begins with
//     frames without maps        of any code: they are in calls
//     interrupted frame          of code that is marked as interruptible (abi/modules.h)
//     signal handler
//
// Code that is not marked (the C library, libtactus, other compilers') may hold a lock that promoting needs, or change
// what promoting reads. There nothing is found.
//
// What begins siblings allocates nothing, and asks libomp nothing (workers/siblings.h). So it may happen in the
// program, and in what that has called of the C library, of libomp or of our locks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_INTERRUPTED_H
#define TACTUS_RUNTIME_FRAMES_INTERRUPTED_H

#include "maps/frame_step.h"
#include "maps/stack_maps.h"
#include "threads/frame_state.h"

namespace tactus {

/// The innermost frame with a map from `frame` on, which is in a call, as it will be when its call has returned. False
/// if there is none nearby. For signal handlers.
bool findMappedFrame(const MapTable &table, StackFrame frame, CallerState &caller);

/// The frames of a thread that a signal has met, as far as they are known. For signal handlers.
class MetStack {
public:
  /// The return address of the innermost frame with a record (regions/regions.h) lies at `endOfRecord`; UINTPTR_MAX if
  /// there is none.
  MetStack(const MapTable &table, StackFrame interrupted, uintptr_t endOfRecord, const StackRange &range);

  /// Where the walk begins: in a frame that is in a call.
  StackFrame caller{};

  /// Whether the signal has met the program, or what that has called of the C library, of libomp or of our locks, and
  /// all frames are known from there to the first one with a map, or of libtactus when it has called the program; or
  /// else, that what has the innermost record has called what is not known. Neither libtactus, nor what this has
  /// called: they may be in the middle of something.
  bool isProgram = false;

  /// Whether all frames between two addresses are known, and none is libomp's, which may run a region there.
  bool isFreeOfLibomp(uintptr_t from, uintptr_t to) const;
  bool isInLibomp() const { return callCount > 0; }

private:
  static constexpr unsigned MostCalls = 16;
  /// Up to where the frames are known.
  uintptr_t end = 0;
  /// Where libomp has been called.
  uintptr_t callsOfLibomp[MostCalls];
  unsigned callCount = 0;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_INTERRUPTED_H

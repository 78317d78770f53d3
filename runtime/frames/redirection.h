//===- redirection.h - a call of other code returns to a promotion point -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The signal of a beat may meet code that has no versions: the C library, or other compilers' code. It cannot be moved
// itself, but its caller can, while it waits for the call. The return address on the stack is in the source version,
// and its counterpart in the destination version is one distance away:
//
//     frame of F    │ …                      │
//                   │ return address into F  │ ──► return address into F.beat: takes the next point
//     other frames  │ …                      │
//     interrupted   │ …                      │ ◄── signal
//
// So the call returns into the destination version, or throws into it, and all that an unwinder, a debugger or
// setjmp() may read of the frame is as true as before: both are whole functions, with tables of their own. Nothing has
// to be undone if the call never returns, or returns on another thread.
//
// The way from the interrupted instruction outwards is read from unwind tables, and these are other compilers': no word
// outside of the thread's own stack is touched, and only what is a return address of a source version behind a call
// instruction is changed. What that word is to anybody else does not matter: either value does.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_REDIRECTION_H
#define TACTUS_RUNTIME_FRAMES_REDIRECTION_H

#include "maps/frame_step.h"
#include "maps/stack_maps.h"

namespace tactus {

/// Will the thread come to a point once the interrupted call has returned?
enum class WayToPoint {
  /// Nothing is known, or what is known does not help.
  Unknown,
  /// A frame goes on in its destination version, and may leave that before a point.
  Likely,
  /// A frame goes on in a loop that has latent iterations, and has points or polls.
  Sure,
  /// All frames are known, and none has anything latent. Whoever begins something asks for a beat then.
  NobodyWaits,
};

struct Redirection {
  WayToPoint way = WayToPoint::Unknown;
  /// A return address has been changed.
  bool isNew = false;
};

/// Redirects the return of the nearest frame outside of `interrupted` that has versions and something latent, as far as
/// `table`, which may be null, knows. `stack` is the calling thread's. In its signal handler. `isInTask`: behind the
/// base of the task is a join of its.
Redirection redirectReturn(const MapTable *table, const StackRange &stack, StackFrame interrupted, bool isInTask);

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_REDIRECTION_H

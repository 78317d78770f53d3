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

namespace tactus {

enum class Redirection {
  /// No frame has been found that can be redirected safely.
  None,
  New,
  /// The nearest frame of the program's is in its destination version already.
  Pending,
};

/// Redirects the return of the nearest frame outside of `interrupted` that has versions. `stack` is the calling
/// thread's. In its signal handler.
Redirection redirectReturn(const StackRange &stack, StackFrame interrupted);

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_REDIRECTION_H

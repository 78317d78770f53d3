//===- overflow.h - stacks that are too small -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_OVERFLOW_H
#define TACTUS_SPLICE_OVERFLOW_H

#include "thread.h"

namespace tactus::splice {

/// The user-level thread that this thread of the operating system runs, also within steps.
extern thread_local const Thread *runningThread;

/// From here on an overflow of a user-level thread's stack is said in one line before the process dies of it. Handlers
/// of SIGSEGV that were there before go on to be called. Called before each group; does its work once for each thread
/// of the operating system. Without memory for the handler's stack nothing is said.
void watchForOverflow();

} // namespace tactus::splice

#endif // TACTUS_SPLICE_OVERFLOW_H

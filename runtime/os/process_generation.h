//===- process_generation.h - what has begun in a process that this one was forked from ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In the child of a fork() there is one thread. What others had begun in the parent never ends here: a task that one of
// them runs, a member that is to come to a barrier. Who comes out of what goes on in another thread's frame is told so,
// and so is who waits for such a thing (os/child_waits.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_PROCESS_GENERATION_H
#define TACTUS_RUNTIME_OS_PROCESS_GENERATION_H

#include <cstdint>

namespace tactus {

/// How many calls of fork() lie between the process that was executed and this one. Changes while there is one thread.
extern constinit uint16_t processGeneration;

/// Ends the child, in which `what` can never be, with a line. Without its exit handlers, which are the parent's.
[[noreturn]] void endChildOfFork(const char *what);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_PROCESS_GENERATION_H

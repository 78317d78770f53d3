//===- context.h - switching stacks ---------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_CONTEXT_H
#define TACTUS_SPLICE_CONTEXT_H

#include "thread.h"

namespace tactus::splice {

/// Gives a thread that has not run its first frame. It will call `run(thread)`, which never returns.
void prepareContext(Thread &thread, void (*run)(Thread &));
/// After the thread has ended.
void releaseContext(Thread &thread) noexcept;

/// From the scheduler to a thread, until it comes back.
void resume(Thread &thread);
/// From a thread to the scheduler, until it is resumed.
void suspend(Thread &thread);
/// The same, for ever.
[[noreturn]] void leave(Thread &thread);

/// First thing on a new stack.
void arrive(Thread &thread);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_CONTEXT_H

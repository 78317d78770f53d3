//===- thread_stack.h - the stacks of libtactus' own threads --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task may need as much stack as it would have needed where it was forked, so worker threads get what the main thread
// may have, or TACTUS_STACK_MB. Overflow is said in one line before the process dies of it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_THREAD_STACK_H
#define TACTUS_RUNTIME_OS_THREAD_STACK_H

#include <cstddef>
#include <pthread.h>

namespace tactus {

/// Sets the stack size, and a guard below it that large frames do not jump over.
void chooseStack(pthread_attr_t &attributes);

/// Called first on a new thread: from here on an overflow is reported. The handler of SIGSEGV that the program had goes
/// on to be called. Without memory for the handler's stack nothing is reported.
void watchStack();

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_THREAD_STACK_H

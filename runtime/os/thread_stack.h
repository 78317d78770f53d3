//===- thread_stack.h - the stacks of libtactus' own threads --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task may need as much stack as it would have needed where it was forked, so worker threads get what the main thread
// may have and room for joins, or TACTUS_STACK_MB. What the analysis says may make that larger, but not smaller: it is
// an estimate, and what is not touched takes no memory (docs/decisions/0244-estimates-make-no-stack-smaller.md).
// Overflow is said in one line before the process dies of it.
//
// The user may give eager tasks less (TACTUS_TASK_STACK_KB). A worker's stack then has that much, and a part for the
// frames of joins that run tasks on top of each other. A task is only made where its share is still left:
//
//     worker's base │ joins, and tasks on top of them  ··· ▲ taskFloor() │ TACTUS_TASK_STACK_KB │ guard
//                                        makes tasks here ─┘ └─ runs what is forked as calls
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_THREAD_STACK_H
#define TACTUS_RUNTIME_OS_THREAD_STACK_H

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace tactus {

/// OMP_STACKSIZE: a number of kilobytes, or of what its unit says (B, K, M, G). 0 if it is no such thing, or more than
/// a terabyte.
size_t parseStackSize(const char *text);

/// Workers run tasks; members of teams run what the program has written for threads; one thread sends beats.
enum class ThreadUse { Tasks, Member, Beats };

/// The memory of a stack: `lowest` is its first address, `end` the one behind it.
struct StackRange {
  uintptr_t lowest = 0, end = UINTPTR_MAX;
};

/// The calling thread's own stack, whoever has made the thread; empty if that cannot be found out. Not for handlers.
StackRange ownStack();

/// The same without the guard below it, as far as it may grow.
StackRange usableStack();

/// The part of a stack that all joins on it may take together (threads/stack_room.h): one of so many.
inline constexpr size_t JoinsShare = 16;

/// The initial thread's stack grows until a limit that the system looks at whenever it grows. Raises that limit by what
/// joins may take, so that the program keeps all that it had. Once in a process, and not where a parent has done so,
/// from whom limits are inherited. Is there more now? False on other threads, whose stacks are what they are.
bool growInitialStack();

/// Sets the stack size, and a guard below it that large frames do not jump over.
void chooseStack(pthread_attr_t &attributes, ThreadUse use);

/// Called first on a new thread: from here on an overflow is reported. The handler of SIGSEGV that the program had goes
/// on to be called. Without memory for the handler's stack nothing is reported.
void watchStack(ThreadUse use);

/// What a watched thread has used of its stack, and uses no longer, goes back to the system.
void giveStackBack();

/// For a watched thread: frames below this address make no eager tasks. 0 without TACTUS_TASK_STACK_KB.
uintptr_t taskFloor();

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_THREAD_STACK_H

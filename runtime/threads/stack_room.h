//===- stack_room.h - how much stack a thread has left -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread of the program's may have any stack, from 16 KiB on, and it has been chosen for what the program does there.
// A promotion needs some of it, and so do the joins that run tasks afterwards. Where there is less left than that, the
// thread promotes nothing: it runs on serially, and its results are the same.
//
// A join that runs a task as a call puts frames of libtactus below it that the serial program has not. In a recursion
// such joins nest, so a program that fits into its stack might not fit any more. All joins together get a sixteenth of
// the stack; where that is used up, nothing is promoted either. What tasks do below needs what it needs in the serial
// program, since a join runs only what descends from its tasks (docs/decisions/0022). The initial thread's stack can
// grow, and gets that sixteenth on top where joins nest
// (docs/decisions/0253-the-main-thread-s-stack-grows-for-joins.md).
//
// A stack that is not the thread's own (a coroutine's, one of another library's user-level threads) has an end that
// nobody tells. There the thread promotes; what that takes is bounded (docs/internals/runtime.md).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_STACK_ROOM_H
#define TACTUS_RUNTIME_THREADS_STACK_ROOM_H

#include <cstdint>

namespace tactus {

struct ThreadState;

/// What a promotion takes with all that may come with it: starting the workers and a trace, and the first joins.
inline constexpr uintptr_t RoomToPromote = 40 << 10;
/// What a join takes that runs a task as a call. Measured: 290 to 1,120 bytes, by how the compiler inlines, and how
/// large the task's own frame is.
inline constexpr uintptr_t RoomOfJoin = 3 << 9;

/// Finds out where the calling thread's stack is, once. Not for handlers.
void learnStack(ThreadState &thread);

/// Has the calling thread as much left, of its own stack or of that for signal handlers? For handlers as well, of
/// threads that have learned their stack.
bool hasRoom(const ThreadState &thread, uintptr_t bytes);

/// Has the calling thread room for a promotion, and for the join that comes with it? Not for handlers.
bool hasRoomToPromote(ThreadState &thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_STACK_ROOM_H

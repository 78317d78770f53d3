//===- stack_room.cpp - how much stack a thread has left -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/stack_room.h"

#include "threads/thread.h"

#include <signal.h>

namespace tactus {

void learnStack(ThreadState &thread) {
  if (thread.isStackKnown)
    return;
  thread.stack = usableStack();
  thread.isStackKnown = true;
}

bool hasRoom(const ThreadState &thread, uintptr_t bytes) {
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (here >= thread.stack.lowest && here < thread.stack.end)
    return here - thread.stack.lowest >= bytes;
  stack_t handlers{};
  if (sigaltstack(nullptr, &handlers) != 0 || !(handlers.ss_flags & SS_ONSTACK))
    return true;
  return here - reinterpret_cast<uintptr_t>(handlers.ss_sp) >= bytes;
}

/// So few joins on top of each other need no room that a program would miss: the limit of most stays as it is.
static constexpr uintptr_t FewJoins = 16;

/// Where joins nest, the initial thread's stack gets the room for them on top.
static void makeRoomForJoins(ThreadState &thread) {
  if (thread.hasAskedForRoom)
    return;
  thread.hasAskedForRoom = true;
  if (growInitialStack())
    thread.stack = usableStack();
}

bool hasRoomToPromote(ThreadState &thread) {
  learnStack(thread);
  uintptr_t joins = thread.anchor ? thread.anchor->depth : 0;
  if (joins > FewJoins)
    makeRoomForJoins(thread);
  if (!hasRoom(thread, RoomToPromote))
    return false;
  // Unknown stacks are empty. Stacks of eager tasks have an end of their own for that.
  uintptr_t size = thread.stack.end - thread.stack.lowest;
  return joins == 0 || size == 0 || thread.taskFloor || joins <= size / JoinsShare / RoomOfJoin;
}

} // namespace tactus

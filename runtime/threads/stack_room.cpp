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

bool hasRoomToPromote(ThreadState &thread) {
  learnStack(thread);
  if (!hasRoom(thread, RoomToPromote))
    return false;
  // Unknown stacks are empty. Stacks of eager tasks have an end of their own for that.
  uintptr_t size = thread.stack.end - thread.stack.lowest;
  return !thread.anchor || size == 0 || thread.taskFloor || thread.anchor->depth <= size / JoinsShare / RoomOfJoin;
}

} // namespace tactus

//===- frame_state.h - what a thread knows of the frames on its stack ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_FRAME_STATE_H
#define TACTUS_RUNTIME_THREADS_FRAME_STATE_H

#include "maps/frame_rules.h"
#include "os/thread_stack.h"

#include "tactus/latent.h"

#include <cstdint>

namespace tactus {

struct LatentWork;
struct Region;
struct Task;

/// The registers of the frame that called into the runtime. Written by trampolines.S.
struct CallerState {
  uintptr_t returnAddress;
  uintptr_t stackPointer; // when the call has returned
  uintptr_t framePointer;
  uintptr_t basePointer;
};

/// A join that may be running tasks as calls: where the walk goes on below the base of such a task.
struct Anchor {
  const CallerState *caller;
  Anchor *previous;
  /// The task that the thread was running when it entered the join, and the region or task of OpenMP's.
  Task *task;
  Region *region;
  /// Of such joins on the thread's stack, this one included.
  size_t depth = previous ? previous->depth + 1 : 1;
};

/// The thread's explicit records, as far as the runtime keeps track of them.
struct LatentList {
  /// The youngest record such that it and all older ones have nothing latent. Null: the list's base.
  tactus_latent *boundary = nullptr;
  /// Number of records up to the boundary.
  uint64_t boundaryLevel = 0;
};

/// What a thread knows of the frames on its stack, and of what is latent there. Owned by the thread.
struct FrameState {
  /// The task that the thread runs, null outside of tasks.
  Task *task = nullptr;
  /// The innermost join it is in.
  Anchor *anchor = nullptr;
  LatentList latentList;
  /// Of its promoted compiled forks, as index of the stub + 1 (frames/return_stubs.h).
  uint32_t youngestOpenFork = 0;
  /// Of the first branch that has returned to a stub last.
  tactus_fork_record *returnedFork = nullptr;
  /// During the poll of a fork that has no record yet: the one that the runtime has made for it, in a frame of its own,
  /// and where the fork's frame is. Null otherwise.
  const tactus_latent *pollingFork = nullptr;
  uintptr_t pollingFrame = 0;
  /// The poll runs in a signal handler, which may have come between two instructions that change the list of records.
  bool skipsRecords = false;
  /// Frames below this address make no eager tasks; 0 for the user's threads, and without TACTUS_TASK_STACK_KB.
  uintptr_t taskFloor = 0;
  /// The thread's own stack, once it has been asked for (stack_room.h); empty if that cannot be found out.
  StackRange stack{0, 0};
  bool isStackKnown = false;
  /// The thread has asked for room for joins, whether it got some or not.
  bool hasAskedForRoom = false;
  /// Of the frames that its walks cross.
  FrameRules frameRules;
  /// Memory for what a poll finds, made when it is first needed (emptyWork()).
  LatentWork *work = nullptr;

  /// The stack is another thread's.
  void forgetStack() {
    task = nullptr;
    anchor = nullptr;
    latentList = {};
    youngestOpenFork = 0;
    stack = {0, 0};
    isStackKnown = hasAskedForRoom = false;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_FRAME_STATE_H

//===- tasks.cpp - tasks begin, end and are joined -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/tasks.h"
#include "pml/runtime/pieces.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

namespace tactus::pml {

void beginTask(Segment &segment, void *result) {
  Thread &thread = pml_thread;
  goInside();
  enterTask(thread, segment, result);
  segment.older = thread.segments;
  segment.left = thread.left;
  thread.segments = &segment;
  thread.left = {};
}

void endTask(Segment &segment, void *result) {
  Thread &thread = pml_thread;
  thread.segments = segment.older;
  thread.left = segment.left;
  leaveTask(thread, segment, result);
  goOutside();
}

/// The collector finds what the task has, and what it will return, through the list.
template <typename Wait> static void waitForTask(tactus_fork_record *record, Wait wait) {
  Thread &thread = pml_thread;
  PromotedFork fork{thread.promotedForks, record};
  thread.promotedForks = &fork;
  {
    Outside outside;
    wait(record);
  }
  thread.promotedForks = fork.older;
  joinHeaps(thread, record->result);
}

void joinTask(tactus_fork_record *record) { waitForTask(record, tactus_fork_join); }

void cancelTask(tactus_fork_record *record) {
  Thread &thread = pml_thread;
  // While it waits, the thread may run other tasks, which have exceptions of their own.
  Root exception(thread.exception);
  const RaisePlace *place = thread.raisePlace;
  thread.exception = nullptr;
  waitForTask(record, [](tactus_fork_record *cancelled) {
    if (!tactus_fork_cancel(cancelled))
      dropTask(cancelled);
  });
  thread.exception = exception.get();
  thread.raisePlace = place;
}

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

void pml_task_enter(Segment *segment, void *result) { beginTask(*segment, result); }

void pml_task_leave(Segment *segment, void *result) { endTask(*segment, result); }

void *pml_fork_join(tactus_fork_record *record) {
  PML_SAFEPOINT();
  joinTask(record);
  return record->result;
}

/// The first branch has raised: what the task returns is dropped.
void pml_fork_cancel(tactus_fork_record *record) {
  PML_SAFEPOINT();
  cancelTask(record);
  tactus_fork_release(record);
}

} // extern "C"

//===- task_scope.cpp - where OpenMP's tasks may run in parallel ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/task_scope.h"

#include "abi/openmp.h"

#include <cstdint>

namespace tactus {

namespace {

struct TaskScope {
  uintptr_t region;
  /// 0: none. The lowest bit tells a final task from a team of one thread.
  uintptr_t serial;
};

// Owned by the thread: written where it enters and leaves, read by its own polls.
constinit thread_local TaskScope scope{0, 0};

constexpr uintptr_t FinalBit = 1;

} // namespace

bool isInTaskScope(const LatentPart &part, const LatentWork &work) {
  bool isFork = part.kind == LatentPart::Fork;
  if (isFork ? !(part.fork.descriptor->flags & TACTUS_FORK_OF_TASK)
             : !(part.loop.slot->descriptor->flags & abi::LoopOfTasks))
    return true;
  TaskScopeAt place = taskScopeAt(isFork ? part.fork.owner : part.loop.owner, part.address);
  if (place == TaskScopeAt::Unknown)
    return reinterpret_cast<uintptr_t>(work.outermost) > part.address;
  return place == TaskScopeAt::Inside;
}

TaskScopeAt taskScopeAt(const Task *owner, uintptr_t address) {
  if (address < scope.serial)
    return TaskScopeAt::Outside;
  return owner || address < scope.region ? TaskScopeAt::Inside : TaskScopeAt::Unknown;
}

bool inFinalTask() { return (scope.serial & FinalBit) != 0; }

} // namespace tactus

using namespace tactus;

__attribute__((visibility("default"))) constinit int32_t tactus_libomp_tasks = 0;
__attribute__((visibility("default"))) constinit __thread tactus::abi::TaskSink *tactus_task_sink = nullptr;

__attribute__((visibility("default"))) void tactus_tasks_enter(tactus::abi::SavedTaskScope *saved, int32_t threads) {
  saved->region = scope.region;
  saved->serial = scope.serial;
  saved->outer = tactus_task_sink;
  saved->sink = {nullptr, 0, 0, /*isFresh=*/1};
  auto here = reinterpret_cast<uintptr_t>(saved);
  bool isSerial = threads == 1 || threads == abi::FinalTaskScope;
  tactus_task_sink = isSerial ? nullptr : &saved->sink;
  if (isSerial) {
    if (!scope.serial)
      scope.serial = here;
    if (threads == abi::FinalTaskScope)
      scope.serial |= FinalBit;
  } else if (!scope.region) {
    scope.region = here;
  }
}

__attribute__((visibility("default"))) void tactus_tasks_leave(const tactus::abi::SavedTaskScope *saved) {
  // A region without a record (regions.h) has no other end at which it waits for what functions have left to it.
  if (saved->sink.scope)
    tactus_left_wait();
  scope = {saved->region, saved->serial};
  tactus_task_sink = saved->outer;
}

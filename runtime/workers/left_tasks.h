//===- left_tasks.h - tasks that a function leaves to its caller ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     region     for (i...) step(i);                     another file, or the same:  void step(int i) {
//                                                                                      task f(i);
//                taskwait                                                            }
//
// Nothing of such a function can run beside its task: what may is in its callers. So its tasks are neither latent nor
// libomp's. A task's memory is on the heap, as libomp would have it, and the task is called where it is created until
// somebody has nothing to do, or an earlier task that it depends on has not finished: then it is deferred, as tasks
// with dependences are (dependences.h).
//
// A sink collects them: one for each strand, which is a region's own thread, what runs elsewhere of it, or such a task.
// It is in a frame of the strand's and used by the strand's thread alone. Its scope exists from the first task that is
// deferred to the next wait, and has a fork record of its own, whose join is that wait. The strand waits before it
// ends. So all that stands above about one creator, about joins and about progress holds.
//
// Where there is no sink libomp has the tasks: outside of regions, in libomp's own, in members of teams, and in
// iterations of loops, where they are executed at once.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_LEFT_TASKS_H
#define TACTUS_RUNTIME_WORKERS_LEFT_TASKS_H

#include "abi/openmp.h"
#include "tasks/task.h"
#include "threads/thread.h"

namespace tactus {

/// While it exists, what the calling thread runs is a strand of its own. Then all its left tasks have finished.
class OwnSink {
public:
  /// Of `task`, which may be part of a region of OpenMP's.
  explicit OwnSink(const Task &task);
  ~OwnSink();
  OwnSink(const OwnSink &) = delete;
  OwnSink &operator=(const OwnSink &) = delete;

private:
  abi::TaskSink own{};
  abi::TaskSink *outer;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_LEFT_TASKS_H

//===- task_reduction.h - OpenMP's task groups that reduce -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   taskgroup task_reduction(+ : sum)      a ReductionGroup in the frame that executes it
//     task in_reduction(+ : sum)           adds to its strand's copy of sum
//   end of the group                       sum := sum + copy
//
// The group's own copy, made when it is first asked for, serves all tasks as long as nothing is promoted; it is not sum
// itself, which the program may read until the group ends, also as omp_orig. A promoted task has a view of its own, and
// views are joined as those of reducers are (views.h), with the group's copy as the leftmost: earlier ones in program
// order come first.
//
//     strand ──► innermost group ──enclosing──► group ──enclosing──► those around the place where the strand's task
//                (begun by the strand)          (dto.)               was promoted: Task::reductions
//
// A task that is not in the text of its group finds it through its strand. A promoted task starts with the groups that
// are open where it was promoted. Those that the promoting strand has begun further in do not count; a group is further
// in than a frame if its stack was lower when it began (`position`).
//
// A task may itself create tasks and go on using its copy while they run. The copy must then not be theirs: such a task
// holds it (compiler/lower/rests/ReductionHolds), and others on its strand find another one, which the release
// combines.
//
// A copy can be named by its address, as nested tasks do, also on another strand than its own. So all copies but the
// group's own are in a list of their item, under the group's lock.
//
// Safety. What is not in the lists belongs to one strand at a time, as views do. `own` is written by the group's strand
// only, and others merely compare it with an address: relaxed. A group ends when all of its tasks are joined, so what
// Task::reductions points to exists as long as the task runs.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_TASK_REDUCTION_H
#define TACTUS_RUNTIME_REGIONS_TASK_REDUCTION_H

#include <cstdint>

namespace tactus {

struct Task;
struct ReductionGroup;

/// The groups that a strand is in. On the stack of the thread that runs it.
struct ReductionStrand {
  ReductionGroup *innermost;
  const Task *task;
  ReductionStrand *outer;
};

/// While it exists, the calling thread runs a task: it is in the groups that the task was promoted in.
class TaskReductions {
public:
  explicit TaskReductions(const Task &task);
  ~TaskReductions();
  TaskReductions(const TaskReductions &) = delete;
  TaskReductions &operator=(const TaskReductions &) = delete;

private:
  ReductionStrand strand;
};

/// The innermost group around a place that `owner` runs on the calling thread: an address below what encloses it, and
/// not below what it encloses.
ReductionGroup *reductionsAround(const Task *owner, uintptr_t address);

/// The calling strand's copy of what `address` names, for code that libomp runs: `group` is one of ours, one of
/// libomp's, or null for the innermost. What is not ours is looked for in libomp, or by `next`.
using FindReduction = void *(int thread, void *group, void *address);
void *findAnyReduction(int thread, void *group, void *address, FindReduction *next);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_TASK_REDUCTION_H

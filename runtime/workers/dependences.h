//===- dependences.h - OpenMP's tasks with dependences ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     function      task T0: depend(out : a)      called here, its fork promoted: T0 is unfinished, the rest runs
//     elsewhere its rest      task T1: depend(out : b)      nothing in the way: called
//                   task T2: depend(in : a)       behind T0: deferred, a record as any runtime for tasks makes one
//                   taskwait                      the end of the rest
//
// A scope is one execution of a function that creates tasks with dependences, from the promotion of a fork in its frame
// to that fork's join. It knows the tasks of that function that have not finished: first branches of promoted forks,
// and deferred tasks. Nobody else's tasks come in question: no rest goes beyond a call that may create tasks with
// dependences of the same parent, and a function joins what it spawns (compiler/analysis/TaskWaits).
//
// A deferred task counts in the join of the fork that the scope began with, and is run by whoever finds it in a deque.
// It begins when the last task before it has finished, whose thread publishes it.
//
// One strand at a time creates a scope's tasks: the end of its chain of rests. Where it cannot defer a task, because
// its memory cannot be copied, the strands of its region are counted, or too many are deferred already, it waits, as a
// rest does that waits for first branches (task_wait.cpp). What it waits for comes before it in the program, so there
// is no cycle; the first fork of a scope is admitted as a rest that may wait is, so that there are threads for all who
// wait.
//
// Safety. The graph, the counts and `waiter` are under the scope's lock. A node is its owner's: the strand of the first
// branch, or whoever runs the deferred task. The scope is gone after the join of its first fork, whose count deferred
// tasks leave as the last thing that they do.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_DEPENDENCES_H
#define TACTUS_RUNTIME_WORKERS_DEPENDENCES_H

#include "tasks/fork_record.h"
#include "threads/thread.h"

namespace tactus {

/// A fork is about to be promoted, with the environment that is given: its first branch is unfinished from now on.
/// False without memory, and then nothing has happened.
[[nodiscard]] bool openDependences(ThreadState &thread, const tactus_fork_descriptor &descriptor,
                                   const uint64_t *environment, BranchDependences &opened);

/// The record of that fork has been made.
void noteDependences(ForkRecord &record, const BranchDependences &opened);

/// The first branch of a promoted fork is over. Its strand may lose its slot to the one that has waited for this.
void closeDependences(ThreadState &thread, ForkRecord &record);

/// The fork that a scope began with has been joined or cancelled.
void endDependences(ForkRecord &record);

/// A deferred task has run. Frees it, after what was behind it has been published. Returns the join that it counts in,
/// which it has not left yet. The thread may lose its slot, as above.
[[nodiscard]] Join *finishDeferred(ThreadState &thread, Task &task);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_DEPENDENCES_H

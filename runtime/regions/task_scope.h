//===- task_scope.h - where OpenMP's tasks may run in parallel -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// OpenMP runs tasks in parallel only inside a parallel region of several threads, and not below a task that is final.
// Both are said of a stretch of the stack, by addresses:
//
//     higher addresses   no region: tasks are calls
//                        ── TaskScope::region ──    tactus_tasks_enter(), or a frame with a converted loop
//                        forks of tasks may be promoted
//                        ── TaskScope::serial ──    tactus_tasks_enter() for one thread, or for a final task
//     lower addresses    tasks are calls
//
// What runs as a task of ours is inside a region: nothing else makes such tasks, but for the C++ interface's, of which
// OpenMP says nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_TASK_SCOPE_H
#define TACTUS_RUNTIME_REGIONS_TASK_SCOPE_H

#include "frames/latent_work.h"

namespace tactus {

/// May the part be promoted as far as OpenMP is concerned? `work` holds all that was found together with it.
bool isInTaskScope(const LatentPart &part, const LatentWork &work);

/// What is known of a place on the calling thread's stack, in the frames of `owner`, without looking at the frames:
/// whether OpenMP's tasks may be promoted there. Unknown: if a converted loop is around it.
enum class TaskScopeAt { Inside, Outside, Unknown };
TaskScopeAt taskScopeAt(const Task *owner, uintptr_t address);

/// Is the calling thread in a final task that the compiler has converted?
bool inFinalTask();

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_TASK_SCOPE_H

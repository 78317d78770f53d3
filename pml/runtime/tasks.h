//===- tasks.h - tasks begin, end and are joined --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_TASKS_H
#define TACTUS_PML_RUNTIME_TASKS_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

/// Around a task's compiled code, by the thread that runs it: `segment` lies in the task's frame, `result` is its
/// result area. Null for the program.
void beginTask(Segment &segment, void *result);
void endTask(Segment &segment, void *result);

/// Waits for a promoted fork's task, or runs it. The caller is inside, and releases the record.
void joinTask(tactus_fork_record *record);
/// Instead, if the first branch has raised: the task is taken back, or waited for.
void cancelTask(tactus_fork_record *record);

} // namespace tactus::pml

extern "C" {
// The same for compiled code.
void pml_task_enter(tactus::pml::Segment *segment, void *result);
void pml_task_leave(tactus::pml::Segment *segment, void *result);
/// Returns the result area.
void *pml_fork_join(tactus_fork_record *record);
/// Releases the record.
void pml_fork_cancel(tactus_fork_record *record);
}

#endif // TACTUS_PML_RUNTIME_TASKS_H

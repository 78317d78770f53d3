//===- main.h - a program of Parallel ML begins and ends -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_MAIN_H
#define TACTUS_PML_RUNTIME_MAIN_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

struct CommandLine {
  int count;
  char **words;
};
extern CommandLine commandLine;

/// Flushes all output, says statistics if they are wanted, and ends the process.
[[noreturn]] void endProcess(int status);

} // namespace tactus::pml

extern "C" {
/// Around a task's compiled code, of the thread that runs it: `segment` lies in the task's frame, `result` is its result
/// area. Null for the program.
void pml_task_enter(tactus::pml::Segment *segment, void *result);
void pml_task_leave(tactus::pml::Segment *segment, void *result);
/// Waits for a promoted fork's task; returns its result area. The caller releases the record.
void *pml_fork_join(tactus_fork_record *record);
/// Instead, if the first branch has raised.
void pml_fork_cancel(tactus_fork_record *record);
}

#endif // TACTUS_PML_RUNTIME_MAIN_H

//===- pieces.h - tasks that go to other ranks ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     promotion      offerTask()          the task may be given away from now on
//     its run        pml_piece_enter()    asks: it runs here, or waits until its results have come, and unpacks them
//     cancelled      dropTask()           waits until nobody runs it
//
// The handle of what is offered lies in the result area, where the heap of the task comes when it has run.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_PIECES_H
#define TACTUS_PML_RUNTIME_PIECES_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

/// At the beginning of main(). Whether the program is to run here, and not what other ranks give.
bool joinJob(int &argc, char **&argv);
/// In place of the program. Ends the process with the job.
[[noreturn]] void servePieces();
/// The program ends here: waits until the other ranks know.
void leaveJob();

/// For TACTUS_STATS, where there are other ranks: how many tasks have gone there, and how many could not.
void showPieces();

/// Of a fork that has just been promoted, by the thread that holds it.
void offerTask(tactus_fork_record *record);
/// Of a cancelled task that nobody has started. The thread is outside.
void dropTask(const tactus_fork_record *record);

} // namespace tactus::pml

extern "C" {
/// pml_task_enter() of a task that may go to another rank. 1: its results are there, and it is only to be left.
uint8_t pml_piece_enter(tactus::pml::Segment *segment, void *result);
}

#endif // TACTUS_PML_RUNTIME_PIECES_H

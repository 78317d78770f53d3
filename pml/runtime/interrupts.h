//===- interrupts.h - what comes between two allocations ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program may have functions that are called when a signal has come, or behind a collection. They run as the
// program's own code, on the thread that runs the program: its next allocation, turn of a loop without end, or sleep
// calls the library, which asks what there is. For that the thread's limit is taken away (world.h). Of the threads of
// coroutines it is the one that does not wait; tasks on other threads go on.
//
//     signal ──► pending, isRaised ──► limit = 0 ──► pml_allocate, pml_pause ──► pml_program.interrupt ──►
//     pml_signal_next
//
// To the code that is interrupted this is a task that runs on top of it, with a heap of its own until it ends.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_INTERRUPTS_H
#define TACTUS_PML_RUNTIME_INTERRUPTS_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

/// Set by the handler of a signal at any time: the thread that runs the program is to look.
extern bool isInterruptRaised;

/// From now on the thread runs the program.
void runsProgram(Thread &thread);
/// Whether this is the thread that is to look.
bool isInterrupted(const Thread &thread);
/// Looks if it is to. The caller is at a safepoint of compiled code, and holds no objects but in Roots.
void serveInterrupts(Thread &thread);
/// A collection of all heaps is over.
void noteCollection();

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_INTERRUPTS_H

//===- coroutines.h - threads that give the processor to each other ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A coroutine has a thread of the system and a heap of its own, as a task has. Of those that a program switches between
// one runs, and all others wait. So forks, frames and heaps of a coroutine are those of any thread.
//
// Who waits has a handle (cells.h), and each time another one. Its frames are roots as long as the program can reach the
// handle. If a collection does not reach it, nobody can ever go on there: then the thread ends, without a return to
// compiled code. A coroutine with forks that are promoted and not joined is never given up, because their tasks write
// their results to its frames.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_COROUTINES_H
#define TACTUS_PML_RUNTIME_COROUTINES_H

#include "pml/runtime/interface.h"

#include <cstddef>

namespace tactus::pml {

/// What the stack of a coroutine has.
size_t coroutineStack();

/// Of a cell: the coroutine that waits for just this handle, null if there is none.
Coroutine *waiterOf(const Object &cell);

Thread &threadOf(const Coroutine &coroutine);

/// The thread's frames are roots only where its handle is reached: it waits and may be given up.
bool mayBeGivenUp(const Thread &thread);
/// With the world stopped: its thread, which is visited once in a collection; null if it has been.
Thread *visitOnce(Coroutine &waiting);
/// With the world stopped, behind the visits: ends it unless it was visited.
void endUnlessVisited(Coroutine &waiting);

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_COROUTINES_H

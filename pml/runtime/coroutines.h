//===- coroutines.h - threads that give the processor to each other ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A coroutine has a thread of the system and a heap of its own, as a task has. Of those that a program switches between
// one runs, and all others wait. So forks, frames and heaps of a coroutine are those of any thread.
//
// Who waits has a handle (cells.h), and each time another one. Its frames are roots as long as the program can reach
// the handle. If a collection does not reach it, nobody can ever go on there: then the thread ends, without a return to
// compiled code.
//
// A continuation that may be entered several times has a copy of the frames of a coroutine that waits. To enter it,
// that coroutine's thread copies them back, wherever it is, and goes on as if it had been resumed.
//
// A coroutine with forks that are promoted and not joined is never given up, saved or changed: their tasks write to its
// frames.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_COROUTINES_H
#define TACTUS_PML_RUNTIME_COROUTINES_H

#include "pml/runtime/interface.h"

#include <cstddef>

namespace tactus::pml {

class RootVisitor;

/// What the stack of a coroutine has.
size_t coroutineStack();

/// Of a cell: the coroutine that waits for just this handle, null if there is none.
Coroutine *waiterOf(const Object &cell);

Thread &threadOf(const Coroutine &coroutine);

/// The roots of a continuation, and of the coroutine that is to enter it, each once in a collection. Whether there was
/// anything.
bool visitContinuation(RootVisitor &visitor, const Object &cell);
/// Behind the visits: if it was not visited, nobody can enter it any more.
void dropUnlessVisited(const Object &cell);

/// The thread's frames are roots only where its handle is reached: it waits and may be given up.
bool mayBeGivenUp(const Thread &thread);
/// A collection of all heaps begins; the world is stopped, as for the others here.
void beginVisits();
/// Its thread, which is visited once in a collection; null if it has been.
Thread *visitOnce(Coroutine &waiting);
/// Behind the visits: ends it unless it was visited.
void endUnlessVisited(Coroutine &waiting);

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_COROUTINES_H

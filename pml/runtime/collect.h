//===- collect.h - the collector ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the roots reach is copied into new blocks, breadth first (Cheney); large objects are marked where they are.
//
// In a collection of all heaps all threads stand still. Whatever heap an object is in, it goes to the old heap, and is
// no longer pinned. What is in the old heap already is collected with the others in a whole collection only; in one of
// young objects it stays where it is. The roots are
//
//   what is remembered (task_heap.h), if old objects stay
//   the program's globals
//   of each thread: its exception, what the runtime holds, and its compiled frames, by their stack maps
//   of each promoted fork: the task's environment and result. They are found where the fork is: behind the return stub
//   in its frame, or in the thread's list
//
// A task collects its youngest heap while all others run (task_heap.h). Objects of other heaps and those that are
// pinned stay where they are, and lead to none that moves. Blocks with pinned objects are kept. The roots are
//
//   the thread's exception, and what the runtime holds
//   the compiled frames up to the one that has promoted the youngest fork
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_COLLECT_H
#define TACTUS_PML_RUNTIME_COLLECT_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

enum class Generations { Young, All };
/// What a collection has done, in bytes, and the next one may have to do again.
struct CollectionWork {
  uint64_t copied;
  /// Roots, and what is remembered.
  uint64_t visited;
};
/// The caller has stopped the world. All allocation goes on in new blocks.
CollectionWork collect(Generations which);
/// Of the running task. The thread is inside and has no open room.
void collectOwnHeap(Thread &thread);

/// Has collected all generations at least once, the caller being inside.
void collectGarbage();

/// What visits each root of the program, and may change it.
class RootVisitor {
public:
  virtual void visit(Object *&) {}
  /// Two words of a frame: an object, and an address in it.
  virtual void visitDerived(Object *&, uint64_t &) {}

protected:
  ~RootVisitor() = default;
};
/// Without threads that wait and may be given up (coroutines.h).
void visitRoots(RootVisitor &visitor);
void visitThread(RootVisitor &visitor, Thread &thread);
/// Of compiled frames that were copied `shift` bytes away: where they were left, and the youngest segment there.
void visitImage(RootVisitor &visitor, CallSite left, const Segment *segments, uintptr_t shift);
/// Those of the running task's youngest heap. The thread is inside.
void visitOwnRoots(RootVisitor &visitor, Thread &thread);

/// With the world stopped, behind a collection: checks every pointer of the heap and of the roots. Ends the program
/// with a message if one leads to no object.
void verifyHeap();
/// In front of one that leaves old objects where they are: that those which lead to young ones are remembered.
void verifyRemembered();
/// Behind a collection of the running task's youngest heap: the same for what it has and for its roots, and that
/// objects which others may reach lead to none that may move.
void verifyOwnHeap(Thread &thread);
/// What lies in memory that is free, if the heap is verified: no object begins so.
inline constexpr unsigned char FreeByte = 0x52;

/// Reads the stack maps of the program. Once, at the start.
void readMaps();

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_COLLECT_H

//===- collect.h - the collector ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All threads stand still. What the roots reach is copied into new blocks, breadth first (Cheney); large objects are
// marked where they are. The roots are
//
//   the program's globals
//   of each thread: its exception, what the runtime holds, and its compiled frames, by their stack maps
//   of each promoted fork: the task's environment and result. They are found where the fork is: behind the return stub
//   in its frame, or in the thread's list
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_COLLECT_H
#define TACTUS_PML_RUNTIME_COLLECT_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

/// The caller has stopped the world. All allocation goes on in new blocks.
void collect();

/// Collects at least once, the caller being inside.
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
void visitRoots(RootVisitor &visitor);

/// Checks every pointer of the heap and of the roots. Ends the program with a message if one leads to no object.
void verifyHeap();

/// Reads the stack maps of the program. Once, at the start.
void readMaps();

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_COLLECT_H

//===- LoopOutlining.h - a region's loop becomes a region of its own -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   region(gtid*, bound*, a):           after   region(gtid*, bound*, a):
//              local t, q                                  local t, q
//              q = ...                                     q = ...
//              the loop: lb = 0, ..., fini                 __kmpc_fork_call(@region.loop, a, &q)  !tactus.latent
//              barrier                                     barrier
//
//                                                        region.loop(gtid*, bound*, a, &q):
//                                                          local t
//                                                          the loop: lb = 0, ..., fini
//
// The new microtask has the shape of a `parallel for`, so all that is known about those serves it as well. It is a copy
// of the whole region, entered at the loop and left behind it: stack slots keep their order, by which the analysis of
// carried state tells variables, and names and places are kept for debuggers.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_LOOPOUTLINING_H
#define TACTUS_COMPILER_RAISE_LOOPOUTLINING_H

#include "raise/RegionShape.h"

namespace tactus {

/// Is this the fork of a loop that has been taken out of its region?
bool isLatentFork(const llvm::CallBase &call);

/// Such loops of a region that has a record are no regions of their own.
void markInsideRecord(llvm::CallInst &fork);
bool isInsideRecord(const llvm::CallBase &fork);

/// What became of a region's variable in an outlined loop: the microtask's own copy.
using PrivateCopies = llvm::SmallVector<llvm::AllocaInst *, 4>;

/// A variable that the loop reduces into: the microtask's own, and where it finds the region's.
struct ReducedVariable {
  llvm::AllocaInst *copy;
  llvm::Argument *original;
};

struct OutlinedLoop {
  /// Null if the loop takes values that cannot be passed on.
  llvm::CallInst *fork = nullptr;
  /// The microtask's own variables that stand for those of the region which it does not share.
  PrivateCopies copies;
  llvm::SmallVector<ReducedVariable, 2> reduced;
};

/// Takes the loop out of the region. `privates` are the region's variables of which the loop has copies, `reduced`
/// those of which it has a copy as well as the region's. The loop's own blocks stay in the region until unreachable
/// code is removed from it.
OutlinedLoop outlineLoop(const RegionPart &loop, llvm::ArrayRef<llvm::AllocaInst *> privates,
                         llvm::ArrayRef<llvm::AllocaInst *> reduced);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_LOOPOUTLINING_H

//===- PhaseCutting.h - a region's code is cut at its barriers -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   a();                     after   a();
//            __kmpc_barrier()                 return 1;
//            b();                     behind: b();          // entered by nobody yet
//
// Where an empty phase would follow, or the region's end, there is no cut. Where two loops with chunks could meet in
// one phase there is one before each of them, though the program has no barrier: all threads come to all loops, so they
// might as well wait there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_PHASECUTTING_H
#define TACTUS_COMPILER_LOWER_REGIONS_PHASECUTTING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

struct PhaseCut {
  /// Ends with the return of the next phase's number, which is the cut's place in the list, counted from 1.
  llvm::BasicBlock *before;
  llvm::BasicBlock *behind;
  /// Of the call at which it was cut, what says where that is in the source.
  llvm::Value *ident;
  /// Threads wait for each other there. They need not between two chunked loops of which the first has `nowait`.
  bool isBarrier;
};

/// May a copy of the function be cut at the instruction, or be changed for it?
bool isCut(const llvm::Instruction &instruction);

/// Cuts a copy of a region's microtask, which returns i32 but still has its own returns. No block is unreachable but
/// those behind cuts.
llvm::SmallVector<PhaseCut, 8> cutIntoPhases(llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_PHASECUTTING_H

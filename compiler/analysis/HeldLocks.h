//===- HeldLocks.h - locks that are held at a barrier or a function's end -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where threads are executed one after the other, whoever wants a lock that another one holds at a barrier would be
// executed before it is given back.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_HELDLOCKS_H
#define TACTUS_COMPILER_ANALYSIS_HELDLOCKS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

namespace tactus {

/// Where a lock is taken that a thread of the region may hold at a barrier; null if there is none.
const llvm::Instruction *lockHeldAtBarrier(const llvm::Function &microtask);

/// Those of the functions that may leave a lock to their callers.
llvm::SmallPtrSet<const llvm::Function *, 4> returningWithLock(llvm::ArrayRef<llvm::Function *> functions);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_HELDLOCKS_H

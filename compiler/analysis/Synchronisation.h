//===- Synchronisation.h - how code meets other threads --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Code can learn what another thread has done only if one of its operations synchronises. LLVM may take any other load
// out of a loop. So these operations are all that a wait can be made of.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_SYNCHRONISATION_H
#define TACTUS_COMPILER_ANALYSIS_SYNCHRONISATION_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"

namespace tactus {

/// Does a plain load behind the operation see what others have written in front of it? A fence, a flush, a lock, a
/// yield, an atomic operation that acquires. An update that does not acquire, such as `omp atomic`, is none.
bool showsWritesOfOthers(const llvm::Instruction &instruction);

/// Does the library function's result, or what it leaves behind its pointers, tell what others do: `__atomic_load`,
/// `sem_getvalue`, `poll`?
bool readsAtomically(const llvm::CallBase &call);

/// Is it any of these, or an atomic or volatile access?
bool synchronises(const llvm::Instruction &instruction);

/// Does the function return only when others have come, or have done something?
bool blocksForOthers(const llvm::CallBase &call);

/// All threads of a team leave it together.
bool isTeamBarrier(const llvm::Instruction &instruction);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_SYNCHRONISATION_H

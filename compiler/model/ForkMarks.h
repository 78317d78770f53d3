//===- ForkMarks.h - forks while they wait to be lowered ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Between raising and lowering, a fork is a mark right in front of the call that may be promoted:
//
//   record = call ptr @tactus.fork(descriptor, environment...)
//   call or invoke of the first branch
//
// Code behind the call uses the record. A function with marks may be put in line in others, for the marks are copied
// with it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_FORKMARKS_H
#define TACTUS_COMPILER_MODEL_FORKMARKS_H

#include "model/Fork.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Puts a mark in the place of the record.
void markFork(const Fork &fork);

/// Is it the call of a marked fork's first branch? It is not to be put in line.
bool isMarkedBranch(const llvm::CallBase &call);

/// The marks, in the order of the code. A fork is read when its turn comes: what another returns may be in its
/// environment.
llvm::SmallVector<llvm::CallInst *, 16> forkMarks(llvm::Module &module);
Fork readFork(llvm::CallInst &mark);

/// When all are lowered.
void eraseForkMark(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_FORKMARKS_H

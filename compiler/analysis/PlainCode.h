//===- PlainCode.h - code that only computes and uses ordinary memory -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two executions of plain code cannot synchronise, and what they access does not depend on the thread that runs them.
// So if they may run at the same time, they share nothing that one of them writes.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PLAINCODE_H
#define TACTUS_COMPILER_ANALYSIS_PLAINCODE_H

#include "model/BlockSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace tactus {

/// Is the function's code here, with that of all that it calls but <math.h>, and without atomic and volatile accesses,
/// fences, thread-local variables, assembly, and calls of functions that are declared only?
bool isPlainCode(llvm::Function &function, llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);
/// The same for some blocks of a function.
bool isPlainCode(const BlockSet &blocks, llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PLAINCODE_H

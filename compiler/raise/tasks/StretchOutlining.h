//===- StretchOutlining.h - from a stretch of code to a function ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_STRETCHOUTLINING_H
#define TACTUS_COMPILER_RAISE_TASKS_STRETCHOUTLINING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace tactus {

/// Makes functions of all stretches of the microtask that create tasks (TaskStretches.h), and appends them. False if
/// that cannot be; then some may have been made.
bool outlineStretches(llvm::Function &microtask, llvm::SmallVectorImpl<llvm::Function *> &stretches);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_STRETCHOUTLINING_H

//===- UntiedParts.h - an untied task as it was written ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang cuts the body of an untied task at each point where another thread may go on with it. There it hands the task
// in again and returns, and the next call of the body jumps to behind that point:
//
//     switch (*part) { case 0: …  case 1: goto next1; … }
//     for (…) { spawn; *part = 1; __kmpc_omp_task(this task); return; next1: … }
//
// A loop around such a point is none any more, because nothing goes back to its head, and what stands behind the point
// seems to stand in no loop. This puts the parts together again.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_UNTIEDPARTS_H
#define TACTUS_COMPILER_SUMMARY_UNTIEDPARTS_H

#include "llvm/IR/Function.h"

namespace tactus {

/// In a copy that is only read: what it computes is no longer right where libomp runs it.
void joinUntiedParts(llvm::Function &copy);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_UNTIEDPARTS_H

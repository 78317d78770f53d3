//===- ScheduleCalls.h - what a slice has left of libomp's schedule --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_SCHEDULECALLS_H
#define TACTUS_COMPILER_LOWER_LOOPS_SCHEDULECALLS_H

#include "model/ParallelLoop.h"

namespace tactus {

/// A slice gets all of its iterations at once: the loop around it, which asks for the next chunk, ends after one.
void cutDispatchLoop(const ParallelLoop &loop);

/// Removes calls of what the slice itself now does.
void removeScheduleCalls(llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_SCHEDULECALLS_H

//===- TaskStretches.h - regions of threads whose code creates tasks -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Tasks that a thread of a region creates are complete at the next barrier. They may be so earlier: here at the end of
// the stretch of code that creates them, which becomes a function of its own.
//
//     before   single { a; for (…) task b; }  c;         a region whose threads have something of their own
//     after    single { stretch(…); }  c;                a region without tasks
//              stretch(…) { for (…) task b; }            a function with tasks as any other, which waits for them
//
// A stretch ends at the next construct of the region (what is in abi/team_functions.def), at a taskwait or the end of a
// taskgroup, or at the region's end. It has one way in and one way out, and holds all calls of libomp's tasking on the
// way. What belongs to the thread stands outside of it, or the region stays on libomp with its tasks.
//
// Only where the region needs nothing else of libomp, all tasks that it reaches are converted, and nobody in a stretch
// can ask for his thread: what follows a task may run on another one (docs/decisions/0091).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKSTRETCHES_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKSTRETCHES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Outlines the stretches of all such regions. `regions` are the microtasks that one thread will run. Returns whether
/// anything changed.
bool outlineTaskStretches(llvm::Module &module, const llvm::SmallPtrSetImpl<llvm::Function *> &regions,
                          llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKSTRETCHES_H

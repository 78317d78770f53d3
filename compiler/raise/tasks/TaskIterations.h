//===- TaskIterations.h - loops whose iterations create tasks ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// OpenMP's tasks that a loop's iterations create are complete at the barrier behind the loop. They may be so earlier:
// here at the end of the iteration, which becomes a function of its own.
//
//     before   for (i…) { task a; b; }              a worksharing loop of libomp's
//     after    for (i…) iteration(i, …);            a loop as any other
//              iteration(i, …) { task a; b; }       a function with tasks as any other; it waits for them at its end
//
// Only where everything else about loop and tasks is understood: else both stay with libomp. Not in a team of one
// thread, known (`num_threads`, which may be 1) or possible (`if`): its tasks must not run in parallel.
//
// Cilk's spawns in the iterations of a loop are treated likewise (CilkLoops.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_TASKITERATIONS_H
#define TACTUS_COMPILER_RAISE_TASKS_TASKITERATIONS_H

#include "model/ParallelLoop.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Outlines the iterations of all such loops. `regions` are the microtasks that one thread will run. Returns whether
/// anything changed.
bool outlineTaskIterations(llvm::Module &module, const llvm::SmallPtrSetImpl<llvm::Function *> &regions);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_TASKITERATIONS_H

//===- CarriedState.h - what a thread's iterations pass on to each other -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A private or firstprivate variable belongs to a thread, not to an iteration: what one iteration leaves in it, the
// thread's next one finds.
//
//     #pragma omp parallel for num_threads(2) schedule(static, n / 2) firstprivate(k)
//     for (int i = 0; i < n; i++)
//       a[i] = k++;                                    // 0, 1, 2, ..., n/2 - 1, 0, 1, ...
//
// A task begins with fresh copies in the middle of that, so such a loop keeps its meaning only on the threads that
// OpenMP promises. Whichever its schedule is: a thread's first iteration can be told from its others, and there are no
// more of them than threads.
//
// Iterations carry nothing where each surely writes before it reads, or only reads. Reductions are carried by nature;
// their variables may flow nowhere but into themselves. See docs/decisions/0021.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_CARRIEDSTATE_H
#define TACTUS_COMPILER_ANALYSIS_CARRIEDSTATE_H

#include "model/ParallelLoop.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace tactus {

/// May an iteration find in the thread's own variables what an earlier iteration of that thread has left there? Or may
/// what comes behind the loop, where the last iteration has written nothing (LastValues.h)?
bool carriesState(const ParallelLoop &loop, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_CARRIEDSTATE_H

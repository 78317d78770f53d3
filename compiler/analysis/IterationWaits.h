//===- IterationWaits.h - iterations and tasks that wait for each other --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// On threads that all run at once, an iteration may wait for what another one does:
//
//     #pragma omp parallel for num_threads(4) schedule(static, 1)
//     for (int i = 0; i < 4; i++)
//       if (i == 3) atomic_store(&flag, 1); else while (!atomic_load(&flag)) ;
//
// Run one after the other they wait for ever. Code waits if it calls a function that blocks until others come (a
// barrier, a condition variable, a semaphore), or if it has a loop that can only end when somebody else changes what it
// looks at: every way out depends on memory that others may write at any time, and the loop neither counts nor moves on
// by itself. Two loops look like that and are none:
//
//  * those that try an update again until nobody has interfered (`while (!compare_exchange(x, old, old + 1))`): one of
//    those who try always gets on;
//  * those that acquire a lock: whoever holds it is running, and releases it without others' help. They are told by
//    what they have: an exchange, test-and-set, or ticket on the way in, and a store to the same place afterwards.
//    Without that store it is not a lock but a signal.
//
// A function of another file may wait, too, and nobody can tell. But where the source names at least as many threads as
// there are iterations, each iteration is meant to be a thread's part, as a section is; so these are believed to wait.
//
// "What others may write": atomic and volatile loads; plain ones where the loop also flushes, locks, yields or sleeps.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_ITERATIONWAITS_H
#define TACTUS_COMPILER_ANALYSIS_ITERATIONWAITS_H

#include "analysis/QueryReach.h"
#include "model/ParallelLoop.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace tactus {

/// What a function's siblings execute: members and iterations the same function, tasks anything.
enum class Siblings { RunTheSame, RunAnything };

/// What is supposed of functions of other files: may memory show what others have written, behind a call of them?
enum class UnseenCode { IsQuiet, Synchronises };

/// May the function, or what it calls directly, wait for what other iterations or tasks do?
bool mayWaitForOthers(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                      Siblings siblings = Siblings::RunTheSame, UnseenCode unseen = UnseenCode::IsQuiet);

/// Does the function call what the module does not show?
bool callsUnknownCode(const llvm::Function &function, const QueryReach &queries);

/// Has the loop a thread for each of its iterations, as the source says? `pushNumThreads` is its region's clause, or
/// null.
bool hasThreadForEachIteration(const ParallelLoop &loop, const llvm::CallInst *pushNumThreads);

/// And do these call code of another file?
bool mayWaitElsewhere(const ParallelLoop &loop, const llvm::CallInst *pushNumThreads, const QueryReach &queries);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_ITERATIONWAITS_H

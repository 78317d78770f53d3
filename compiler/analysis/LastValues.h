//===- LastValues.h - which iteration the value behind a loop comes from -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The part of a loop that has the last iteration copies `lastprivate` variables to their originals. A part may be that
// iteration alone. So the value has to be one that the last iteration writes:
//
//     #pragma omp parallel for collapse(2) lastprivate(x)
//     for (int i = 0; i < n; i++)
//       for (int j = i; j < n; j++)
//         x = i;
//
// Clang numbers the iterations of such a nest as if each row were as long as the longest one, and skips those that do
// not exist. The last number is skipped, and x was written many numbers earlier. OpenMP's threads have those numbers in
// the same part, as long as there are few threads and long parts. So have programs that assign under a condition, to
// which OpenMP promises nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_LASTVALUES_H
#define TACTUS_COMPILER_ANALYSIS_LASTVALUES_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Dominators.h"

namespace tactus {

/// Is this block only entered where the last iteration was run?
bool isLastprivateCopy(const llvm::BasicBlock &block, const ParallelLoop &loop, const llvm::DominatorTree &dominators);

/// May an iteration leave a variable as it is whose last value is copied to the original? What an inner loop writes
/// counts as written, however often that loop turns.
bool mayLeaveLastValueUnwritten(const ParallelLoop &loop);
/// The same of a taskloop by its task's entry, which has all of the code. The variables lie in the task's record.
bool mayLeaveLastValueUnwritten(const llvm::Function &taskloopEntry);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_LASTVALUES_H

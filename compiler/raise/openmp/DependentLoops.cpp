//===- DependentLoops.cpp - loops whose iterations are not independent ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/DependentLoops.h"
#include "analysis/CarriedState.h"
#include "analysis/IterationWaits.h"
#include "analysis/QueryReach.h"
#include "analysis/ThreadIdentity.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace tactus {

/// All iterations are one thread's, in their order.
static bool hasOneThread(const ParallelLoop &loop) {
  const auto *number = loop.pushNumThreads ? dyn_cast<ConstantInt>(loop.pushNumThreads->getArgOperand(2)) : nullptr;
  return number && number->isOne();
}

void refuseDependentLoops(ArrayRef<std::unique_ptr<ParallelLoop>> loops, FunctionAnalysisManager &analyses) {
  std::optional<QueryReach> queries;
  for (auto &loop : loops) {
    if (!loop->mayBeRefused())
      continue;
    if (hasThreadForEachIteration(*loop, loop->pushNumThreads) && !queries)
      queries.emplace(*loop->microtask->getParent(), [&](Function &function) -> TargetLibraryInfo & {
        return analyses.getResult<TargetLibraryAnalysis>(function);
      });
    if (auto reason = threadDependence(*loop->microtask))
      loop->reasons = *reason;
    else if (mayWaitForOthers(*loop->microtask, analyses))
      loop->reasons = Reason::WaitingIterations;
    else if (queries && mayWaitElsewhere(*loop, loop->pushNumThreads, *queries))
      loop->reasons = Reason::UnknownRoles;
    else if (!hasOneThread(*loop) && carriesState(*loop, analyses))
      loop->reasons = Reason::CarriedState;
  }
}

} // namespace tactus

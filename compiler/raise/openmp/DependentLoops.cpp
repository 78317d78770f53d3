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

namespace {

class DependenceSearch {
public:
  explicit DependenceSearch(FunctionAnalysisManager &analyses) : analyses(analyses) {}

  Reasons reasonsAgainst(const ParallelLoop &loop) {
    if (auto reason = threadDependence(*loop.microtask))
      return *reason;
    if (mayWaitForOthers(*loop.microtask, analyses))
      return Reason::WaitingIterations;
    if (hasThreadForEachIteration(loop, loop.pushNumThreads) &&
        mayWaitElsewhere(loop, loop.pushNumThreads, queriesOf(*loop.microtask->getParent())))
      return Reason::UnknownRoles;
    return !hasOneThread(loop) && carriesState(loop, analyses) ? Reasons(Reason::CarriedState) : Reasons();
  }

private:
  FunctionAnalysisManager &analyses;
  std::optional<QueryReach> queries;

  const QueryReach &queriesOf(Module &module) {
    if (!queries)
      queries.emplace(module, [&](Function &function) -> TargetLibraryInfo & {
        return analyses.getResult<TargetLibraryAnalysis>(function);
      });
    return *queries;
  }
};

} // namespace

void refuseDependentLoops(ArrayRef<std::unique_ptr<ParallelLoop>> loops, DependenceReasons &known,
                          FunctionAnalysisManager &analyses) {
  DependenceSearch search(analyses);
  for (auto &loop : loops) {
    if (!loop->mayBeRefused())
      continue;
    auto [entry, isNew] = known.try_emplace(loop->microtask);
    if (isNew)
      entry->second = search.reasonsAgainst(*loop);
    if (!entry->second.empty())
      loop->reasons = entry->second;
  }
}

} // namespace tactus

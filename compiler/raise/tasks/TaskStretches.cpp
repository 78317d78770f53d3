//===- TaskStretches.cpp - regions of threads whose code creates tasks ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region is tried out on a copy of its microtask, as latent regions are: what comes of its tasks is known only when
// they stand in functions of their own.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskStretches.h"
#include "analysis/QueryReach.h"
#include "analysis/StrandRules.h"
#include "ir/DebugScope.h"
#include "ir/EraseFunction.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "raise/openmp/Recognition.h"
#include "raise/tasks/StretchOutlining.h"
#include "raise/tasks/TaskRecognition.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

namespace {

class StretchTrial {
public:
  StretchTrial(Function &source, const SmallPtrSetImpl<Function *> &regions, FunctionAnalysisManager &analyses)
      : source(source), regions(regions), analyses(analyses) {}

  /// Takes the tasks out of the region if that keeps its meaning.
  bool run() {
    ValueToValueMapTy values;
    copy = CloneFunction(&source, values);
    separateAssignments(*copy);
    if (!outlineStretches(*copy, stretches) || !isUnderstood()) {
      discard();
      return false;
    }
    source.replaceAllUsesWith(copy);
    copy->takeName(&source);
    eraseFunction(source, analyses);
    return true;
  }

private:
  Function &source;
  const SmallPtrSetImpl<Function *> &regions;
  FunctionAnalysisManager &analyses;
  Function *copy = nullptr;
  SmallVector<Function *, 4> stretches;

  bool isUnderstood() {
    QueryReach queries(*source.getParent(), [&](Function &function) -> TargetLibraryInfo & {
      return analyses.getResult<TargetLibraryAnalysis>(function);
    });
    auto asks = [&](const Function *stretch) { return queries.mayAsk(*stretch); };
    return none_of(stretches, asks) && needsNoLibomp(convertedFunctions());
  }

  /// Functions whose tasks will be converted, if those of the region are what they are in its copy.
  SmallPtrSet<const Function *, 8> convertedFunctions() {
    auto functions = recogniseTasks(*source.getParent(), regions);
    erase_if(functions, [&](auto &function) { return function->function == &source; });
    leaveDependentTasks(functions, analyses);
    SmallPtrSet<const Function *, 8> converted;
    for (auto &function : functions)
      if (function->isConverted())
        converted.insert(function->function);
    return converted;
  }

  /// What runs in the region: the tasks, too.
  bool needsNoLibomp(const SmallPtrSetImpl<const Function *> &converted) {
    SmallSetVector<const Function *, 8> reached;
    reached.insert(copy);
    for (unsigned i = 0; i < reached.size(); ++i)
      for (const Instruction &instruction : instructions(*reached[i])) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        if (!call)
          continue;
        bool isConverted = isTasking(calleeName(*call)) && converted.contains(reached[i]);
        // A group of tasks that is cancelled.
        bool cancels = reached[i] != copy && calleeName(*call).starts_with("__kmpc_cancel");
        if (cancels || (needsLibomp(*call) && !isConverted))
          return false;
        for (const Function *callee : {taskEntryOf(*call), call->getCalledFunction()})
          if (callee && !callee->isDeclaration())
            reached.insert(callee);
      }
    return true;
  }

  void discard() {
    eraseFunction(*copy, analyses);
    for (Function *stretch : stretches)
      eraseFunction(*stretch, analyses);
  }
};

/// With an `if` clause, the region may have one thread, whose tasks must not run in parallel; then its code has other
/// users. Nor may those of a loop that would be latent without its tasks (TaskIterations.h): no member would say of how
/// many threads its team is.
bool isCandidate(CallInst &fork, const SmallPtrSetImpl<Function *> &regions) {
  Function &microtask = *microtaskOf(fork);
  return !isLatentFork(fork) && !regions.contains(&microtask) && !microtask.isDeclaration() && !microtask.isVarArg() &&
         microtask.hasLocalLinkage() && microtask.hasOneUse() && !reasonAround(fork) &&
         any_of(instructions(microtask), [](const Instruction &each) { return isTasking(calleeName(each)); }) &&
         !recogniseParallelLoop(&fork, TasksInLoops::Listed)->isConverted();
}

} // namespace

bool outlineTaskStretches(Module &module, const SmallPtrSetImpl<Function *> &regions,
                          FunctionAnalysisManager &analyses) {
  SmallPtrSet<Function *, 8> tried;
  // Forks of regions inside are others afterwards.
  auto convertNext = [&] {
    for (CallInst *fork : forkCalls(module))
      if (Function *microtask = microtaskOf(*fork); isCandidate(*fork, regions) && tried.insert(microtask).second)
        if (StretchTrial(*microtask, regions, analyses).run())
          return true;
    return false;
  };
  bool changed = false;
  while (convertNext())
    changed = true;
  return changed;
}

} // namespace tactus

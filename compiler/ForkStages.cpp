//===- ForkStages.cpp - the stages that convert forks and tasks ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ForkStages.h"
#include "ModuleKind.h"
#include "analysis/PromotionReach.h"
#include "ir/Registration.h"
#include "lower/forks/Bundles.h"
#include "lower/forks/ForkLowering.h"
#include "lower/forks/LandingPads.h"
#include "model/ForkMarks.h"
#include "raise/header/ParForks.h"
#include "raise/tasks/Tasks.h"

using namespace llvm;

namespace tactus {

bool raiseForks(Module &module, FunctionAnalysisManager &analyses) {
  if (!hasForkMarkers(module))
    return false;
  raiseForkMarkers(module, analyses);
  return true;
}

bool lowerForks(Module &module, FunctionAnalysisManager &) {
  SmallVector<CallInst *, 16> marks = forkMarks(module);
  for (CallInst *mark : marks)
    lowerFork(readFork(*mark));
  eraseForkMark(module);
  if (marks.empty())
    return false;
  for (Function &function : module)
    releaseTailRecursion(function);
  return true;
}

bool lowerSpawns(Module &module, FunctionAnalysisManager &analyses) {
  if (!isConverted(module))
    return false;
  PromotionReach reach(module, {}, [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  });
  lowerTasks(module, reach);
  keepLandingPads(module, reach);
  return true;
}

bool registerPoints(Module &module, FunctionAnalysisManager &) {
  if (!isConverted(module))
    return false;
  markFunctionsWithStackMaps(module);
  createRegistration(module);
  return true;
}

} // namespace tactus

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
#include "raise/header/ParForks.h"
#include "raise/tasks/Tasks.h"

using namespace llvm;

namespace tactus {

bool convertForks(Module &module, FunctionAnalysisManager &analyses) {
  if (!hasForkMarkers(module))
    return false;
  raiseForkMarkers(module, analyses, lowerFork);
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

//===- Passes.cpp - all passes of the plugin, as a table ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Passes.h"
#include "ParallelLoopsPass.h"
#include "Printers.h"
#include "SourceLocations.h"
#include "Verification.h"
#include "checks/DeclaredEffects.h"
#include "checks/EffectChecks.h"
#include "checks/EffectReads.h"
#include "checks/RaceView.h"
#include "ir/BeatPoint.h"
#include "ir/LinkTime.h"
#include "late/forks/ColdCrossings.h"
#include "late/forks/EarlyReturn.h"
#include "late/forks/ForkLoops.h"
#include "late/forks/FreeForks.h"
#include "late/forks/InterruptedForks.h"
#include "late/forks/LateBundles.h"
#include "late/forks/SerialEffects.h"
#include "late/forks/SplitReturns.h"
#include "late/loops/CapturedVariables.h"
#include "late/loops/CreditRegister.h"
#include "late/loops/FloatingVariables.h"
#include "late/loops/IndependentLoads.h"
#include "late/loops/InductionStart.h"
#include "late/loops/LoopOperands.h"
#include "late/loops/RowBatches.h"
#include "late/loops/StripOperands.h"
#include "late/versions/BeatVersions.h"
#include "late/versions/StartFunctions.h"
#include "summary/PlainLoops.h"
#include "summary/SummaryPasses.h"
#include "sweeps/SweepsPass.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tactus {

/// For code that has its promotion points already, or none (compiled TPAL).
static cl::opt<bool> onlySummaries("tactus-only-summaries", cl::desc("convert nothing, only write summaries"));
static cl::opt<bool> checkEffects("tactus-check-effects", cl::desc("loads and stores tell what they touch"));

bool convertsModules() { return !onlySummaries; }

// The conditions of passes.def.

static bool always(OptimizationLevel) { return true; }

static bool checksEffects(OptimizationLevel) { return checkEffects; }

static bool optimises(OptimizationLevel level) { return level != OptimizationLevel::O0; }

static bool converts(OptimizationLevel) { return convertsModules(); }

static bool convertsOptimised(OptimizationLevel level) { return convertsModules() && optimises(level); }

/// Is there no optimiser behind this one?
static bool convertsForGood(OptimizationLevel) { return convertsModules() && !linkerOptimises(); }

static bool convertsForInterrupts(OptimizationLevel) { return convertsModules() && compilesForInterrupts(); }

static bool makesVersions(OptimizationLevel) { return convertsModules() || compilesForInterrupts(); }

static bool verifies(OptimizationLevel) { return convertsModules() && verifiesOutput(); }

template <class ModulePass> static void addModulePass(ModulePassManager &passes) { passes.addPass(ModulePass()); }

template <class FunctionPass> static void addFunctionPass(FunctionPassManager &passes) {
  passes.addPass(FunctionPass());
}

template <class LoopPass> static void addLoopPass(LoopPassManager &passes) { passes.addPass(LoopPass()); }

void Pass::addTo(ModulePassManager &passes) const {
  if (addToModule)
    return addToModule(passes);
  FunctionPassManager functionPasses;
  addToFunction(functionPasses);
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
}

ArrayRef<Pass> passes() {
  static constexpr Pass all[] = {
#define TACTUS_MODULE_PASS(NAME, PASS, POINTS, CONDITION, WHY)                                                         \
  {NAME, POINTS, CONDITION, addModulePass<PASS>, nullptr, nullptr},
#define TACTUS_FUNCTION_PASS(NAME, PASS, POINTS, CONDITION, WHY)                                                       \
  {NAME, POINTS, CONDITION, nullptr, addFunctionPass<PASS>, nullptr},
#define TACTUS_LOOP_PASS(NAME, PASS, POINTS, CONDITION, WHY)                                                           \
  {NAME, POINTS, CONDITION, nullptr, nullptr, addLoopPass<PASS>},
#include "passes.def"
  };
  return all;
}

} // namespace tactus

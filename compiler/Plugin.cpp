//===- Plugin.cpp - the plugin's entry point -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Registers passes and nothing else. `opt -load-pass-plugin=TactusPlugin.so -passes=tactus` runs the conversion alone;
// passes.def has the names of the others.
//
//===----------------------------------------------------------------------===//
#include "ParallelLoopsPass.h"
#include "Printers.h"
#include "ir/BeatPoint.h"
#include "ir/LinkTime.h"
#include "ir/StackMapPrinter.h"
#include "late/BeatVersions.h"
#include "late/CapturedVariables.h"
#include "late/ColdCrossings.h"
#include "late/CreditRegister.h"
#include "late/EarlyReturn.h"
#include "late/EffectChecks.h"
#include "late/ForkLoops.h"
#include "late/FreeForks.h"
#include "late/IndependentLoads.h"
#include "late/InductionStart.h"
#include "late/InterruptedForks.h"
#include "late/LateBundles.h"
#include "late/RaceView.h"
#include "late/RowBatches.h"
#include "late/SerialEffects.h"
#include "late/SplitReturns.h"
#include "late/StartFunctions.h"
#include "late/StripOperands.h"
#include "summary/PlainLoops.h"
#include "summary/SummaryPasses.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

/// Each pass can be run by itself.
static void registerNames(PassBuilder &builder) {
  using Elements = ArrayRef<PassBuilder::PipelineElement>;
  for (const tactus::Stage &stage : tactus::stages())
    builder.registerPipelineParsingCallback([stage](StringRef name, ModulePassManager &passes, Elements) {
      if (name == stage.name)
        passes.addPass(tactus::StagePass(stage));
      return name == stage.name;
    });
#define TACTUS_MODULE_PASS(NAME, PASS)                                                                                 \
  builder.registerPipelineParsingCallback([](StringRef name, ModulePassManager &passes, Elements) {                    \
    if (name == NAME)                                                                                                  \
      passes.addPass(tactus::PASS());                                                                                  \
    return name == NAME;                                                                                               \
  });
#define TACTUS_FUNCTION_PASS(NAME, PASS)                                                                               \
  builder.registerPipelineParsingCallback([](StringRef name, FunctionPassManager &passes, Elements) {                  \
    if (name == NAME)                                                                                                  \
      passes.addPass(tactus::PASS());                                                                                  \
    return name == NAME;                                                                                               \
  });
#define TACTUS_LOOP_PASS(NAME, PASS)                                                                                   \
  builder.registerPipelineParsingCallback([](StringRef name, LoopPassManager &passes, Elements) {                      \
    if (name == NAME)                                                                                                  \
      passes.addPass(tactus::PASS());                                                                                  \
    return name == NAME;                                                                                               \
  });
#include "passes.def"
}

/// For code that has its promotion points already, or none (compiled TPAL).
static cl::opt<bool> onlySummaries("tactus-only-summaries", cl::desc("convert nothing, only write summaries"));

/// What nothing may be optimised behind.
static void addLastPasses(ModulePassManager &passes) {
  if (!tactus::linkerOptimises()) {
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::ColdCrossingsPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::ForkLoopsPass()));
  }
  passes.addPass(tactus::BeatVersionsPass());
}

static void registerConversion(PassBuilder &builder) {
  tactus::keepCallFramesFixed();
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::HeaderViewPass()));
    passes.addPass(tactus::ParallelLoopsPass());
  });
  builder.registerPipelineEarlySimplificationEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(tactus::CapturedVariablesPass());
  });
  builder.registerPeepholeEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
    passes.addPass(tactus::EarlyReturnPass());
    passes.addPass(tactus::SerialEffectsPass());
    passes.addPass(tactus::SplitReturnsPass());
    passes.addPass(tactus::CreditRegisterPass());
    passes.addPass(tactus::IndependentLoadsPass());
  });
  builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &passes, OptimizationLevel) { passes.addPass(tactus::InductionStartPass()); });
  builder.registerScalarOptimizerLateEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(tactus::StripOperandsPass()); });
  builder.registerOptimizerEarlyEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(tactus::CapturedVariablesPass());
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::RaceViewPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::RowBatchesPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::FreeForksPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::LateBundlesPass()));
    passes.addPass(tactus::InterruptedForksPass());
    addLastPasses(passes);
    if (tactus::verifiesOutput())
      passes.addPass(tactus::VerifyLatePass());
  });
  // What other modules say of a first branch may have taken its landing pad.
  builder.registerFullLinkTimeOptimizationLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::LateBundlesPass()));
    addLastPasses(passes);
    passes.addPass(tactus::StartFunctionsPass());
  });
}

static cl::opt<bool> checkEffects("tactus-check-effects", cl::desc("loads and stores tell what they touch"));

/// Passes at the same place of the pipeline run in this order: what was written is told before it is converted, and
/// what became of it afterwards.
static void registerPasses(PassBuilder &builder) {
  if (checkEffects)
    builder.registerPipelineStartEPCallback(
        [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(tactus::EffectChecksPass()); });
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(tactus::StructurePass()); });
  if (!onlySummaries)
    registerConversion(builder);
  else if (tactus::compilesForInterrupts())
    builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(tactus::BeatVersionsPass()); });
  // Without optimisation every variable is in memory, and no loop can be judged.
  builder.registerOptimizerEarlyEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(tactus::PlainLoopsPass());
  });
  auto addCode = [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(tactus::CodePass()); };
  builder.registerOptimizerLastEPCallback(addCode);
  builder.registerFullLinkTimeOptimizationLastEPCallback(addCode);
  registerNames(builder);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tactus", "0.1", registerPasses};
}

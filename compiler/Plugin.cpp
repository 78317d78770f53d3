//===- Plugin.cpp - the plugin's entry point -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Registers passes and nothing else. `opt -load-pass-plugin=TactusPlugin.so -passes=tactus` runs the conversion alone.
//
//===----------------------------------------------------------------------===//
#include "ParallelLoopsPass.h"
#include "ir/StackMapPrinter.h"
#include "late/CreditRegister.h"
#include "late/EarlyReturn.h"
#include "late/FreeForks.h"
#include "late/InductionStart.h"
#include "late/LateBundles.h"
#include "late/RowBatches.h"
#include "late/SerialEffects.h"
#include "late/SplitReturns.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

static void registerPasses(PassBuilder &builder) {
  tactus::keepCallFramesFixed();
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(tactus::ParallelLoopsPass()); });
  builder.registerPeepholeEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
    passes.addPass(tactus::EarlyReturnPass());
    passes.addPass(tactus::SerialEffectsPass());
    passes.addPass(tactus::SplitReturnsPass());
    passes.addPass(tactus::CreditRegisterPass());
  });
  builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &passes, OptimizationLevel) { passes.addPass(tactus::InductionStartPass()); });
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::RowBatchesPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::FreeForksPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(tactus::LateBundlesPass()));
  });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "tactus")
          return false;
        passes.addPass(tactus::ParallelLoopsPass());
        return true;
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tactus", "0.1", registerPasses};
}

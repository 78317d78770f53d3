//===- Plugin.cpp - the plugin's entry point -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Registers the passes of passes.def and nothing else. `opt -load-pass-plugin=TactusPlugin.so -passes=tactus` runs the
// conversion alone.
//
//===----------------------------------------------------------------------===//
#include "LeftOut.h"
#include "ParallelLoopsPass.h"
#include "Passes.h"
#include "ir/StackMapPrinter.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#if __has_include("llvm/Plugins/PassPlugin.h") // LLVM 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

using namespace llvm;

using Elements = ArrayRef<PassBuilder::PipelineElement>;

template <class Manager> static void registerName(PassBuilder &builder, const tactus::Pass &pass) {
  builder.registerPipelineParsingCallback([pass](StringRef name, Manager &manager, Elements) {
    if (name == pass.name)
      pass.addTo(manager);
    return name == pass.name;
  });
}

/// Each stage and pass can be run by itself.
static void registerNames(PassBuilder &builder) {
  for (const tactus::Stage &stage : tactus::stages())
    builder.registerPipelineParsingCallback([stage](StringRef name, ModulePassManager &manager, Elements) {
      if (name == stage.name)
        manager.addPass(tactus::StagePass(stage));
      return name == stage.name;
    });
  for (const tactus::Pass &pass : tactus::passes()) {
    if (pass.addToModule)
      registerName<ModulePassManager>(builder, pass);
    if (pass.addToFunction)
      registerName<FunctionPassManager>(builder, pass);
    if (pass.addToLoop)
      registerName<LoopPassManager>(builder, pass);
  }
}

/// Adds the passes of one of LLVM's extension points, in the order of the table. From LLVM 20 on, callbacks that
/// link-time optimisation uses, too, are told its phase.
template <tactus::Point point>
static constexpr auto addAt = [](auto &manager, OptimizationLevel level, auto...) {
  for (const tactus::Pass &pass : tactus::passes())
    if ((pass.points & point) && pass.applies(level) && !tactus::isLeftOut(pass.name))
      pass.addTo(manager);
};

static void registerPasses(PassBuilder &builder) {
  // The code generator needs a parser for assembly outside of functions, which the plugin writes. Clang has made the
  // parsers known, flang has not.
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  InitializeAllAsmParsers();
  if (tactus::convertsModules())
    tactus::keepCallFramesFixed();
  builder.registerPipelineStartEPCallback(addAt<tactus::PipelineStart>);
  builder.registerPipelineEarlySimplificationEPCallback(addAt<tactus::EarlySimplification>);
  builder.registerPeepholeEPCallback(addAt<tactus::Peephole>);
  builder.registerLateLoopOptimizationsEPCallback(addAt<tactus::LateLoopOptimizations>);
  builder.registerScalarOptimizerLateEPCallback(addAt<tactus::ScalarOptimizerLate>);
  builder.registerOptimizerEarlyEPCallback(addAt<tactus::OptimizerEarly>);
  builder.registerOptimizerLastEPCallback(addAt<tactus::OptimizerLast>);
  builder.registerFullLinkTimeOptimizationLastEPCallback(addAt<tactus::LinkTimeLast>);
  registerNames(builder);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tactus", "0.1", registerPasses};
}

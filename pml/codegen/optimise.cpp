//===- optimise.cpp - LLVM's optimiser on modules of Parallel ML -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/optimise.h"
#include "pml/codegen/forward_raised.h"
#include "pml/codegen/latches.h"
#include "pml/codegen/late.h"
#include "pml/codegen/raised.h"
#include "pml/codegen/tags.h"
#include "pml/codegen/unchecked.h"
#include "pml/codegen/waits.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/RewriteStatepointsForGC.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace tactus::pml::codegen {

namespace {

PipelineTuningOptions tuning() {
  PipelineTuningOptions result;
  // Vectors of objects would be no words of a frame.
  result.SLPVectorization = false;
  return result;
}

/// In front of the vectoriser, which takes no loops that may raise.
void addUncheckedLoops(FunctionPassManager &pipeline, OptimizationLevel) {
  auto moveOut = [&] {
    pipeline.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  };
  moveOut();
  pipeline.addPass(JoinStepsPass());
  pipeline.addPass(UncheckedLoopsPass());
  pipeline.addPass(SimplifyCFGPass());
  pipeline.addPass(InstCombinePass());
  moveOut();
}

/// A pass builder, and the analyses that its passes ask for.
class Passes {
public:
  Passes(TargetMachine &machine, unsigned level)
      : builder(&machine, tuning()), level(level == 1   ? OptimizationLevel::O1
                                           : level == 2 ? OptimizationLevel::O2
                                                        : OptimizationLevel::O3) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.registerPeepholeEPCallback([](FunctionPassManager &pipeline, OptimizationLevel) {
      pipeline.addPass(ForwardRaisedPass());
      pipeline.addPass(FoldRaisedPass());
      pipeline.addPass(RestoreTagsPass());
    });
    builder.registerVectorizerStartEPCallback(addUncheckedLoops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  ModulePassManager simplification() {
    return builder.buildModuleSimplificationPipeline(level, ThinOrFullLTOPhase::None);
  }
  ModulePassManager optimisation() { return builder.buildModuleOptimizationPipeline(level, ThinOrFullLTOPhase::None); }

  void run(Module &module, ModulePassManager pipeline) { pipeline.run(module, modules); }

  /// After changes by others than passes.
  void forget() {
    modules.clear();
    functions.clear();
  }

private:
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  OptimizationLevel level;
};

} // namespace

void simplifyWhole(Module &module, TargetMachine &machine, unsigned level) {
  if (level == 0)
    return;
  Passes passes(machine, level);
  ModulePassManager pipeline;
  pipeline.addPass(createModuleToFunctionPassAdaptor(JoinLatchesPass()));
  pipeline.addPass(createModuleToFunctionPassAdaptor(ReadAgainPass()));
  pipeline.addPass(passes.simplification());
  pipeline.addPass(GlobalDCEPass());
  passes.run(module, std::move(pipeline));
}

void finishPart(Module &module, TargetMachine &machine, unsigned level) {
  Passes passes(machine, level);
  if (level > 0)
    passes.run(module, passes.optimisation());
  ModulePassManager waits;
  waits.addPass(createModuleToFunctionPassAdaptor(PauseLoopsPass()));
  passes.run(module, std::move(waits));
  expandLate(module);
  passes.forget();
  ModulePassManager late;
  late.addPass(RewriteStatepointsForGC());
  passes.run(module, std::move(late));
}

} // namespace tactus::pml::codegen

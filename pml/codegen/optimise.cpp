//===- optimise.cpp - LLVM's optimiser on modules of Parallel ML -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All passes behind the PCall IR (whose own stand in ir/passes.cpp), LLVM's pipelines and ours in them:
//
//   simplifyWhole   JoinLatches, ReadAgain                          first: loops count in one way back
//                   LoopSimplify                                    loops of several ways back become nests
//                   LLVM's simplification                           inlines
//                     behind the inliner: ReadAgain                 each function after those that it calls
//                     peepholes: ForwardRaised, FoldRaised, RestoreTags    when the callee stands in its caller
//                   GlobalDCE
//   finishPart      LLVM's optimisation                             vectors, unrolling
//                     in front of the vectoriser: JoinSteps, UncheckedLoops    it takes no loop that may raise
//                                                 ShowExits       then exits, loads and conditions leave loops
//                   PauseLoops                                      behind all that knows how often loops run
//                   expandLate                                      allocations and pcalls are calls until here
//                   FrameSlots                                      fewer values for the next, in large functions
//                   RewriteStatepointsForGC                         last: no object may move in code that comes before
//
// With --check the module is verified behind each of these lines.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/optimise.h"
#include "pml/codegen/exits.h"
#include "pml/codegen/forward_raised.h"
#include "pml/codegen/frame_slots.h"
#include "pml/codegen/latches.h"
#include "pml/codegen/late.h"
#include "pml/codegen/raised.h"
#include "pml/codegen/small_integers.h"
#include "pml/codegen/tags.h"
#include "pml/codegen/unchecked.h"
#include "pml/codegen/waits.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopSimplifyCFG.h"
#include "llvm/Transforms/Scalar/RewriteStatepointsForGC.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

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
  LoopPassManager exits;
  exits.addPass(ShowExitsPass());
  // What is computed behind one exit may decide the next. What other conditions do not change in a loop stand behind
  // these: at last the loop is made twice, so that in either copy all that follows such a condition may leave the loop.
  constexpr unsigned Rounds = 3;
  for (unsigned round = 1; round <= Rounds; ++round) {
    exits.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/round == Rounds));
    exits.addPass(LoopSimplifyCFGPass());
    exits.addPass(LICMPass(LICMOptions()));
  }
  pipeline.addPass(createFunctionToLoopPassAdaptor(std::move(exits), /*UseMemorySSA=*/true));
}

/// Behind the inliner, in front of all that moves reads.
void addReadAgain(CGSCCPassManager &pipeline, OptimizationLevel) {
  pipeline.addPass(createCGSCCToFunctionPassAdaptor(ReadAgainPass()));
}

OptimizationLevel levelOf(unsigned level) {
  return level == 1 ? OptimizationLevel::O1 : level == 2 ? OptimizationLevel::O2 : OptimizationLevel::O3;
}

/// A pass builder, and the analyses that its passes ask for.
class Passes {
public:
  Passes(TargetMachine &machine, const BuildOptions &options)
      : checks(options.checks), builder(&machine, tuning()), level(levelOf(options.optimisation)) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.registerPeepholeEPCallback([](FunctionPassManager &pipeline, OptimizationLevel) {
      pipeline.addPass(ForwardRaisedPass());
      pipeline.addPass(FoldRaisedPass());
      pipeline.addPass(RestoreTagsPass());
      pipeline.addPass(ReadSmallPass());
    });
    builder.registerCGSCCOptimizerLateEPCallback(addReadAgain);
    builder.registerVectorizerStartEPCallback(addUncheckedLoops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  ModulePassManager simplification() {
    return builder.buildModuleSimplificationPipeline(level, ThinOrFullLTOPhase::None);
  }
  ModulePassManager optimisation() { return builder.buildModuleOptimizationPipeline(level, ThinOrFullLTOPhase::None); }

  /// Nothing happens behind a pass that has made a mistake.
  void run(const char *name, Module &module, ModulePassManager pipeline) {
    if (problem.empty())
      pipeline.run(module, modules);
    verify(name, module);
  }

  /// A change by others than passes of LLVM's.
  void run(const char *name, Module &module, void (*change)(Module &)) {
    if (problem.empty())
      change(module);
    modules.clear();
    functions.clear();
    verify(name, module);
  }

  /// An error message, or empty.
  const std::string &result() const { return problem; }

private:
  std::string problem;
  bool checks;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  OptimizationLevel level;

  void verify(const char *name, const Module &module) {
    std::string broken;
    raw_string_ostream report(broken);
    if (checks && problem.empty() && verifyModule(module, &report))
      problem = std::string(name) + " has made a wrong module, please report this: " + broken;
  }
};

} // namespace

template <typename... FunctionPasses> static ModulePassManager functionPasses(FunctionPasses... passes) {
  ModulePassManager pipeline;
  (pipeline.addPass(createModuleToFunctionPassAdaptor(std::move(passes))), ...);
  return pipeline;
}

template <typename ModulePass> static ModulePassManager modulePass(ModulePass pass) {
  ModulePassManager pipeline;
  pipeline.addPass(std::move(pass));
  return pipeline;
}

std::string simplifyWhole(Module &module, TargetMachine &machine, const BuildOptions &options) {
  if (options.optimisation == 0)
    return "";
  Passes passes(machine, options);
  passes.run("JoinLatches or ReadAgain", module,
             functionPasses(JoinLatchesPass(), LoopSimplifyPass(), ReadAgainPass()));
  passes.run("the simplification", module, passes.simplification());
  passes.run("GlobalDCE", module, modulePass(GlobalDCEPass()));
  return passes.result();
}

std::string finishPart(Module &module, TargetMachine &machine, const BuildOptions &options) {
  Passes passes(machine, options);
  if (options.optimisation > 0)
    passes.run("the optimisation", module, passes.optimisation());
  passes.run("PauseLoops", module, functionPasses(PauseLoopsPass()));
  passes.run("expandLate", module, expandLate);
  passes.run("FrameSlots", module, functionPasses(FrameSlotsPass()));
  passes.run("RewriteStatepointsForGC", module, modulePass(RewriteStatepointsForGC()));
  return passes.result();
}

} // namespace tactus::pml::codegen

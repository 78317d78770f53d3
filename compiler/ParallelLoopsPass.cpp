//===- ParallelLoopsPass.cpp - the conversion of a module's parallelism ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ParallelLoopsPass.h"
#include "ForkStages.h"
#include "LeftOut.h"
#include "LoopStages.h"
#include "ModuleKind.h"
#include "Verification.h"
#include "ir/LockFunctions.h"
#include "ir/OpenMPFunctions.h"
#include "ir/Registration.h"
#include "ir/RuntimeMemory.h"
#include "ir/TeamFunctions.h"
#include "lower/regions/CalleeQuestions.h"
#include "lower/regions/LeagueForks.h"
#include "lower/regions/LibompRecords.h"
#include "lower/regions/LibompRegions.h"
#include "lower/regions/PhaseCallRecords.h"
#include "lower/regions/RegionTimes.h"
#include "lower/regions/StrandRegions.h"
#include "lower/regions/TaskSinks.h"
#include "model/Microtask.h"
#include "raise/cilk/CilkLoops.h"
#include "raise/cilk/CilkSpawns.h"
#include "raise/header/LoopStarts.h"
#include "raise/openmp/BuilderForm.h"
#include "raise/openmp/Leagues.h"
#include "raise/openmp/ParallelAccesses.h"
#include "raise/regions/LatentRegions.h"
#include "raise/tasks/Tasks.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tactus {

static bool noteKind(Module &module, FunctionAnalysisManager &) {
  noteModuleKind(module);
  return isOpenMPModule(module) || isCilkModule(module);
}

static bool separateMemory(Module &module, FunctionAnalysisManager &) { return separateHeaderMemory(module); }

static bool rewriteBuilder(Module &module, FunctionAnalysisManager &) {
  return isOpenMPModule(module) && rewriteBuilderForm(module);
}

static bool forgetParallel(Module &module, FunctionAnalysisManager &) {
  return isOpenMPModule(module) && forgetParallelAccesses(module);
}

static bool tidy(Module &module, FunctionAnalysisManager &) { return tidyMicrotasks(module); }

static bool raiseTeams(Module &module, FunctionAnalysisManager &) {
  return isOpenMPModule(module) && raiseLeagues(module);
}

static bool raiseRegions(Module &module, FunctionAnalysisManager &analyses) {
  return !isCilkModule(module) && raiseLatentRegions(module, analyses);
}

static bool outlineIterations(Module &module, FunctionAnalysisManager &) { return outlineSpawningIterations(module); }

static bool answerStarts(Module &module, FunctionAnalysisManager &) { return answerLoopStarts(module); }

static bool tellCallers(Module &module, FunctionAnalysisManager &analyses) { return tellPhaseCalls(module, analyses); }

/// Regions that are not latent, but need no libomp either.
static bool lowerStrands(Module &module, FunctionAnalysisManager &analyses) {
  if (!isOpenMPModule(module))
    return false;
  lowerCalleeQuestions(module);
  lowerStrandRegions(module, [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  });
  lowerLeagueForks(module);
  eraseUnusedThreadNumbers(module);
  return true;
}

/// Behind what asks which calls are of other files: libtactus is one.
static bool timeRegions(Module &module, FunctionAnalysisManager &) {
  return isOpenMPModule(module) && timeLibompRegions(module);
}

static bool sizeRegions(Module &module, FunctionAnalysisManager &) {
  if (!isOpenMPModule(module))
    return false;
  sizeLibompRegions(module);
  return true;
}

static bool keepThreadNumbers(Module &module, FunctionAnalysisManager &) {
  if (!isOpenMPModule(module) || !asksForThreadNumbers(module))
    return false;
  createStartFunction(module, "tactus.use_thread_numbers", "tactus_use_thread_numbers",
                      ConstantPointerNull::get(PointerType::get(module.getContext(), 0)));
  return true;
}

static bool askSinks(Module &module, FunctionAnalysisManager &) {
  return isOpenMPModule(module) && askTaskSinks(module);
}

static bool recordConstructs(Module &module, FunctionAnalysisManager &) {
  if (!isOpenMPModule(module))
    return false;
  recordLibompConstructs(module);
  return true;
}

/// When nobody looks for OpenMP's names any more: libtactus is asked instead.
static bool redirectFunctions(Module &module, FunctionAnalysisManager &) {
  return isOpenMPModule(module) && redirectOpenMPFunctions(module);
}

static bool redirectTeams(Module &module, FunctionAnalysisManager &) {
  if (isOpenMPModule(module))
    redirectTeamFunctions(module);
  return isOpenMPModule(module);
}

/// Who needs libomp for nothing but a critical section need not know its number there, which would start libomp.
static bool redirectLocks(Module &module, FunctionAnalysisManager &) {
  if (!isOpenMPModule(module) || !redirectLockFunctions(module))
    return false;
  eraseUnusedThreadNumbers(module);
  return true;
}

static bool registerLibomp(Module &module, FunctionAnalysisManager &) {
  if (!isOpenMPModule(module) || isCilkModule(module))
    return false;
  createLibompRegistration(module);
  return true;
}

static bool forgetKind(Module &module, FunctionAnalysisManager &) {
  bool isNoted = isOpenMPModule(module) || isCilkModule(module) || isConverted(module);
  forgetModuleKind(module);
  return isNoted;
}

ArrayRef<Stage> stages() {
  static constexpr Stage all[] = {
#define TACTUS_STAGE(NAME, FUNCTION, WHY) {NAME, FUNCTION},
#include "passes.def"
  };
  return all;
}

PreservedAnalyses StagePass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  if (!stage.run(module, functions))
    return PreservedAnalyses::all();
  if (verifiesOutput())
    verifyConverted(module, stage.name);
  return PreservedAnalyses::none();
}

PreservedAnalyses ParallelLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  if (isHardenedOpenMP(module)) {
    errs() << "tactus: warning: nothing is converted in " << module.getSourceFileName()
           << ", which has functions with speculative_load_hardening, for which LLVM makes no stack maps: OpenMP stays "
              "with "
              "libomp; move them to a file without parallelism\n";
    return PreservedAnalyses::all();
  }
  checkLeftOut(module.getContext());
  if (verifiesOutput())
    noteComplaintsBefore(module);
  ModulePassManager passes;
  for (const Stage &stage : stages())
    if (!isLeftOut(stage.name))
      passes.addPass(StagePass(stage));
  return passes.run(module, analyses);
}

} // namespace tactus

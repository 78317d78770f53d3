//===- StrandRegions.cpp - regions that run as teams of strands ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/StrandRegions.h"
#include "abi/teams.h"
#include "analysis/StrandRules.h"
#include "ir/Registration.h"
#include "lower/loops/CapturedCode.h"
#include "lower/loops/PhasedRegions.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

namespace {

class StrandRegions {
public:
  StrandRegions(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo)
      : module(module), libraryInfo(libraryInfo) {}

  void run() {
    uint32_t use = 0;
    for (CallInst *fork : forkCalls(module)) {
      Function &microtask = *microtaskOf(*fork);
      if (runsAsStrands(*fork))
        use |= lower(*fork, microtask) & abi::TeamCallsOtherFiles ? uint32_t{abi::TeamsCallOtherFiles} : 0;
      else if (!isAlternative(*fork) && !microtask.isDeclaration() && teamFlagsOf(microtask, libraryInfo))
        use |= abi::LibompMayKeepThreadLocals;
    }
    if (Function *task = module.getFunction("__kmpc_omp_task_alloc"); task && !task->use_empty())
      use |= abi::LibompRunsTasks;
    if (reachesThreadLocals(module))
      use |= abi::ModuleReachesThreadLocals;
    if (use)
      noteLibompUse(use);
  }

private:
  Module &module;
  function_ref<TargetLibraryInfo &(Function &)> libraryInfo;
  DenseMap<Function *, Function *> strands;
  DenseMap<Function *, Constant *> phased;

  /// What a member runs.
  Function *strandOf(const CallInst &fork, Function &microtask) {
    Function *&strand = strands[&microtask];
    if (!strand)
      strand = createCodeOfMicrotask(fork, microtask, ".strand");
    return strand;
  }

  /// The name says what is noted: modules of an image share what has the same.
  void noteLibompUse(uint32_t use) {
    std::string name = "tactus.note_libomp_use." + std::to_string(use);
    if (module.getFunction(name))
      return;
    Constant *value = ConstantInt::get(Type::getInt32Ty(module.getContext()), use);
    auto *data = new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, "tactus.use");
    createStartFunction(module, name, "tactus_note_libomp_use", data);
  }

  Value *callTeam(CallInst &fork, Function &microtask, Value *environment, Value *threads, uint32_t flags) {
    IRBuilder<> builder(&fork);
    FunctionCallee begin = module.getOrInsertFunction("tactus_team_fork", builder.getInt32Ty(), builder.getPtrTy(),
                                                      builder.getPtrTy(), builder.getInt32Ty(), builder.getInt32Ty());
    return builder.CreateCall(begin, {strandOf(fork, microtask), environment, threads, builder.getInt32(flags)});
  }

  /// What is latent around the region can be promoted while the region runs.
  Value *callPhases(CallInst &fork, Function &microtask, Value *environment, Value *threads) {
    Constant *&region = phased[&microtask];
    if (!region)
      region = createPhasedRegion(fork, microtask, environmentOf(fork));
    IRBuilder<> builder(&fork);
    FunctionCallee begin = module.getOrInsertFunction("tactus_team_phases", builder.getInt32Ty(), builder.getPtrTy(),
                                                      builder.getPtrTy(), builder.getInt32Ty());
    SmallVector<OperandBundleDef, 1> bundles;
    fork.getOperandBundlesAsDefs(bundles);
    return builder.CreateCall(begin, {region, environment, threads}, bundles);
  }

  /// Returns what libtactus is told of the region.
  uint32_t lower(CallInst &fork, Function &microtask) {
    CallInst *push = findPushNumThreads(&fork), *binding = findPushProcBind(fork);
    Value *environment = storeCaptures(fork);
    IRBuilder<> builder(&fork);
    Value *threads = push ? push->getArgOperand(2) : builder.getInt32(0);
    // What runs in phases calls no code of other files, and reaches no thread-local variables.
    uint32_t flags = runsInPhases(fork) ? 0 : teamFlagsOf(microtask, libraryInfo);
    Value *hasRun = runsInPhases(fork) ? callPhases(fork, microtask, environment, threads)
                                       : callTeam(fork, microtask, environment, threads, flags);
    Instruction *alternative = SplitBlockAndInsertIfThen(builder.CreateIsNull(hasRun), &fork, /*Unreachable=*/false);
    fork.moveBefore(alternative);
    for (CallInst *clause : {push, binding})
      if (clause)
        moveClause(*clause, fork);
    markAlternative(fork);
    return flags;
  }
};

} // namespace

void lowerStrandRegions(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  StrandRegions(module, libraryInfo).run();
}

} // namespace tactus

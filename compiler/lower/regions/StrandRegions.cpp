//===- StrandRegions.cpp - regions that run as teams of strands ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/StrandRegions.h"
#include "abi/teams.h"
#include "analysis/StrandRules.h"
#include "ir/LLVMVersions.h"
#include "ir/Registration.h"
#include "lower/regions/CapturedCode.h"
#include "lower/regions/PhasedRegions.h"
#include "lower/regions/RegionTimes.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
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
      if (runsAsStrands(*fork)) {
        // What certainly runs in phases calls no code of other files, and reaches no thread-local variables.
        uint32_t flags = mayNeedStrands(*fork) ? teamFlagsOf(microtask, libraryInfo) : 0;
        use |= flags & abi::TeamCallsOtherFiles ? uint32_t{abi::TeamsCallOtherFiles} : 0;
        found[fork->getFunction()].push_back({fork, flags});
      } else if (!isAlternative(*fork) && !microtask.isDeclaration() && teamFlagsOf(microtask, libraryInfo)) {
        use |= abi::LibompMayKeepThreadLocals;
      }
    }
    while (!found.empty())
      lowerForksOf(*found.begin()->first);
    if (Function *task = module.getFunction("__kmpc_omp_task_alloc"); task && !task->use_empty())
      use |= abi::LibompRunsTasks;
    if (reachesThreadLocals(module))
      use |= abi::ModuleReachesThreadLocals;
    if (asksForPlaces(module))
      use |= abi::ModuleAsksForPlaces;
    if (use)
      noteLibompUse(use);
  }

private:
  Module &module;
  function_ref<TargetLibraryInfo &(Function &)> libraryInfo;
  DenseMap<Function *, Function *> strands;
  DenseMap<Function *, Constant *> phased;

  /// `flags` are what libtactus is told of the region.
  struct StrandFork {
    CallInst *fork;
    uint32_t flags;
  };
  /// Those that are to be lowered, by the function that they stand in.
  MapVector<Function *, SmallVector<StrandFork, 2>> found;

  /// Inner regions first: a region in phases is a copy of its microtask, which is to have them lowered.
  void lowerForksOf(Function &function) {
    auto entry = found.find(&function);
    if (entry == found.end())
      return;
    SmallVector<StrandFork, 2> forks = std::move(entry->second);
    found.erase(entry);
    for (const StrandFork &each : forks) {
      Function &microtask = *microtaskOf(*each.fork);
      lowerForksOf(microtask);
      lower(*each.fork, microtask, each.flags);
    }
  }

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

  static bool mayNeedStrands(const CallInst &fork) { return !runsInPhases(fork) || !calleesOfPhases(fork).empty(); }

  /// From here on, the fork stands where the region has not run yet.
  static void runUnless(Value *hasRun, CallInst &fork) {
    IRBuilder<> builder(&fork);
    Instruction *alternative = SplitBlockAndInsertIfThen(builder.CreateIsNull(hasRun), &fork, /*Unreachable=*/false);
    moveBefore(fork, *alternative);
  }

  void lower(CallInst &fork, Function &microtask, uint32_t flags) {
    CallInst *push = findPushNumThreads(&fork), *binding = findPushProcBind(fork);
    timeRegion(fork);
    Value *environment = storeCaptures(fork);
    IRBuilder<> builder(&fork);
    Value *threads = push ? push->getArgOperand(2) : builder.getInt32(0);
    bool isPhased = runsInPhases(fork), isTeam = mayNeedStrands(fork);
    if (isPhased)
      runUnless(callPhases(fork, microtask, environment, threads), fork);
    if (isTeam)
      runUnless(callTeam(fork, microtask, environment, threads, flags), fork);
    for (CallInst *clause : {push, binding})
      if (clause)
        moveClause(*clause, fork);
    markAlternative(fork);
    if (isOneBody(microtask) && !microtask.hasOneUse()) {
      microtask.removeFnAttr(Attribute::AlwaysInline);
      microtask.addFnAttr(Attribute::NoInline);
    }
  }
};

} // namespace

void lowerStrandRegions(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  StrandRegions(module, libraryInfo).run();
}

} // namespace tactus

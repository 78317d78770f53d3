//===- StrandRegions.cpp - regions that run as teams of strands ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/StrandRegions.h"
#include "abi/teams.h"
#include "analysis/StrandRules.h"
#include "ir/DebugScope.h"
#include "ir/RegionRecords.h"
#include "ir/Registration.h"
#include "lower/loops/PhasedRegions.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

namespace {

/// Of __kmpc_fork_call: ident, number of captures, microtask, captures.
constexpr unsigned FirstCapture = 3;

class StrandRegions {
public:
  StrandRegions(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo)
      : module(module), libraryInfo(libraryInfo) {}

  void run() {
    uint32_t use = 0;
    for (CallInst *fork : forkCalls(module)) {
      Function &microtask = *microtaskOf(*fork);
      if (runsAsStrands(*fork))
        lower(*fork, microtask);
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

  static StructType *environmentOf(const CallInst &fork) {
    SmallVector<Type *, 8> types;
    for (unsigned i = FirstCapture; i < fork.arg_size(); ++i)
      types.push_back(fork.getArgOperand(i)->getType());
    return StructType::get(fork.getContext(), types);
  }

  /// What a member runs.
  Function *strandOf(const CallInst &fork, Function &microtask) {
    Function *&strand = strands[&microtask];
    if (strand)
      return strand;
    IRBuilder<> builder(module.getContext());
    auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getInt32Ty()}, false);
    strand = createRecordFunction(microtask, type, microtask.getName() + ".strand");
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", strand));
    Value *number = builder.CreateAlloca(builder.getInt32Ty()), *zero = builder.CreateAlloca(builder.getInt32Ty());
    Value *own = strand->getArg(1);
    if (needsLibompNumber(microtask))
      own = builder.CreateCall(threadNumberQuery(), {fork.getArgOperand(0)});
    builder.CreateStore(own, number);
    builder.CreateStore(builder.getInt32(0), zero);
    SmallVector<Value *, 8> arguments{number, zero};
    StructType *environment = environmentOf(fork);
    for (unsigned i = 0; i < environment->getNumElements(); ++i)
      arguments.push_back(builder.CreateLoad(environment->getElementType(i),
                                             builder.CreateStructGEP(environment, strand->getArg(0), i)));
    builder.CreateCall(&microtask, arguments)->setCallingConv(microtask.getCallingConv());
    builder.CreateRetVoid();
    if (DISubprogram *model = microtask.getSubprogram())
      describeFunction(*strand, model, model->getLine());
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

  FunctionCallee threadNumberQuery() {
    IRBuilder<> types(module.getContext());
    return module.getOrInsertFunction("__kmpc_global_thread_num", types.getInt32Ty(), types.getPtrTy());
  }

  Value *storeEnvironment(CallInst &fork) {
    StructType *type = environmentOf(fork);
    IRBuilder<> entry(&*fork.getFunction()->getEntryBlock().getFirstInsertionPt());
    Value *environment = entry.CreateAlloca(type, nullptr, "tactus.environment");
    IRBuilder<> builder(&fork);
    for (unsigned i = 0; i < type->getNumElements(); ++i)
      builder.CreateStore(fork.getArgOperand(FirstCapture + i), builder.CreateStructGEP(type, environment, i));
    return environment;
  }

  Value *callTeam(CallInst &fork, Function &microtask, Value *environment, Value *threads) {
    IRBuilder<> builder(&fork);
    uint32_t flags = teamFlagsOf(microtask, libraryInfo);
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

  void lower(CallInst &fork, Function &microtask) {
    CallInst *push = findPushNumThreads(&fork), *binding = findPushProcBind(fork);
    Value *environment = storeEnvironment(fork);
    IRBuilder<> builder(&fork);
    Value *threads = push ? push->getArgOperand(2) : builder.getInt32(0);
    Value *hasRun = runsInPhases(fork) ? callPhases(fork, microtask, environment, threads)
                                       : callTeam(fork, microtask, environment, threads);
    Instruction *alternative = SplitBlockAndInsertIfThen(builder.CreateIsNull(hasRun), &fork, /*Unreachable=*/false);
    fork.moveBefore(alternative);
    for (CallInst *clause : {push, binding})
      if (clause)
        movePush(*clause, fork);
    markAlternative(fork);
  }

  /// A clause's call goes with the fork, and asks for libomp's number of the thread there.
  void movePush(CallInst &push, CallInst &fork) {
    IRBuilder<> builder(&fork);
    Value *number = builder.CreateCall(threadNumberQuery(), {push.getArgOperand(0)});
    builder.CreateCall(push.getFunctionType(), push.getCalledOperand(),
                       {push.getArgOperand(0), number, push.getArgOperand(2)});
    push.eraseFromParent();
  }
};

} // namespace

void lowerStrandRegions(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  StrandRegions(module, libraryInfo).run();
}

} // namespace tactus

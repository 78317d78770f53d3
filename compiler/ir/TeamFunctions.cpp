//===- TeamFunctions.cpp - whose worksharing a function asks for ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/TeamFunctions.h"
#include "abi/schedules.h"
#include "ir/DebugScope.h"
#include "ir/OpenMPFunctions.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace tactus {

/// Of a pointer that each thread has, defined by libtactus.
static Value *threadsPointer(IRBuilderBase &builder, StringRef name) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *variable = cast<GlobalVariable>(module.getOrInsertGlobal(name, builder.getPtrTy()));
  variable->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  return builder.CreateThreadLocalAddress(variable);
}

Value *teamMemberAddress(IRBuilderBase &builder) { return threadsPointer(builder, "tactus_team_member"); }

Value *taskSinkAddress(IRBuilderBase &builder) { return threadsPointer(builder, "tactus_task_sink"); }

static void callAndReturn(IRBuilder<> &builder, FunctionCallee callee, ArrayRef<Value *> arguments) {
  CallInst *call = builder.CreateCall(callee, arguments);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

/// Arguments of __kmpc_dispatch_init_*.
constexpr unsigned DispatchSchedule = 2, DispatchChunk = 6;

/// libomp has not heard of what an iteration of ours has set for schedule(runtime). Where the schedule is another one,
/// as it is written in the program, nothing remains of this.
static void chooseSchedule(IRBuilder<> &builder, SmallVectorImpl<Value *> &arguments) {
  Value *&schedule = arguments[DispatchSchedule], *&chunk = arguments[DispatchChunk];
  BasicBlock *before = builder.GetInsertBlock();
  Function *function = before->getParent();
  auto *ask = BasicBlock::Create(function->getContext(), "", function),
       *behind = BasicBlock::Create(function->getContext(), "", function);
  Value *plain = builder.CreateAnd(schedule, builder.getInt32(~static_cast<uint32_t>(abi::ScheduleModifiers)));
  SwitchInst *choice = builder.CreateSwitch(plain, behind);
  for (int32_t kind :
       {int32_t{abi::RuntimeSchedule}, int32_t{abi::SimdRuntimeSchedule}, abi::RuntimeSchedule + abi::OrderedOffset})
    choice->addCase(builder.getInt32(kind), ask);
  builder.SetInsertPoint(ask);
  FunctionCallee runtime = function->getParent()->getOrInsertFunction("tactus_libomp_schedule", builder.getInt64Ty(),
                                                                      builder.getInt32Ty(), builder.getInt32Ty());
  CallInst *answer = builder.CreateCall(runtime, {schedule, builder.CreateTrunc(chunk, builder.getInt32Ty())});
  answer->setDoesNotThrow();
  Value *chosen = builder.CreateTrunc(answer, schedule->getType());
  Value *size = builder.CreateZExtOrTrunc(builder.CreateLShr(answer, 32), chunk->getType());
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
  auto merge = [&](Value *&argument, Value *asked) {
    PHINode *merged = builder.CreatePHI(argument->getType(), 2);
    merged->addIncoming(argument, before);
    merged->addIncoming(asked, ask);
    argument = merged;
  };
  merge(schedule, chosen);
  merge(chunk, size);
}

Function *createChoice(Function &original, StringRef name, StringRef ours,
                       function_ref<Value *(IRBuilder<> &)> isLibomps) {
  Module &module = *original.getParent();
  LLVMContext &context = module.getContext();
  FunctionType *type = original.getFunctionType();
  auto *choice = Function::createWithDefaultAttr(type, GlobalValue::LinkOnceODRLinkage, 0, name, &module);
  choice->setVisibility(GlobalValue::HiddenVisibility);
  choice->setComdat(module.getOrInsertComdat(name));
  choice->setDoesNotThrow();
  choice->addFnAttr(Attribute::Convergent);
  SmallVector<Value *, 9> arguments;
  for (Argument &argument : choice->args())
    arguments.push_back(&argument);
  auto *entry = BasicBlock::Create(context, "", choice), *there = BasicBlock::Create(context, "", choice),
       *libomps = BasicBlock::Create(context, "", choice);
  IRBuilder<> builder(entry);
  builder.CreateCondBr(isLibomps(builder), libomps, there);
  builder.SetInsertPoint(there);
  FunctionCallee callee = module.getOrInsertFunction(ours, type);
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  callAndReturn(builder, callee, arguments);
  builder.SetInsertPoint(libomps);
  if (original.getName().starts_with("__kmpc_dispatch_init_"))
    chooseSchedule(builder, arguments);
  callAndReturn(builder, &original, arguments);
  return choice;
}

static Function *makeTeamReplacement(Function &original, StringRef name) {
  std::string ours = ("tactus_team_" + original.getName().substr(StringRef("__kmpc_").size())).str();
  return createChoice(original, name, ours, [](IRBuilder<> &builder) {
    return builder.CreateIsNull(builder.CreateLoad(builder.getPtrTy(), teamMemberAddress(builder)));
  });
}

/// Of functions that are made in the end (defineLeagueFunctions): until then nobody sees libomp's call in them.
static constexpr StringRef LeaguePrefix = "tactus.in_league.";

void askLeague(CallBase &call) {
  Function &original = *call.getCalledFunction();
  FunctionCallee asking =
      original.getParent()->getOrInsertFunction((LeaguePrefix + original.getName()).str(), original.getFunctionType());
  auto *function = cast<Function>(asking.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::NoCallback);
  call.setCalledFunction(function);
}

/// What a league of ours has instead of one of libomp's functions.
static std::string leagueFunction(StringRef original) {
  if (original.consume_front("__kmpc_for_static_init_"))
    return ("tactus_distribute_" + original).str();
  return original.starts_with("__kmpc_end_reduce") ? "tactus_league_end_reduce" : "tactus_league_reduce";
}

static void defineLeagueFunction(Function &declared) {
  Module &module = *declared.getParent();
  std::string name = declared.getName().str();
  StringRef original = StringRef(name).substr(LeaguePrefix.size());
  FunctionCallee libomps = module.getOrInsertFunction(original, declared.getFunctionType());
  declared.setName(name + ".declared");
  Function *choice =
      createChoice(*cast<Function>(libomps.getCallee()), name, leagueFunction(original), [&](IRBuilder<> &builder) {
        return builder.CreateIsNull(
            builder.CreateCall(module.getOrInsertFunction("tactus_in_league", builder.getInt32Ty())));
      });
  declared.replaceAllUsesWith(choice);
  declared.eraseFromParent();
  describeAsUser(*choice);
}

static void redirectTeam(Module &module, StringRef spelling) {
  Function *original = module.getFunction(spelling);
  if (!original || !original->isDeclaration() || all_of(original->uses(), isInReplacement))
    return;
  std::string name = ("tactus." + spelling).str();
  Function *replacement = module.getFunction(name);
  if (!replacement)
    replacement = makeTeamReplacement(*original, name);
  original->replaceUsesWithIf(replacement, [](const Use &use) { return !isInReplacement(use); });
  describeAsUser(*replacement);
}

void redirectTeamFunctions(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.getName().starts_with(LeaguePrefix))
      defineLeagueFunction(function);
#define TACTUS_TEAM_FUNCTION(name) redirectTeam(module, "__kmpc_" #name);
#include "abi/team_functions.def"
}

} // namespace tactus

//===- ParForks.cpp - from the header's forks to potentially parallel calls -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/ParForks.h"
#include "abi/forks.h"
#include "ir/DebugScope.h"
#include "ir/EraseFunction.h"
#include "ir/ForkDescriptor.h"
#include "model/ForkMarks.h"
#include "model/Remarks.h"
#include "raise/header/ForkEnvironment.h"
#include "raise/header/ForkPeeling.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

static constexpr const char *MarkerName = "__tactus_fork";
static constexpr const char *RecordName = "tactus.fork.record";
/// The second branch is copied to where it runs serially, and to its task.
static constexpr unsigned MaximalBranch = 500;
/// Rounds of inlining and scalarisation, each one level of the header's and the C++ library's functions.
static constexpr unsigned MaximalRounds = 16;
/// Where a function forks more often than this, its tasks call second branches that fork. Else the last fork would be
/// in the tasks of all before it, and in those of their tasks: twice as often with each fork more.
static constexpr unsigned MaximalNested = 3;

namespace {

using DescriptorFields = abi::ForkDescriptorFields;

/// One call of the marker, and what becomes of it.
struct RaisedFork {
  ConstantStruct *site;
  Function *run;
  DebugLoc location;
  CallInst *values = nullptr;
  WeakTrackingVH firstBranch;
  WeakTrackingVH record;

  Constant *field(DescriptorFields::Position index) const { return site->getOperand(index); }
  uint64_t number(DescriptorFields::Position index) const { return cast<ConstantInt>(field(index))->getZExtValue(); }
};

class ForkRaising {
public:
  ForkRaising(Module &module, FunctionAnalysisManager &analyses)
      : module(module), analyses(analyses), marker(module.getFunction(MarkerName)) {}

  void run() {
    inlineScaffolding();
    // All second branches are inlined before any fork is marked, so that the forks in them are raised where their
    // captures are known. The functions of tasks come with such forks of their own.
    for (SetVector<Function *> functions; !(functions = markedFunctions()).empty();) {
      for (Function *function : functions)
        if (!function->hasOptNone())
          inlineSecondBranches(*function);
      for (Function *function : functions)
        raise(*function);
    }
    for (StringRef name : {StringRef(MarkerName), StringRef(ForkValuesName), StringRef(RecordName)})
      if (Function *function = module.getFunction(name); function && function->use_empty())
        function->eraseFromParent();
  }

private:
  Module &module;
  FunctionAnalysisManager &analyses;
  Function *marker;

  SmallVector<CallBase *, 8> markersIn(Function *function) {
    SmallVector<CallBase *, 8> calls;
    for (User *user : marker->users())
      if (auto *call = dyn_cast<CallBase>(user);
          call && call->getCalledOperand() == marker && (!function || call->getFunction() == function))
        calls.push_back(call);
    // In the order of the code, which use lists are not.
    if (function) {
      SmallVector<CallBase *, 8> ordered;
      for (Instruction &instruction : instructions(function))
        if (is_contained(calls, &instruction))
          ordered.push_back(cast<CallBase>(&instruction));
      return ordered;
    }
    return calls;
  }

  /// In the order of the module.
  SetVector<Function *> markedFunctions() {
    SmallPtrSet<Function *, 8> marked;
    for (CallBase *call : markersIn(nullptr))
      marked.insert(call->getFunction());
    SetVector<Function *> ordered;
    for (Function &function : module)
      if (marked.contains(&function))
        ordered.insert(&function);
    return ordered;
  }

  void simplify(Function &function) {
    if (function.hasOptNone())
      return;
    analyses.invalidate(function, PreservedAnalyses::none());
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.addPass(EarlyCSEPass());
    // A variable that only a dead one pointed to.
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.run(function, analyses);
    analyses.invalidate(function, PreservedAnalyses::none());
  }

  /// The functions of the header that forks pass through disappear into their callers.
  void inlineScaffolding() {
    SetVector<Function *> scaffolding = markedFunctions();
    scaffolding.remove_if([](Function *function) { return !function->hasFnAttribute(Attribute::AlwaysInline); });
    for (unsigned i = 0; i < scaffolding.size(); ++i) {
      Function *function = scaffolding[i];
      SmallVector<CallBase *, 8> calls;
      for (User *user : function->users())
        if (auto *call = dyn_cast<CallBase>(user);
            call && call->getCalledOperand() == function && call->getFunction() != function)
          calls.push_back(call);
      for (CallBase *call : calls) {
        Function *caller = call->getFunction();
        InlineFunctionInfo info;
        if (!InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess())
          continue;
        if (caller->hasFnAttribute(Attribute::AlwaysInline))
          scaffolding.insert(caller);
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (Function *function : scaffolding.getArrayRef())
        if (function && function->isDefTriviallyDead()) {
          scaffolding.remove(function);
          eraseFunction(*function, analyses);
          changed = true;
          break;
        }
    }
  }

  /// Variables whose address the environment of one of the forks holds.
  SmallPtrSet<Value *, 8> recordedVariables(ArrayRef<CallBase *> markers) {
    SmallPtrSet<Value *, 8> variables;
    for (CallBase *call : markers) {
      Value *environment = call->getArgOperand(1)->stripPointerCasts();
      SmallVector<Value *, 4> addresses{environment};
      for (unsigned i = 0; i < addresses.size(); ++i)
        for (User *user : addresses[i]->users()) {
          if (isa<GetElementPtrInst>(user) && addresses.size() < 64)
            addresses.push_back(user);
          auto *store = dyn_cast<StoreInst>(user);
          if (!store || store->getPointerOperand() != addresses[i])
            continue;
          Value *value = store->getValueOperand();
          if (auto *integer = dyn_cast<PtrToIntInst>(value))
            value = integer->getPointerOperand();
          if (value->getType()->isPointerTy())
            variables.insert(value);
        }
      variables.insert(environment);
    }
    return variables;
  }

  /// Whether forks are raised in it, or have been. Not of the header's functions, which are a part of who calls them.
  bool hasForks(const Function &function) const {
    return !function.hasFnAttribute(Attribute::AlwaysInline) &&
           any_of(instructions(function), [&](const Instruction &instruction) {
             auto *call = dyn_cast<CallBase>(&instruction);
             const Function *callee = call ? call->getCalledFunction() : nullptr;
             return callee && (callee == marker || callee->getName() == ForkValuesName);
           });
  }

  bool inlineCallsWith(Function &function, const SmallPtrSetImpl<Value *> &pointers,
                       function_ref<bool(const Function &)> isCalled = {}) {
    SmallVector<CallBase *, 8> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && canInline(*call) && call->getCalledFunction()->isDiscardableIfUnused() &&
          call->getCalledFunction()->getInstructionCount() <= MaximalBranch &&
          !(isCalled && isCalled(*call->getCalledFunction())) &&
          any_of(call->args(), [&](Value *argument) { return pointers.contains(argument); }))
        calls.push_back(call);
    bool changed = false;
    for (CallBase *call : calls) {
      InlineFunctionInfo info;
      changed |= InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess();
    }
    return changed;
  }

  /// Where nothing is promoted, the second branch becomes part of the function that forks. What it captured then need
  /// not be in memory.
  void inlineSecondBranches(Function &function) {
    for (unsigned round = 0; round < MaximalRounds; ++round) {
      tactus::inlineScaffolding(function);
      simplify(function);
      if (!inlineCallsWith(function, recordedVariables(markersIn(&function))))
        break;
    }
  }

  /// The task's function, with the second branch in it, for one fork alone.
  Function *cloneRun(Function &original, bool isOneOfMany) {
    ValueToValueMapTy map;
    Function *run = CloneFunction(&original, map);
    separateAssignments(*run);
    run->setLinkage(GlobalValue::InternalLinkage);
    run->setComdat(nullptr);
    run->setVisibility(GlobalValue::DefaultVisibility);
    run->setName("tactus.run");
    if (run->hasOptNone())
      return run;
    auto isCalled = [&](const Function &function) { return isOneOfMany && hasForks(function); };
    for (unsigned round = 0; round < MaximalRounds; ++round) {
      tactus::inlineScaffolding(*run, isCalled);
      simplify(*run);
      SmallPtrSet<Value *, 8> pointers{run->getArg(0)};
      for (Instruction &instruction : instructions(*run)) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (load && getPointerBase(load->getPointerOperand()) == run->getArg(0)) {
          pointers.insert(load);
          for (User *user : load->users())
            if (isa<IntToPtrInst>(user))
              pointers.insert(user);
        }
      }
      if (!inlineCallsWith(*run, pointers, isCalled))
        break;
    }
    return run;
  }

  static Value *getPointerBase(Value *address) {
    while (auto *offset = dyn_cast<GetElementPtrInst>(address))
      address = offset->getPointerOperand();
    return address;
  }

  /// Without optimisation arguments of inlined functions are variables: what such a variable is given once, where that
  /// is a constant. Others are returned as they are.
  static Value *resolveArgument(Value *argument) {
    auto *load = dyn_cast<LoadInst>(argument);
    auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!variable)
      return argument;
    Value *given = nullptr;
    for (User *user : variable->users()) {
      if (isa<LoadInst>(user) || cast<Instruction>(user)->isLifetimeStartOrEnd())
        continue;
      auto *store = dyn_cast<StoreInst>(user);
      if (!store || store->getPointerOperand() != variable || given)
        return argument;
      given = store->getValueOperand();
    }
    given = given ? resolveArgument(given) : argument;
    return isa<Constant>(given) ? given : argument;
  }

  /// The function that a lambda without captures is converted to.
  static Value *resolveBranch(Value *branch) {
    auto *conversion = dyn_cast<CallInst>(branch);
    Function *callee = conversion ? conversion->getCalledFunction() : nullptr;
    if (!callee || callee->isDeclaration() || callee->isInterposable() || callee->size() != 1)
      return branch;
    auto *end = dyn_cast<ReturnInst>(callee->getEntryBlock().getTerminator());
    return end && end->getReturnValue() && isa<Function>(end->getReturnValue()) ? end->getReturnValue() : branch;
  }

  /// Where the user wrote it, not where the header did.
  static DebugLoc userLocation(const CallBase &call) {
    DebugLoc location = call.getDebugLoc();
    while (location && location.getInlinedAt())
      location = location.getInlinedAt();
    return location;
  }

  void reportMissed(CallBase &call, StringRef reason) {
    OptimizationRemarkMissed remark("tactus", "ForkNotConverted", DiagnosticLocation(userLocation(call)),
                                    call.getParent());
    remark << "fork left serial: " << reason;
    call.getContext().diagnose(remark);
  }

  void raise(Function &function) {
    SmallVector<RaisedFork, 4> forks;
    SmallVector<CallBase *, 8> markers = markersIn(&function);
    for (CallBase *call : markers)
      if (auto fork = replaceMarker(call, markers.size() > MaximalNested))
        forks.push_back(*fork);
    if (!function.hasOptNone()) {
      simplify(function);
      scalarise(function, forks);
    }
    for (RaisedFork &raised : forks)
      if (auto fork = finish(raised))
        markFork(*fork);
    analyses.invalidate(function, PreservedAnalyses::none());
  }

  /// A copy of `run` for this fork, and the words of its environment, which the marker has stored.
  void keepEnvironment(RaisedFork &fork, CallBase &call, bool isOneOfMany) {
    fork.run = cloneRun(*fork.run, isOneOfMany);
    IRBuilder<> builder(&call);
    SmallVector<Value *, 4> words;
    for (unsigned i = 0; i < fork.number(DescriptorFields::environmentWords); ++i)
      words.push_back(builder.CreateAlignedLoad(
          builder.getInt64Ty(), builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), call.getArgOperand(1), i),
          Align(8)));
    FunctionCallee keeper =
        module.getOrInsertFunction(ForkValuesName, FunctionType::get(builder.getVoidTy(), /*isVarArg=*/true));
    fork.values = builder.CreateCall(keeper, words);
    fork.values->setDoesNotThrow();
    fork.values->setOnlyAccessesInaccessibleMemory();
  }

  /// Calls the first branch in place of the marker. Returns the call, and what comes behind it.
  std::pair<CallBase *, Instruction *> callFirstBranch(CallBase *call, Value *branch) {
    IRBuilder<> builder(call);
    auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    SmallVector<OperandBundleDef, 1> bundles;
    call->getOperandBundlesAsDefs(bundles);
    if (bundles.empty())
      bundles.emplace_back("deopt", ArrayRef<Value *>());
    auto *invoke = dyn_cast<InvokeInst>(call);
    if (!invoke)
      return {builder.CreateCall(type, branch, {call->getArgOperand(3)}, bundles), call};
    BasicBlock *normal = invoke->getNormalDest();
    BasicBlock *returned = BasicBlock::Create(module.getContext(), "", call->getFunction(), normal);
    normal->replacePhiUsesWith(call->getParent(), returned);
    CallBase *firstBranch =
        builder.CreateInvoke(type, branch, returned, invoke->getUnwindDest(), {call->getArgOperand(3)}, bundles);
    builder.SetInsertPoint(returned);
    Instruction *next = builder.CreateBr(normal);
    next->setDebugLoc(call->getDebugLoc());
    return {firstBranch, next};
  }

  /// Puts a call of the first branch in the marker's place. Nothing, if the fork is not understood.
  std::optional<RaisedFork> replaceMarker(CallBase *call, bool isOneOfMany) {
    Value *branch = resolveBranch(call->getArgOperand(2));
    auto *descriptor = dyn_cast<GlobalVariable>(resolveArgument(call->getArgOperand(0))->stripPointerCasts());
    ConstantStruct *site = descriptor && descriptor->hasDefinitiveInitializer()
                               ? dyn_cast<ConstantStruct>(descriptor->getInitializer())
                               : nullptr;
    Function *run = site ? dyn_cast<Function>(site->getOperand(DescriptorFields::run)->stripPointerCasts()) : nullptr;
    RaisedFork fork{site, run, userLocation(*call), nullptr, {}, {}};
    if (run && !run->isDeclaration())
      keepEnvironment(fork, *call, isOneOfMany);
    else
      reportMissed(*call, "the part that may run elsewhere is not known here");
    auto [firstBranch, next] = callFirstBranch(call, branch);
    IRBuilder<> builder(next);
    Value *record = ConstantPointerNull::get(builder.getPtrTy());
    if (fork.values) {
      CallInst *placeholder = builder.CreateCall(module.getOrInsertFunction(RecordName, builder.getPtrTy()), {});
      placeholder->setDebugLoc(firstBranch->getDebugLoc());
      placeholder->setDoesNotThrow();
      placeholder->setOnlyAccessesInaccessibleMemory();
      fork.record = placeholder;
      record = placeholder;
    }
    call->replaceAllUsesWith(record);
    call->eraseFromParent();
    if (!fork.values)
      return std::nullopt;
    fork.firstBranch = peel(firstBranch);
    return fork;
  }

  void scalarise(Function &function, MutableArrayRef<RaisedFork> forks) {
    bool changed = true;
    for (unsigned round = 0; changed && round < MaximalRounds; ++round) {
      changed = false;
      for (RaisedFork &fork : forks)
        if (scalariseEnvironment(fork.values, *fork.run)) {
          simplify(*fork.run);
          changed = true;
        }
      if (changed)
        simplify(function);
    }
  }

  /// Nothing if the code has gone meanwhile.
  std::optional<Fork> finish(RaisedFork &raised) {
    auto *firstBranch = dyn_cast_or_null<CallBase>(static_cast<Value *>(raised.firstBranch));
    auto *record = dyn_cast_or_null<Instruction>(static_cast<Value *>(raised.record));
    SmallVector<Value *, 4> environment(raised.values->args());
    raised.values->eraseFromParent();
    if (!firstBranch || !record) { // The code was found to be unreachable, or the first branch to do nothing.
      if (record) {
        record->replaceAllUsesWith(ConstantPointerNull::get(cast<PointerType>(record->getType())));
        record->eraseFromParent();
      }
      return std::nullopt;
    }
    OptimizationRemark remark("tactus", "ForkConverted", DiagnosticLocation(raised.location), firstBranch->getParent());
    remark << "fork converted: its first branch is ";
    if (Function *callee = firstBranch->getCalledFunction())
      remark << "a call of " << DiagnosticInfoOptimizationBase::Argument("Callee", callee);
    else
      remark << "an indirect call";
    remark << ", " << DiagnosticInfoOptimizationBase::Argument("Words", static_cast<unsigned>(environment.size()))
           << " values recorded";
    module.getContext().diagnose(remark);

    GlobalVariable *descriptor =
        createForkDescriptor(module, raised.run, raised.location, environment.size(),
                             raised.number(DescriptorFields::resultBytes), raised.number(DescriptorFields::flags));
    SmallVector<Constant *, 10> fields;
    for (Value *field : cast<ConstantStruct>(descriptor->getInitializer())->operands())
      fields.push_back(cast<Constant>(field));
    fields[DescriptorFields::weight] = raised.field(DescriptorFields::weight);
    fields[DescriptorFields::discard] = raised.field(DescriptorFields::discard);
    descriptor->setInitializer(ConstantStruct::get(cast<StructType>(descriptor->getValueType()), fields));
    return Fork{firstBranch, descriptor, environment, record};
  }
};

} // namespace

bool hasForkMarkers(const Module &module) {
  const Function *marker = module.getFunction(MarkerName);
  return marker && !marker->use_empty();
}

void raiseForkMarkers(Module &module, FunctionAnalysisManager &analyses) { ForkRaising(module, analyses).run(); }

} // namespace tactus

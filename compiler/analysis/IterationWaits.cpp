//===- IterationWaits.cpp - iterations and tasks that wait for each other ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/IterationWaits.h"
#include "analysis/StrandRules.h"
#include "analysis/Synchronisation.h"
#include "analysis/WaitingLoop.h"
#include "ir/EraseFunction.h"
#include "ir/LLVMVersions.h"
#include "model/Microtask.h"
#include "model/Reasons.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <deque>
#include <optional>

using namespace llvm;

namespace tactus {

static constexpr unsigned MostInstructions = 20000;

namespace {

/// What a function calls, or has run by libomp before it goes on.
Function *calleeOf(const CallBase &call) {
  Function *callee = microtaskOf(call) ? microtaskOf(call) : taskEntryOf(call);
  if (!callee)
    callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

/// Loops and forks of the header end whatever others do. Only the functions that they are given may wait.
bool isOfHeader(StringRef name) {
  static const StringRef prefixes[] = {"_ZN6tactus", "_ZNK6tactus", "_ZZN6tactus", "_ZZNK6tactus"};
  return any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

class Waits {
public:
  Waits(Function &root, FunctionAnalysisManager &analyses, Siblings siblings, UnseenCode unseen)
      : analyses(analyses), siblings(siblings) {
    if (unseen == UnseenCode::Synchronises)
      surroundings.synchronises = [this](const Instruction &instruction) {
        return tactus::synchronises(instruction) || callsOther(instruction);
      };
    findReachable(root);
    surroundings.isWritten = [this](const GlobalVariable &variable, bool byAny) { return isWritten(variable, byAny); };
    surroundings.isUnknown = [this](const CallBase &call) { return isUnknown(call); };
  }

  bool isAny() {
    if (isBlocking)
      return true;
    if (none_of(reachable, [&](Function *function) { return mayRepeat(*function); }))
      return false;
    SmallSetVector<Function *, 8> worklist;
    worklist.insert(reachable.front());
    for (unsigned i = 0; i < worklist.size(); ++i)
      if (hasWaitingLoop(*worklist[i], worklist))
        return true;
    return false;
  }

private:
  FunctionAnalysisManager &analyses;
  Siblings siblings;
  SmallSetVector<Function *, 16> reachable;
  /// Functions that synchronise, or call such functions.
  SmallPtrSet<Function *, 16> synchronising;
  LoopSurroundings surroundings;
  bool isBlocking = false, callsOtherFiles = false;

  bool callsOther(const Instruction &instruction) {
    return callsOtherFile(instruction, [&](Function &function) -> TargetLibraryInfo & {
      return analyses.getResult<TargetLibraryAnalysis>(function);
    });
  }

  /// Code that is not seen, or that has not been inlined.
  bool isUnknown(const CallBase &call) {
    StringRef name = calleeName(call);
    if (name.starts_with("tactus_") || name.starts_with("__tactus_") || isOfHeader(name))
      return false;
    return calleeOf(call) ? !microtaskOf(call) : callsOther(call);
  }

  void findReachable(Function &root) {
    reachable.insert(&root);
    for (unsigned i = 0; i < reachable.size(); ++i)
      for (Instruction &instruction : instructions(reachable[i])) {
        if (surroundings.synchronises(instruction))
          synchronising.insert(reachable[i]);
        auto *call = dyn_cast<CallBase>(&instruction);
        if (!call)
          continue;
        isBlocking |= blocksForOthers(*call);
        callsOtherFiles |= callsOther(*call);
        if (Function *callee = calleeOf(*call))
          reachable.insert(callee);
      }
    for (bool changed = !synchronising.empty(); changed;) {
      changed = false;
      for (Function *function : reachable)
        if (!synchronising.contains(function) &&
            any_of(instructions(function), [&](Instruction &instruction) { return callsSynchronising(instruction); }))
          changed |= synchronising.insert(function).second;
    }
  }

  bool callsSynchronising(const Instruction &instruction) const {
    const auto *call = dyn_cast<CallBase>(&instruction);
    Function *callee = call ? calleeOf(*call) : nullptr;
    return callee && synchronising.contains(callee);
  }

  /// Is there anything that synchronises in a loop of the function, or in a function that calls itself?
  bool mayRepeat(Function &function) {
    if (!synchronising.contains(&function) || isOfHeader(function.getName()))
      return false;
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    return any_of(instructions(function), [&](Instruction &instruction) {
      bool isCall = callsSynchronising(instruction);
      return (loops.getLoopFor(instruction.getParent()) && (isCall || surroundings.synchronises(instruction))) ||
             (isCall && reaches(*calleeOf(cast<CallBase>(instruction)), function));
    });
  }

  static bool reaches(Function &from, const Function &to) {
    SmallSetVector<Function *, 8> found;
    found.insert(&from);
    for (unsigned i = 0; i < found.size(); ++i)
      for (Instruction &instruction : instructions(found[i]))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (Function *callee = calleeOf(*call))
            found.insert(callee);
    return found.contains(const_cast<Function *>(&to));
  }

  /// Siblings that run the same code are seen whole, unless that calls other files.
  bool isWritten(const GlobalVariable &variable, bool byAny) const {
    bool areAllSeen = siblings == Siblings::RunTheSame && !callsOtherFiles;
    if (byAny && !areAllSeen && !variable.hasLocalLinkage())
      return true;
    SmallVector<const User *, 16> uses(variable.users());
    while (!uses.empty()) {
      const User *user = uses.pop_back_val();
      if (isa<GEPOperator>(user) || isa<CastInst>(user) || isa<ConstantExpr>(user)) {
        uses.append(user->user_begin(), user->user_end());
        continue;
      }
      const auto *use = dyn_cast<Instruction>(user);
      if (use && (isa<LoadInst>(use) || isa<DbgInfoIntrinsic>(use)))
        continue;
      // Whoever keeps the address may write at it later.
      bool isAccess = use && addressOf(*use);
      if (!use || (byAny && (!areAllSeen || !isAccess)) ||
          reachable.contains(const_cast<Function *>(use->getFunction())))
        return true;
    }
    return false;
  }

  /// Looks at a copy of the function with all in it that it calls. What does not fit goes to `others`.
  bool hasWaitingLoop(Function &function, SmallSetVector<Function *, 8> &others) {
    ValueToValueMapTy map;
    Function *copy = CloneFunction(&function, map);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setComdat(nullptr);
    for (Attribute::AttrKind kind : {Attribute::OptimizeNone, Attribute::NoInline})
      copy->removeFnAttr(kind);
    stripDebugInfo(*copy);
    inlineCallees(*copy, function, others);
    releaseCaptured(*copy);
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(InstSimplifyPass());
    passes.addPass(SimplifyCFGPass());
    // A function that calls itself at its end is a loop.
    passes.addPass(TailCallElimPass());
    // `while (old < value && !exchange(old, value))`: ways around the exchange only lead out.
    passes.addPass(JumpThreadingPass());
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(SimplifyCFGPass());
    passes.run(*copy, analyses);
    analyses.invalidate(*copy, PreservedAnalyses::none());
    auto &loops = analyses.getResult<LoopAnalysis>(*copy);
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(*copy);
    bool waits = any_of(loops.getLoopsInPreorder(),
                        [&](const Loop *loop) { return WaitingLoop(*loop, evolution, surroundings).waits(); });
    eraseFunction(*copy, analyses);
    return waits;
  }

  void inlineCallees(Function &copy, const Function &original, SmallSetVector<Function *, 8> &others) {
    std::deque<CallBase *> queue;
    for (Instruction &instruction : instructions(copy))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        queue.push_back(call);
    unsigned total = copy.getInstructionCount();
    while (!queue.empty()) {
      CallBase *call = queue.front();
      queue.pop_front();
      Function *callee = calleeOf(*call);
      if (!callee)
        continue;
      InlineFunctionInfo info;
      if (isOfHeader(callee->getName()))
        addFunctionsOf(*callee, others);
      else if (total < MostInstructions && callee != &original && callee == call->getCalledFunction() &&
               !callee->isInterposable() &&
               InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false).isSuccess()) {
        total += callee->getInstructionCount();
        queue.insert(queue.end(), info.InlinedCallSites.begin(), info.InlinedCallSites.end());
      } else if (synchronising.contains(callee)) {
        others.insert(callee);
      }
    }
  }

  /// The program's functions that one of the header calls.
  void addFunctionsOf(Function &ofHeader, SmallSetVector<Function *, 8> &others) const {
    SmallSetVector<Function *, 8> found;
    found.insert(&ofHeader);
    for (unsigned i = 0; i < found.size(); ++i)
      for (Instruction &instruction : instructions(found[i]))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (Function *callee = calleeOf(*call); callee && synchronising.contains(callee))
            (isOfHeader(callee->getName()) ? found : others).insert(callee);
  }

  /// The OpenMP runtime keeps no address of a private variable, and a region that stands inside ends before its call
  /// does.
  static void releaseCaptured(Function &copy) {
    SmallVector<StoreInst *, 8> listed;
    for (Instruction &instruction : instructions(copy)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || !calleeName(*call).starts_with("__kmpc_"))
        continue;
      for (unsigned i = 0; i < call->arg_size(); ++i) {
        if (!call->getArgOperand(i)->getType()->isPointerTy())
          continue;
        call->addParamAttr(i, capturesNone(call->getContext()));
        if (auto *list = dyn_cast<AllocaInst>(call->getArgOperand(i)); list && isReduction(*call))
          for (auto &[store, element] : reductionListStores(list))
            listed.push_back(store);
      }
    }
    for (StoreInst *store : listed)
      store->eraseFromParent();
  }

  static bool isReduction(const CallBase &call) {
    return classifyRuntimeCall(calleeName(call)).role == CallRole::Reduce;
  }
};

} // namespace

bool mayWaitForOthers(Function &function, FunctionAnalysisManager &analyses, Siblings siblings, UnseenCode unseen) {
  return Waits(function, analyses, siblings, unseen).isAny();
}

bool hasThreadForEachIteration(const ParallelLoop &loop, const CallInst *pushNumThreads) {
  const auto *threads = pushNumThreads ? dyn_cast<ConstantInt>(pushNumThreads->getArgOperand(2)) : nullptr;
  return threads && loop.constantTripCount > 1 && loop.constantTripCount <= threads->getZExtValue();
}

bool callsUnknownCode(const Function &function, const QueryReach &queries) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call && queries.mayAsk(*call);
  });
}

bool mayWaitElsewhere(const ParallelLoop &loop, const CallInst *pushNumThreads, const QueryReach &queries) {
  return hasThreadForEachIteration(loop, pushNumThreads) && callsUnknownCode(*loop.microtask, queries);
}

} // namespace tactus

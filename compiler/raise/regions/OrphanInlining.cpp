//===- OrphanInlining.cpp - functions with constructs of the region that calls them --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/regions/OrphanInlining.h"
#include "analysis/PhaseCalls.h"
#include "analysis/PhaseRules.h"
#include "analysis/StrandRules.h"
#include "ir/EraseFunction.h"
#include "model/Microtask.h"
#include "model/RegionShape.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

/// A region that would grow beyond so many instructions keeps the remaining calls.
static constexpr unsigned MostInstructions = 50000;

/// While a function is inlined, on its last store of a parameter.
static constexpr const char *LastParameterMetadata = "tactus.last_parameter";

bool hasOrphans(const Function &function) { return any_of(instructions(function), bindsToRegion); }

namespace {

class Inliner {
public:
  explicit Inliner(Function &region) : region(region) {}

  bool hasWork() {
    return any_of(instructions(region), [&](const Instruction &instruction) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      return call && isWanted(*call);
    });
  }

  void run() {
    for (bool changed = true; changed && region.getInstructionCount() < MostInstructions;) {
      changed = false;
      for (Instruction &instruction : instructions(region))
        if (auto *call = dyn_cast<CallBase>(&instruction); call && isWanted(*call) && inlineCall(*call)) {
          changed = true;
          break;
        }
    }
    if (!variables.empty())
      forwardPointers();
  }

private:
  Function &region;
  /// Of the functions that were inlined.
  SmallVector<AllocaInst *, 16> variables;
  DenseMap<const Function *, bool> wanted;

  /// Each call is asked about again when another one has been inlined; the answer is the callee's.
  bool isWanted(const CallBase &call) {
    const Function *callee = directCallee(call);
    if (!callee || callee->isInterposable() || callee->isVarArg())
      return false;
    auto [known, isNew] = wanted.try_emplace(callee);
    if (isNew) {
      SmallPtrSet<const Function *, 8> seen;
      known->second = reachesOrphans(*callee, seen) && !reaches(*callee, *callee);
    }
    return known->second;
  }

  /// Tasks and regions inside are executed elsewhere. A region whose `if` clause is false is called directly, but its
  /// constructs bind to it.
  static const Function *directCallee(const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() && !isSerialRegion(*call) ? callee : nullptr;
  }

  static bool reachesOrphans(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
    if (!seen.insert(&function).second)
      return false;
    return hasOrphans(function) || any_of(instructions(function), [&](const Instruction &instruction) {
             const Function *callee = directCallee(instruction);
             return callee && reachesOrphans(*callee, seen);
           });
  }

  static bool reaches(const Function &from, const Function &target) {
    SmallPtrSet<const Function *, 8> seen;
    SmallVector<const Function *, 8> worklist{&from};
    while (!worklist.empty())
      for (const Instruction &instruction : instructions(worklist.pop_back_val()))
        if (const Function *callee = directCallee(instruction)) {
          if (callee == &target)
            return true;
          if (seen.insert(callee).second)
            worklist.push_back(callee);
        }
    return false;
  }

  /// Are there calls of it at several places? Those in the region are gone one by one; it is a copy, or the only
  /// caller.
  bool isCalledOften(const Function &callee) const {
    auto isElsewhere = [&](const User *user) {
      const auto *instruction = dyn_cast<Instruction>(user);
      return !instruction || instruction->getFunction() != &region;
    };
    return count_if(callee.users(), isElsewhere) > 1;
  }

  /// Of the stores that keep its parameters in variables, null if there are none.
  static StoreInst *lastStoreOfParameters(Function &callee) {
    StoreInst *last = nullptr;
    for (Instruction &instruction : callee.getEntryBlock())
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && isa<Argument>(store->getValueOperand()))
        last = store;
    return last;
  }

  /// Where a function is called several times, its code begins in a block of its own, behind the copies of its
  /// parameters: so a loop that it begins with leaves out what differs between the calls, and these can share a slice
  /// (lower/loops/SharedSlices.h). With one call, the loop knows all that is known of the arguments.
  static void separateParameters(ArrayRef<AllocaInst *> variables) {
    for (AllocaInst *variable : variables)
      for (User *user : variable->users())
        if (auto *store = dyn_cast<StoreInst>(user); store && store->hasMetadata(LastParameterMetadata)) {
          store->setMetadata(LastParameterMetadata, nullptr);
          store->getParent()->splitBasicBlock(std::next(store->getIterator()));
          return;
        }
  }

  /// The callee's variables come behind the region's: their order tells which belong to the body of a loop.
  bool inlineCall(CallBase &call) {
    Instruction *behind = nullptr;
    for (Instruction &instruction : region.getEntryBlock())
      if (isa<AllocaInst>(instruction))
        behind = &instruction;
    Function &callee = *call.getCalledFunction();
    StoreInst *last = isCalledOften(callee) ? lastStoreOfParameters(callee) : nullptr;
    if (last)
      last->setMetadata(LastParameterMetadata, MDNode::get(callee.getContext(), {}));
    InlineFunctionInfo info;
    bool isInlined =
        InlineFunction(call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false).isSuccess();
    if (last)
      last->setMetadata(LastParameterMetadata, nullptr);
    if (!isInlined)
      return false;
    separateParameters(info.StaticAllocas);
    for (AllocaInst *variable : info.StaticAllocas) {
      if (behind)
        variable->moveAfter(behind);
      behind = variable;
    }
    variables.append(info.StaticAllocas.begin(), info.StaticAllocas.end());
    return true;
  }

  /// A parameter's copy on the stack would be taken for somebody who knows the address of what is passed.
  void forwardPointers() {
    DominatorTree dominators(region);
    for (AllocaInst *variable : variables) {
      StoreInst *store = nullptr;
      SmallVector<LoadInst *, 4> loads;
      bool isPlain = variable->getAllocatedType()->isPointerTy();
      for (User *user : variable->users()) {
        if (auto *load = dyn_cast<LoadInst>(user); load && load->isSimple())
          loads.push_back(load);
        else if (auto *other = dyn_cast<StoreInst>(user);
                 other && !store && other->getPointerOperand() == variable && other->isSimple())
          store = other;
        else if (!cast<Instruction>(user)->isLifetimeStartOrEnd())
          isPlain = false;
      }
      if (!isPlain || !store || any_of(loads, [&](LoadInst *load) { return !dominators.dominates(store, load); }))
        continue;
      for (LoadInst *load : loads) {
        load->replaceAllUsesWith(store->getValueOperand());
        load->eraseFromParent();
      }
    }
  }
};

} // namespace

bool reachesWorksharingLoop(const Function &region) {
  SmallPtrSet<const Function *, 8> seen{&region};
  SmallVector<const Function *, 8> worklist{&region};
  while (!worklist.empty()) {
    const Function *function = worklist.pop_back_val();
    if (hasWorksharingLoop(*function))
      return true;
    for (const Instruction &instruction : instructions(*function))
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction();
            callee && !callee->isDeclaration() && seen.insert(callee).second)
          worklist.push_back(callee);
  }
  return false;
}

void inlineOrphans(Function &region) { Inliner(region).run(); }

bool inlineOrphansOfPhases(CallInst &fork, FunctionAnalysisManager &analyses) {
  Function &microtask = *microtaskOf(fork);
  if (microtask.isDeclaration() || !microtask.hasLocalLinkage() || !Inliner(microtask).hasWork() ||
      !blockersOfStrands(fork).empty())
    return false;
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&microtask, map);
  inlineOrphans(*copy);
  PhaseCalls calls;
  bool helps = blockersOfPhases(*copy, analyses, &calls).empty();
  eraseFunction(*copy, analyses);
  if (!helps)
    return false;
  inlineOrphans(microtask);
  analyses.invalidate(microtask, PreservedAnalyses::none());
  return true;
}

} // namespace tactus

//===- Microtask.cpp - tidy clang's microtasks before they are recognised -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/Microtask.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

Function *microtaskOf(const CallBase &fork) {
  const Function *callee = fork.getCalledFunction();
  if (!callee || callee->getName() != "__kmpc_fork_call" || fork.arg_size() < 3)
    return nullptr;
  return dyn_cast<Function>(fork.getArgOperand(2)->stripPointerCasts());
}

/// The calls of a function, in the order in which the module has them. Only their callers are read.
static SmallVector<CallInst *, 8> callsTo(Module &module, StringRef name) {
  SmallVector<CallInst *, 8> calls;
  Function *callee = module.getFunction(name);
  if (!callee)
    return calls;
  SmallPtrSet<const Function *, 8> callers;
  for (const User *user : callee->users())
    if (const auto *call = dyn_cast<CallInst>(user))
      callers.insert(call->getFunction());
  for (Function &function : module)
    if (callers.contains(&function))
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction() == callee)
          calls.push_back(call);
  return calls;
}

SmallVector<CallInst *, 8> forkCalls(Module &module) {
  SmallVector<CallInst *, 8> forks = callsTo(module, "__kmpc_fork_call");
  erase_if(forks, [](const CallInst *call) { return !microtaskOf(*call); });
  return forks;
}

Function *leagueOf(const CallBase &fork) { return dyn_cast<Function>(fork.getArgOperand(2)->stripPointerCasts()); }

SmallVector<CallInst *, 8> leagueForks(Module &module) {
  SmallVector<CallInst *, 8> forks = callsTo(module, "__kmpc_fork_teams");
  erase_if(forks, [](const CallInst *call) { return !leagueOf(*call); });
  return forks;
}

/// The only call in a function that is nothing but a wrapper around its debug twin.
static CallInst *debugTwinCall(Function &microtask) {
  CallInst *only = nullptr;
  for (Instruction &instruction : instructions(microtask)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      continue;
    // A region's own code may call the microtask of one inside whose `if` clause is false, in brackets.
    if (only)
      return nullptr;
    only = call;
  }
  const Function *callee = only ? only->getCalledFunction() : nullptr;
  bool isTwin = callee && !callee->isDeclaration() && callee->hasLocalLinkage() &&
                callee->getName().contains("omp_outlined_debug__");
  return isTwin ? only : nullptr;
}

static bool forwardParameters(Function &function) {
  bool changed = false;
  for (Argument &argument : function.args()) {
    if (!argument.getType()->isPointerTy())
      continue;
    StoreInst *spill = nullptr;
    for (User *user : argument.users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &argument)
        spill = store;
    auto *copy = spill ? dyn_cast<AllocaInst>(spill->getPointerOperand()) : nullptr;
    if (!copy || copy->getAllocatedType() != argument.getType() || spill->getParent() != &function.getEntryBlock())
      continue;
    SmallVector<LoadInst *, 8> loads;
    bool onlyLoads = true;
    for (User *user : copy->users()) {
      if (auto *load = dyn_cast<LoadInst>(user); load && load->getType() == argument.getType() && load->isSimple())
        loads.push_back(load);
      else if (user != spill && !cast<Instruction>(user)->isLifetimeStartOrEnd())
        onlyLoads = false;
    }
    if (!onlyLoads)
      continue;
    for (LoadInst *load : loads) {
      load->replaceAllUsesWith(&argument);
      load->eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

/// Those of regions and of teams constructs.
static SmallVector<Function *, 8> microtasks(Module &module) {
  SmallVector<Function *, 8> found;
  for (CallInst *fork : forkCalls(module))
    found.push_back(microtaskOf(*fork));
  for (CallInst *fork : leagueForks(module))
    found.push_back(leagueOf(*fork));
  return found;
}

/// Inlines one debug twin; the calls inside it are cloned, so that lists of calls made before are stale afterwards.
static bool inlineOneDebugTwin(Module &module) {
  for (Function *microtask : microtasks(module)) {
    CallInst *twin = microtask->size() == 1 ? debugTwinCall(*microtask) : nullptr;
    if (!twin)
      continue;
    Function *callee = twin->getCalledFunction();
    forwardParameters(*callee);
    InlineFunctionInfo info;
    if (!InlineFunction(*twin, info).isSuccess())
      continue;
    if (callee->use_empty())
      callee->eraseFromParent();
    return true;
  }
  return false;
}

/// No exception comes out of libomp. Clang says so of the calls that it makes, but a program may declare such a
/// function by itself.
static bool callWithoutUnwinding(Function &libomps) {
  SmallVector<InvokeInst *, 4> invokes;
  for (User *user : libomps.users())
    if (auto *invoke = dyn_cast<InvokeInst>(user); invoke && invoke->getCalledFunction() == &libomps)
      invokes.push_back(invoke);
  for (InvokeInst *invoke : invokes)
    changeToCall(invoke);
  return !invokes.empty();
}

/// Loads and stores of a variable or of what is in it.
static SmallVector<Instruction *, 8> accessesOf(Value &variable) {
  SmallVector<Instruction *, 8> accesses;
  SmallVector<Value *, 4> places{&variable};
  while (!places.empty())
    for (Value *place = places.pop_back_val(); User * user : place->users())
      if (isa<GetElementPtrInst>(user))
        places.push_back(user);
      else if (auto *access = dyn_cast<Instruction>(user); access && getLoadStorePointerOperand(access) == place)
        accesses.push_back(access);
  return accesses;
}

/// Clang reads and writes a volatile variable that a region has captured as an ordinary one. That it is volatile shows
/// where it is declared.
static bool restoreVolatile(Module &module) {
  SmallPtrSet<const Value *, 8> found;
  auto isVolatile = [&](Value &captured) {
    auto accesses = accessesOf(captured);
    return found.contains(&captured) || (isa<AllocaInst>(captured) && !accesses.empty() &&
                                         all_of(accesses, [](Instruction *each) { return each->isVolatile(); }));
  };
  auto restoreIn = [&](CallInst &fork) {
    Function &microtask = *microtaskOf(fork);
    bool isNew = false;
    for (unsigned i = ForkPrefix; i < fork.arg_size() && !microtask.isDeclaration(); ++i) {
      unsigned parameter = i - ForkPrefix + MicrotaskPrefix;
      if (parameter >= microtask.arg_size() || !fork.getArgOperand(i)->getType()->isPointerTy() ||
          !isVolatile(*fork.getArgOperand(i)) || !found.insert(microtask.getArg(parameter)).second)
        continue;
      isNew = true;
      for (Instruction *access : accessesOf(*microtask.getArg(parameter)))
        if (auto *load = dyn_cast<LoadInst>(access))
          load->setVolatile(true);
        else
          cast<StoreInst>(access)->setVolatile(true);
    }
    return isNew;
  };
  // Regions in regions: until nothing is new.
  bool changed = false;
  for (bool isNew = true; isNew; changed |= isNew) {
    isNew = false;
    for (CallInst *fork : forkCalls(module))
      isNew |= restoreIn(*fork);
  }
  return changed;
}

bool tidyMicrotasks(Module &module) {
  bool changed = false;
  for (Function &function : module)
    changed |= function.isDeclaration() && function.getName().starts_with("__kmpc_") && callWithoutUnwinding(function);
  // Dead labels, and what stands behind calls that do not return. Dominator trees do not know such blocks.
  for (Function &function : module)
    changed |= !function.isDeclaration() && EliminateUnreachableBlocks(function);
  while (inlineOneDebugTwin(module))
    changed = true;
  for (Function *microtask : microtasks(module))
    changed |= forwardParameters(*microtask);
  changed |= restoreVolatile(module);
  return changed;
}

bool isOtherVersion(const Function &microtask) { return microtask.hasFnAttribute(OtherVersionAttribute); }

bool hasConditionalLastprivate(const Function &microtask) {
  for (const Instruction &instruction : microtask.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      if (auto *type = dyn_cast<StructType>(variable->getAllocatedType());
          type && type->hasName() && type->getName().starts_with("struct.lasprivate.conditional"))
        return true;
  return false;
}

} // namespace tactus

//===- RestrictScopes.cpp - restrict pointers in outlined loops ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/RestrictScopes.h"
#include "model/Microtask.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace tactus {

namespace {

/// All that is done with one restrict pointer, as long as nothing hides it from view.
class PointerUses {
public:
  /// Loads and stores through the pointer.
  SmallPtrSet<const Instruction *, 32> accesses;

  /// False if the pointer may have been copied to where it is not followed.
  bool follow(Argument &pointer) { return followValue(pointer); }

private:
  SmallPtrSet<const Value *, 16> followed;

  /// The function that a call runs, with how many of the call's arguments precede those that become its parameters, and
  /// how many of its parameters are not the call's arguments.
  struct Callee {
    Function *function;
    unsigned ownArguments, ownParameters;
  };
  static Callee calleeOf(const CallBase &call) {
    if (Function *microtask = microtaskOf(call))
      return {microtask, ForkPrefix, MicrotaskPrefix};
    return {call.getCalledFunction(), 0, 0};
  }

  /// The parameter that a use as an argument becomes, if the function never gets anything else for it; else null. (An
  /// `if` clause that is false calls the microtask in place of the fork.)
  static Argument *parameterFor(const CallBase &call, const Use &use) {
    Callee callee = calleeOf(call);
    if (!callee.function || callee.function->isDeclaration() || !callee.function->hasLocalLinkage() ||
        !call.isArgOperand(&use) || call.getArgOperandNo(&use) < callee.ownArguments)
      return nullptr;
    unsigned parameter = call.getArgOperandNo(&use) - callee.ownArguments + callee.ownParameters;
    bool isAlwaysTheSame = all_of(callee.function->uses(), [&](const Use &other) {
      const auto *site = dyn_cast<CallBase>(other.getUser());
      Callee there = site ? calleeOf(*site) : Callee{};
      if (there.function != callee.function || parameter < there.ownParameters)
        return false;
      unsigned argument = parameter - there.ownParameters + there.ownArguments;
      return argument < site->arg_size() && site->getArgOperand(argument) == use.get();
    });
    return isAlwaysTheSame && parameter < callee.function->arg_size() ? callee.function->getArg(parameter) : nullptr;
  }

  /// `value` points into what the restrict pointer points into.
  bool followValue(const Value &value) {
    if (!followed.insert(&value).second)
      return true;
    return all_of(value.uses(), [&](const Use &use) { return followUse(use); });
  }

  bool followUse(const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    if (const auto *address = dyn_cast<GetElementPtrInst>(user))
      return use.getOperandNo() == 0 && address->getType()->isPointerTy() && followValue(*address);
    if (isa<LoadInst>(user)) {
      accesses.insert(user);
      return true;
    }
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      if (use.getOperandNo() != StoreInst::getPointerOperandIndex())
        return isa<AllocaInst>(store->getPointerOperand()) && followVariable(*store->getPointerOperand(), store);
      accesses.insert(user);
      return true;
    }
    if (isa<ICmpInst>(user))
      return true;
    const auto *call = dyn_cast<CallBase>(user);
    Argument *parameter = call ? parameterFor(*call, use) : nullptr;
    return parameter && followValue(*parameter);
  }

  /// `variable` is the address of a variable that holds the pointer from its only assignment on, which is null where
  /// that has happened elsewhere.
  bool followVariable(const Value &variable, const StoreInst *assignment) {
    if (!followed.insert(&variable).second)
      return !assignment;
    return all_of(variable.uses(), [&](const Use &use) {
      const auto *user = cast<Instruction>(use.getUser());
      if (const auto *load = dyn_cast<LoadInst>(user))
        return load->isSimple() && load->getType()->isPointerTy() && followValue(*load);
      if (const auto *store = dyn_cast<StoreInst>(user))
        return store == assignment || isUnusedCopy(*store, use);
      if (user->isLifetimeStartOrEnd())
        return true;
      const auto *call = dyn_cast<CallBase>(user);
      Argument *parameter = call ? parameterFor(*call, use) : nullptr;
      return parameter && followVariable(*parameter, nullptr);
    });
  }

  /// The copy of a parameter that only a debugger reads.
  static bool isUnusedCopy(const StoreInst &store, const Use &use) {
    const auto *copy = dyn_cast<AllocaInst>(store.getPointerOperand());
    return copy && use.getOperandNo() == 0 && all_of(copy->users(), [&](const User *user) {
             return user == &store || cast<Instruction>(user)->isLifetimeStartOrEnd();
           });
  }
};

/// The restrict pointers of the functions that enclose loops, and what is done with them.
class Scopes {
public:
  explicit Scopes(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
    SetVector<Function *> enclosing;
    SmallPtrSet<const Function *, 8> microtasks;
    for (auto &loop : loops) {
      enclosing.insert(loop->fork->getFunction());
      microtasks.insert(loop->microtask);
    }
    for (Function *function : enclosing)
      for (Argument &argument : function->args()) {
        // Clang says of every microtask's first two that they are not aliased.
        bool isOwn = microtasks.contains(function) && argument.getArgNo() < MicrotaskPrefix;
        PointerUses uses;
        if (!isOwn && argument.getType()->isPointerTy() && argument.hasNoAliasAttr() && uses.follow(argument))
          pointers.push_back(std::move(uses.accesses));
      }
  }

  /// Marks the accesses of one function; see the header.
  void mark(Function &function) {
    SmallVector<Instruction *, 32> accesses;
    for (Instruction &instruction : instructions(function)) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      // Of local variables alias analysis knows it.
      if (pointer && !isa<AllocaInst>(pointer) && !instruction.isAtomic() && !instruction.isVolatile())
        accesses.push_back(&instruction);
    }
    MDBuilder builder(function.getContext());
    MDNode *domain = nullptr;
    for (auto &pointer : pointers) {
      if (none_of(accesses, [&](Instruction *access) { return pointer.contains(access); }))
        continue;
      if (!domain)
        domain = builder.createAnonymousAliasScopeDomain(function.getName());
      MDNode *scope = MDNode::get(function.getContext(), builder.createAnonymousAliasScope(domain));
      for (Instruction *access : accesses) {
        unsigned kind = pointer.contains(access) ? LLVMContext::MD_alias_scope : LLVMContext::MD_noalias;
        access->setMetadata(kind, MDNode::concatenate(access->getMetadata(kind), scope));
      }
      // What is called in a loop with changing pointers has a scope of its own for each call.
      IRBuilder<>(&*function.getEntryBlock().getFirstInsertionPt()).CreateNoAliasScopeDeclaration(scope);
    }
  }

private:
  /// The accesses of each pointer.
  SmallVector<SmallPtrSet<const Instruction *, 32>, 4> pointers;
};

} // namespace

void scopeRestrictPointers(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  Scopes scopes(loops);
  for (auto &loop : loops)
    if (loop->isConverted())
      scopes.mark(*loop->microtask);
}

} // namespace tactus

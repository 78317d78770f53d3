//===- ForkPeeling.cpp - the one call in a thunk -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/ForkPeeling.h"
#include "model/ForkMarks.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

/// What stands around the one call is copied to the fork; thunks are short.
static constexpr unsigned MaximalThunk = 200;
/// What an argument of the one call is computed by, such as std::unique_ptr's get(): short, but deep.
static constexpr unsigned MaximalAccessor = 20;
static constexpr unsigned MaximalAccessorDepth = 8;
/// Thunks in thunks: the C++ library's ways of calling something are four deep.
static constexpr unsigned MaximalDepth = 16;
/// Names the one call while it is copied.
static constexpr const char *BranchAttribute = "tactus-branch";

bool canInline(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  const Function *caller = call.getFunction();
  if (!callee || callee->isDeclaration() || callee->isInterposable() || callee == caller || callee->isVarArg() ||
      callee->hasFnAttribute(Attribute::NoInline) || callee->hasOptNone() || caller->hasOptNone() ||
      call.isNoInline() || isMarkedBranch(call) || call.isMustTailCall() ||
      callee->getFunctionType() != call.getFunctionType() || !AttributeFuncs::areInlineCompatible(*caller, *callee))
    return false;
  for (StringRef kind : {"target-cpu", "target-features"})
    if (callee->hasFnAttribute(kind) && callee->getFnAttribute(kind) != caller->getFnAttribute(kind))
      return false;
  return none_of(instructions(*callee), [&](const Instruction &instruction) {
    auto *inner = dyn_cast<CallBase>(&instruction);
    return inner && inner->getCalledFunction() == callee;
  });
}

void inlineScaffolding(Function &function, function_ref<bool(const Function &)> isCalled) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      // The function says so, or the call.
      if (!call || !call->hasFnAttr(Attribute::AlwaysInline) || !canInline(*call))
        continue;
      if (isCalled && isCalled(*call->getCalledFunction())) {
        call->removeFnAttr(Attribute::AlwaysInline);
        continue;
      }
      InlineFunctionInfo info;
      changed = InlineFunction(*call, info).isSuccess();
      if (changed)
        break;
    }
  }
}

static bool isRealCall(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call))
    return false;
  // Ways out of the program: what calls std::terminate() for an exception in a function that may not throw. What throws
  // is none: behind the one call, it would leave the fork without a join.
  return !call->doesNotReturn() || !call->doesNotThrow();
}

static bool hasLoop(const Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 1> backEdges;
  FindFunctionBackedges(function, backEdges);
  return !backEdges.empty();
}

/// Whether the inliner, which comes later, leaves nothing of the call but a few instructions.
static bool callsAccessor(const CallBase &call, unsigned depth = 0) {
  if (depth == MaximalAccessorDepth || !canInline(call))
    return false;
  const Function &callee = *call.getCalledFunction();
  if (!callee.isDiscardableIfUnused() || callee.getInstructionCount() > MaximalAccessor || hasLoop(callee))
    return false;
  return all_of(instructions(callee), [&](const Instruction &instruction) {
    return !isRealCall(instruction) || callsAccessor(cast<CallBase>(instruction), depth + 1);
  });
}

/// In front of the one call, `node->left.get()` is a call of its own until it is inlined.
static void inlineAccessors(Function &function) {
  for (bool changed = true; changed && function.getInstructionCount() <= MaximalThunk;) {
    changed = false;
    for (Instruction &instruction : instructions(function)) {
      if (!isRealCall(instruction) || !callsAccessor(cast<CallBase>(instruction)))
        continue;
      InlineFunctionInfo info;
      changed = InlineFunction(cast<CallBase>(instruction), info).isSuccess();
      if (changed)
        break;
    }
  }
}

/// The only call that the function makes, which it makes whenever it returns; null if there is no such call.
static CallBase *onlyCall(Function &function) {
  if (function.getInstructionCount() > MaximalThunk || hasLoop(function))
    return nullptr;
  CallBase *only = nullptr;
  for (Instruction &instruction : instructions(function)) {
    if (!isRealCall(instruction))
      continue;
    if (only)
      return nullptr;
    only = cast<CallBase>(&instruction);
  }
  if (!only || only->isInlineAsm() || only->isMustTailCall())
    return nullptr;
  DominatorTree tree(function);
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator()) && !tree.dominates(only->getParent(), &block))
      return nullptr;
  return only;
}

CallBase *peel(CallBase *call) {
  for (unsigned depth = 0; depth < MaximalDepth; ++depth) {
    if (!canInline(*call))
      return call;
    Function &callee = *call->getCalledFunction();
    inlineScaffolding(callee); // does not count as a call
    inlineAccessors(callee);   // neither
    CallBase *inner = onlyCall(callee);
    if (!inner)
      return call;
    Function &function = *call->getFunction();
    inner->addFnAttr(Attribute::get(function.getContext(), BranchAttribute));
    // What is latent around the call is so around the one in it. Inlining sees to that where both have a bundle.
    SmallVector<Value *, 4> latent;
    bool composes = inner->getOperandBundle(LLVMContext::OB_deopt).has_value();
    if (auto bundle = call->getOperandBundle(LLVMContext::OB_deopt))
      append_range(latent, bundle->Inputs);
    InlineFunctionInfo info;
    bool inlined = InlineFunction(*call, info).isSuccess();
    inner->removeFnAttr(BranchAttribute);
    if (!inlined)
      return call;
    for (Instruction &instruction : instructions(function))
      if (auto *copy = dyn_cast<CallBase>(&instruction); copy && copy->hasFnAttr(BranchAttribute))
        call = copy;
    call->removeFnAttr(BranchAttribute);
    if (!composes) {
      auto *bundled = CallBase::addOperandBundle(call, LLVMContext::OB_deopt,
                                                 OperandBundleDef("deopt", ArrayRef(latent)), call->getIterator());
      bundled->copyMetadata(*call);
      call->replaceAllUsesWith(bundled);
      call->eraseFromParent();
      call = bundled;
    }
  }
  return call;
}

} // namespace tactus

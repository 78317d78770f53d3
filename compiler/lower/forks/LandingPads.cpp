//===- LandingPads.cpp - what keeps the landing pads of forks ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/forks/LandingPads.h"
#include "ir/ForkCall.h"
#include "lower/forks/ForkLowering.h"
#include "lower/loops/Beats.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

Constant *personalityFor(Function &function) {
  if (function.hasPersonalityFn())
    return function.getPersonalityFn();
  Module &module = *function.getParent();
  auto isCxx = [](const Function &other) {
    // Those that find thread-local variables, and vector variants, have such names in C as well.
    StringRef name = other.getName();
    return (name.starts_with("_Z") && !name.starts_with("_ZTW") && !name.starts_with("_ZGV")) ||
           (other.hasPersonalityFn() &&
            other.getPersonalityFn()->stripPointerCasts()->getName() == "__gxx_personality_v0");
  };
  const char *name = any_of(module, isCxx) ? "__gxx_personality_v0" : "__gcc_personality_v0";
  auto *type = FunctionType::get(Type::getInt32Ty(module.getContext()), /*isVarArg=*/true);
  return cast<Constant>(module.getOrInsertFunction(name, type).getCallee());
}

/// An instruction that may throw, in LLVM's eyes, and costs nothing.
static void insertOpaqueThrow(Function &function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto *type = FunctionType::get(builder.getVoidTy(), false);
  InlineAsm *nothing = InlineAsm::get(type, "", "", /*hasSideEffects=*/true, /*isAlignStack=*/false, InlineAsm::AD_ATT,
                                      /*canThrow=*/true);
  CallInst *call = builder.CreateCall(type, nothing);
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  if (DISubprogram *subprogram = function.getSubprogram())
    call->setDebugLoc(DILocation::get(function.getContext(), 0, 0, subprogram));
}

void keepLandingPads(Module &module, const PromotionReach &reach) {
  SmallPtrSet<Function *, 8> branches;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<InvokeInst>(&instruction); call && isForkCall(*call))
        if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
          branches.insert(callee);
  for (Function *branch : branches)
    if ((reach.mayReach(*branch) || beats().promotesInLeafBranches()) && !hasFork(*branch))
      insertOpaqueThrow(*branch);
}

} // namespace tactus

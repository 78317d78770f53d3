//===- ForkLoops.cpp - counters of loops that fork stay one variable -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/ForkLoops.h"
#include "ir/ForkCall.h"
#include "ir/TargetProcessor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

static bool hasFork(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return call && isForkCall(*call);
    });
  });
}

/// The processor's name for the condition.
static StringRef conditionOf(ICmpInst::Predicate predicate) {
  switch (predicate) {
  case ICmpInst::ICMP_EQ:
    return "e";
  case ICmpInst::ICMP_NE:
    return "ne";
  case ICmpInst::ICMP_ULT:
    return "b";
  case ICmpInst::ICMP_ULE:
    return "be";
  case ICmpInst::ICMP_UGT:
    return "a";
  case ICmpInst::ICMP_UGE:
    return "ae";
  case ICmpInst::ICMP_SLT:
    return "l";
  case ICmpInst::ICMP_SLE:
    return "le";
  case ICmpInst::ICMP_SGT:
    return "g";
  default:
    return "ge";
  }
}

/// Is it the counter against a constant that an instruction can hold?
static bool isComparison(const ICmpInst &comparison, const PHINode &counter) {
  auto *constant = dyn_cast<ConstantInt>(comparison.getOperand(1));
  return comparison.getOperand(0) == &counter && constant && constant->getValue().isSignedIntN(32);
}

static void compareInAssembly(ICmpInst &comparison) {
  IRBuilder<> builder(&comparison);
  Value *counter = comparison.getOperand(0);
  Type *type = counter->getType();
  auto *assembly = FunctionType::get(builder.getInt8Ty(), {type, type}, false);
  std::string text = type->isIntegerTy(32) ? "cmpl $2, $1" : "cmpq $2, $1";
  std::string constraints =
      ("={@cc" + conditionOf(comparison.getPredicate()) + "},r,i,~{dirflag},~{fpsr},~{flags}").str();
  CallInst *holds = builder.CreateCall(assembly, InlineAsm::get(assembly, text, constraints, /*hasSideEffects=*/false),
                                       {counter, comparison.getOperand(1)});
  holds->addFnAttr(Attribute::NoUnwind);
  holds->setMemoryEffects(MemoryEffects::none());
  comparison.replaceAllUsesWith(builder.CreateTrunc(holds, builder.getInt1Ty()));
  comparison.eraseFromParent();
}

PreservedAnalyses ForkLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  // Elsewhere than on x86-64 a comparison and its branch stay together by themselves.
  if (!function.hasGC() || function.hasOptNone() || isArm(*function.getParent()))
    return PreservedAnalyses::all();
  SmallSetVector<ICmpInst *, 4> comparisons;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!hasFork(*loop))
      continue;
    for (PHINode &counter : loop->getHeader()->phis())
      for (User *user : counter.users())
        if (auto *comparison = dyn_cast<ICmpInst>(user);
            comparison && loop->contains(comparison) && isComparison(*comparison, counter) &&
            (counter.getType()->isIntegerTy(32) || counter.getType()->isIntegerTy(64)))
          comparisons.insert(comparison);
  }
  for (ICmpInst *comparison : comparisons)
    compareInAssembly(*comparison);
  return comparisons.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tactus

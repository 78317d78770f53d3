//===- FloatingVariables.cpp - loop variables that are only computed with as numbers --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/FloatingVariables.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// A variable of a loop, with the conversions of it and of its sums with constants.
class FloatingVariable {
public:
  FloatingVariable(Loop &loop, PHINode &variable) : loop(loop), variable(variable) {}

  bool find() {
    const BasicBlock *before = loop.getLoopPredecessor(), *latch = loop.getLoopLatch();
    if (!before || !latch || !variable.getType()->isIntegerTy())
      return false;
    start = variable.getIncomingValueForBlock(before);
    if (isa<Constant>(start) ||
        !match(variable.getIncomingValueForBlock(latch), m_NSWAdd(m_Specific(&variable), m_ConstantInt(step))))
      return false;
    ConstantInt *distance = nullptr;
    for (User *user : variable.users()) {
      addConversion(*user, nullptr);
      if (match(user, m_NSWAdd(m_Specific(&variable), m_ConstantInt(distance))))
        for (User *use : user->users())
          addConversion(*use, distance);
    }
    return !conversions.empty();
  }

  void run() {
    IRBuilder<> builder(loop.getLoopPredecessor()->getTerminator());
    Value *first = builder.CreateSIToFP(start, type);
    builder.SetInsertPoint(&variable);
    PHINode *number = builder.CreatePHI(type, 2);
    builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    number->addIncoming(first, loop.getLoopPredecessor());
    number->addIncoming(builder.CreateFAdd(number, inFloatingPoint(*step)), loop.getLoopLatch());
    for (auto [conversion, distance] : conversions) {
      builder.SetInsertPoint(conversion);
      Value *value = distance ? builder.CreateFAdd(number, inFloatingPoint(*distance)) : number;
      auto *sum = dyn_cast<Instruction>(conversion->getOperand(0));
      conversion->replaceAllUsesWith(value);
      conversion->eraseFromParent();
      if (distance)
        RecursivelyDeleteTriviallyDeadInstructions(sum);
    }
    RecursivelyDeleteDeadPHINode(&variable);
  }

private:
  Loop &loop;
  PHINode &variable;
  Value *start = nullptr;
  ConstantInt *step = nullptr;
  Type *type = nullptr;
  SmallVector<std::pair<Instruction *, ConstantInt *>, 4> conversions;

  /// Of one type alone, which must represent all that the variable may be.
  void addConversion(User &user, ConstantInt *distance) {
    if (!isa<SIToFPInst>(user) && !(isa<UIToFPInst>(user) && cast<UIToFPInst>(user).hasNonNeg()))
      return;
    auto &conversion = cast<Instruction>(user);
    int precision = conversion.getType()->getFPMantissaWidth();
    if (!loop.contains(&conversion) || (type && type != conversion.getType()) ||
        precision < static_cast<int>(variable.getType()->getIntegerBitWidth()))
      return;
    type = conversion.getType();
    conversions.push_back({&conversion, distance});
  }

  Constant *inFloatingPoint(const ConstantInt &number) const {
    return ConstantFP::get(type, static_cast<double>(number.getSExtValue()));
  }
};

bool hasCalls(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &each) { return isa<CallBase>(each) && !isa<IntrinsicInst>(each); });
  });
}

} // namespace

PreservedAnalyses FloatingVariablesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasGC() || function.hasOptNone() || function.hasFnAttribute(Attribute::StrictFP))
    return PreservedAnalyses::all();
  bool changed = false;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost() || hasCalls(*loop))
      continue;
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis())) {
      FloatingVariable variable(*loop, phi);
      if (!variable.find())
        continue;
      variable.run();
      changed = true;
    }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses flow;
  flow.preserveSet<CFGAnalyses>();
  return flow;
}

} // namespace tactus

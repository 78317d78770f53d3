//===- BuilderArithmetic.cpp - sums that Fortran does not let overflow ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/BuilderArithmetic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

/// Fortran's integers do not overflow. LLVM sees as much of the serial program's subscripts from the bounds of its
/// loops, which a strip has not, so subscripts say it themselves, as those of flang 20 do. What flang makes of them
/// ends in a distance from the array's lower bound; a program's own differences of 64 bits have no such flag.
static void keepSubscripts(Function &function) {
  auto isDistance = [](const User *user) {
    const auto *difference = dyn_cast<BinaryOperator>(user);
    return difference && difference->getOpcode() == Instruction::Sub && difference->hasNoSignedWrap();
  };
  for (Instruction &instruction : instructions(function)) {
    auto *sum = dyn_cast<BinaryOperator>(&instruction);
    if (sum && sum->getType()->isIntegerTy(32) &&
        is_contained({Instruction::Add, Instruction::Sub, Instruction::Mul}, sum->getOpcode()) && !sum->use_empty() &&
        all_of(sum->users(),
               [&](const User *user) { return isa<SExtInst>(user) && all_of(user->users(), isDistance); }))
      sum->setHasNoSignedWrap();
  }
}

/// Does all that is made of a value belong to a loop's bounds?
static bool isOnlyBound(const Instruction &value) {
  return all_of(value.users(), [](const User *user) {
    const auto *sum = dyn_cast<BinaryOperator>(user);
    return isa<SExtInst, SelectInst, ICmpInst>(user) || (sum && sum->hasNoSignedWrap());
  });
}

void keepBound(Value *value) {
  auto *operation = dyn_cast<Instruction>(value);
  if (!operation || !operation->getType()->isIntegerTy() || !isa<CastInst, BinaryOperator>(operation))
    return;
  if (isa<BinaryOperator>(operation) && operation->getType()->getIntegerBitWidth() < 64) {
    if (!is_contained({Instruction::Add, Instruction::Sub, Instruction::Mul}, operation->getOpcode()) ||
        !isOnlyBound(*operation))
      return;
    operation->setHasNoSignedWrap();
  }
  for (Value *operand : operation->operands())
    keepBound(operand);
}

/// Nor do the variables of serial loops in a region overflow, as those of flang 20 say. LLVM sees it in the serial
/// program from what it knows of their bounds, which a region captures. Beside the variable, flang counts down the
/// iterations that are left.
static void keepDoVariables(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *header = loop->getHeader(), *latch = loop->getLoopLatch(), *before = loop->getLoopPredecessor();
    auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    Value *count = nullptr;
    if (!latch || !before || !branch || !branch->isConditional() ||
        !match(branch->getCondition(), m_SpecificICmp(ICmpInst::ICMP_SGT, m_Value(count), m_Zero())))
      continue;
    auto *left = dyn_cast<PHINode>(count);
    if (!left || left->getParent() != header ||
        !match(left->getIncomingValueForBlock(latch), m_Sub(m_Specific(left), m_One())))
      continue;
    for (PHINode &variable : header->phis()) {
      if (auto *step = dyn_cast<BinaryOperator>(variable.getIncomingValueForBlock(latch));
          step && &variable != left && step->getOpcode() == Instruction::Add)
        step->setHasNoSignedWrap();
      keepBound(variable.getIncomingValueForBlock(before));
    }
  }
}

void keepArithmetic(Function &function) {
  keepSubscripts(function);
  keepDoVariables(function);
}

} // namespace tactus

//===- InductionStart.cpp - induction variables that start where the loop does -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang counts the iterations of an OpenMP loop from 0, as <tactus/tactus.hpp> does those of its loops, and computes
// the program's variable from the count. The sequential program has the variable only, whose start the addresses and
// the unroller's remainder (a count from a constant gets it at the end, with its addresses computed anew) depend on.
// For `for (i = start; i < end; i++)`:
//
//   before   loop: count = phi [first], [next]; i = count + start; ...; next = count + 1; if (next != bound) goto loop
//   after    loop: i = phi [first + start], [next];                ...; next = i + 1; if (next != bound + start) goto
//   loop
//
// where `first` is 0 and `bound` is `end - start` unless the loop is a task's part, and InstCombine makes `end` of
// `bound + start`. Both sides of the comparison are moved by the same amount, so it is right modulo the width for any
// values; what is known about overflow is dropped.
//
//===----------------------------------------------------------------------===//
#include "lower/InductionStart.h"
#include "lower/DebugVariables.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

class Rebase {
public:
  Rebase(Loop &loop, PHINode &count) : loop(loop), count(count) {}

  /// False, and the count stays, if it is used otherwise.
  bool isPossible() {
    BasicBlock *latch = loop.getLoopLatch();
    return loop.getLoopPreheader() && latch && collect(*latch);
  }

  void run() {
    BasicBlock *preheader = loop.getLoopPreheader();
    IRBuilder<> builder(preheader->getTerminator());
    Value *first = count.getIncomingValueForBlock(preheader);
    count.setIncomingValueForBlock(preheader, builder.CreateAdd(first, start));
    unsigned bound = comparison->getOperand(0) == next ? 1 : 0;
    comparison->setOperand(bound, builder.CreateAdd(comparison->getOperand(bound), start));
    next->dropPoisonGeneratingFlags();
    forgetVariables(count);
    forgetVariables(*next);
    for (BinaryOperator *sum : sums) {
      sum->replaceAllUsesWith(&count);
      sum->eraseFromParent();
    }
  }

private:
  Loop &loop;
  PHINode &count;
  Value *start = nullptr;
  BinaryOperator *next = nullptr;
  ICmpInst *comparison = nullptr;
  SmallVector<BinaryOperator *, 4> sums;

  bool collect(BasicBlock &latch) {
    next = dyn_cast<BinaryOperator>(count.getIncomingValueForBlock(&latch));
    if (!next || !match(next, m_Add(m_Specific(&count), m_One())) || !next->hasNUses(2))
      return false;
    for (User *user : next->users())
      if (user != &count)
        comparison = dyn_cast<ICmpInst>(user);
    if (!comparison || !comparison->isEquality() || !loop.contains(comparison) ||
        !loop.isLoopInvariant(comparison->getOperand(comparison->getOperand(0) == next ? 1 : 0)))
      return false;
    for (User *user : count.users()) {
      if (user == next)
        continue;
      auto *sum = dyn_cast<BinaryOperator>(user);
      Value *other = nullptr;
      if (!sum || !match(sum, m_c_Add(m_Specific(&count), m_Value(other))) || !loop.isLoopInvariant(other) ||
          (start && start != other))
        return false;
      start = other;
      sums.push_back(sum);
    }
    return start && !isa<Constant>(start);
  }
};

} // namespace

/// Has the function loops of Tactus': compiled ones, or the header's, which charge for themselves? Others stay as clang
/// has them.
static bool hasOurLoops(const Function &function) {
  const GlobalVariable *credit = function.getParent()->getNamedGlobal("tactus_credit");
  return function.hasGC() || (credit && any_of(credit->users(), [&](const User *user) {
                                const auto *access = dyn_cast<Instruction>(user);
                                return access && access->getFunction() == &function;
                              }));
}

PreservedAnalyses InductionStartPass::run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results,
                                          LPMUpdater &) {
  bool changed = false;
  for (PHINode &phi : make_early_inc_range(loop.getHeader()->phis())) {
    Rebase rebase(loop, phi);
    // In this order: most loops are not of the shape, and the credit may have many users.
    if (!phi.getType()->isIntegerTy() || !rebase.isPossible() || !hasOurLoops(*phi.getFunction()))
      continue;
    rebase.run();
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  results.SE.forgetLoop(&loop);
  return getLoopPassPreservedAnalyses();
}

} // namespace tactus

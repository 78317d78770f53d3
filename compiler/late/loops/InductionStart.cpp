//===- InductionStart.cpp - induction variables that start where the loop does -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang counts the iterations of an OpenMP loop from 0, as <tactus/tactus.hpp> does those of its loops, and computes
// the program's induction variable from the count. The sequential program has that variable only. Addresses depend on
// where it starts, and so does the place of the unroller's remainder loop: with a count from a constant, the remainder
// comes at the end, with addresses that are computed anew. For `for (i = start; i < end; i++)`:
//
//   before   loop: count = phi [first], [next]; i = count + start; ...
//                  next = count + 1; if (next != bound) goto loop
//   after    loop: i = phi [first + start], [next]; ...
//                  next = i + 1; if (next != bound + start) goto loop
//
// With one array, the optimiser has put the sum into the addresses:
//
//   before   row = &a[start]; loop: count = phi [first], [next]; ... row[count] ...
//   after                     loop: i = phi [first + start], [next]; ... a[i] ...
//
// where `first` is 0 and `bound` is `end - start` unless the loop is a task's part, and InstCombine makes `end` of
// `bound + start`. Both sides of the comparison are moved by the same amount, so it is right modulo the width for any
// values; what is known about overflow is dropped.
//
// Where the variable has steps of its own (Odometer.h), nothing but the exit is left of the count, and the variable
// serves for that as well:
//
//   before   loop: count = phi [first], [count + 1]; i = phi [start], [next]; ...; if (count + 1 != bound) goto loop
//   after    loop: i = phi [start], [next]; ...; if (next != start + length) goto loop
//
// The loop has `bound - first - 1` iterations, modulo the width of the count, and one more. `length` is that number in
// the width of the variable, which is at least that of the count.
//
//===----------------------------------------------------------------------===//
#include "late/loops/InductionStart.h"
#include "ir/DebugVariables.h"
#include "ir/LLVMVersions.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

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
    for (GetElementPtrInst *address : addresses) {
      address->setOperand(0, cast<GetElementPtrInst>(address->getPointerOperand())->getPointerOperand());
      // What was said is of two steps.
      address->setNoWrapFlags(GEPNoWrapFlags::none());
    }
  }

private:
  Loop &loop;
  PHINode &count;
  Value *start = nullptr;
  BinaryOperator *next = nullptr;
  ICmpInst *comparison = nullptr;
  SmallVector<BinaryOperator *, 4> sums;
  SmallVector<GetElementPtrInst *, 4> addresses;

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
      Value *other = startIn(*user);
      if (!other || !loop.isLoopInvariant(other) || (start && start != other))
        return false;
      start = other;
      if (auto *sum = dyn_cast<BinaryOperator>(user))
        sums.push_back(sum);
      else
        addresses.push_back(cast<GetElementPtrInst>(user));
    }
    return start && !isa<Constant>(start);
  }

  /// What a user of the count adds to it: its other operand, or the index of the address from which it counts.
  Value *startIn(User &user) const {
    Value *other = nullptr;
    if (match(&user, m_c_Add(m_Specific(&count), m_Value(other))))
      return other;
    auto *address = dyn_cast<GetElementPtrInst>(&user);
    auto *base = address ? dyn_cast<GetElementPtrInst>(address->getPointerOperand()) : nullptr;
    bool isSum = base && isIndexOnly(*address) && isIndexOnly(*base) && address->getOperand(1) == &count &&
                 base->getSourceElementType() == address->getSourceElementType() &&
                 base->getOperand(1)->getType() == count.getType() && loop.isLoopInvariant(base->getPointerOperand());
    return isSum ? base->getOperand(1) : nullptr;
  }
  /// Does the address have a single index, of the width of a pointer?
  static bool isIndexOnly(const GetElementPtrInst &address) {
    return address.getNumIndices() == 1 && address.getType()->isPointerTy() &&
           address.getOperand(1)->getType() == address.getDataLayout().getIndexType(address.getType());
  }
};

} // namespace

/// A count whose only use is to leave the loop, beside a variable with steps of one that is no narrower.
class ExitByVariable {
public:
  ExitByVariable(Loop &loop, PHINode &count) : loop(loop), count(count) {}

  bool isPossible() {
    BasicBlock *latch = loop.getLoopLatch();
    if (!loop.getLoopPreheader() || !latch || !count.hasOneUse())
      return false;
    auto *next = dyn_cast<Instruction>(count.getIncomingValueForBlock(latch));
    if (!next || count.user_back() != next || !match(next, m_Add(m_Specific(&count), m_One())) || !next->hasNUses(2))
      return false;
    for (User *user : next->users())
      if (user != &count)
        comparison = dyn_cast<ICmpInst>(user);
    if (!comparison || !comparison->isEquality() || !loop.contains(comparison))
      return false;
    bound = comparison->getOperand(comparison->getOperand(0) == next ? 1 : 0);
    return loop.isLoopInvariant(bound) && findVariable(*latch);
  }

  void run() {
    BasicBlock *preheader = loop.getLoopPreheader();
    IRBuilder<> builder(preheader->getTerminator());
    Value *start = variable->getIncomingValueForBlock(preheader);
    Value *stepsBeforeLast = builder.CreateSub(builder.CreateSub(bound, count.getIncomingValueForBlock(preheader)),
                                               ConstantInt::get(count.getType(), 1));
    Value *length = builder.CreateAdd(builder.CreateZExt(stepsBeforeLast, variable->getType()),
                                      ConstantInt::get(variable->getType(), 1));
    Value *end = builder.CreateAdd(start, length);
    // The last step was not looked at before, so it may wrap; from a narrower number it cannot.
    if (!isa<SExtInst, ZExtInst>(start))
      step->dropPoisonGeneratingFlags();
    comparison->setOperand(0, step);
    comparison->setOperand(1, end);
    RecursivelyDeleteDeadPHINode(&count);
  }

private:
  Loop &loop;
  PHINode &count;
  ICmpInst *comparison = nullptr;
  Value *bound = nullptr;
  PHINode *variable = nullptr;
  BinaryOperator *step = nullptr;

  bool findVariable(BasicBlock &latch) {
    for (PHINode &phi : loop.getHeader()->phis()) {
      if (!phi.getType()->isIntegerTy() ||
          phi.getType()->getIntegerBitWidth() < count.getType()->getIntegerBitWidth() || &phi == &count)
        continue;
      step = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(&latch));
      if (!step || !match(step, m_Add(m_Specific(&phi), m_One())))
        continue;
      variable = &phi;
      // The step may stand behind the comparison.
      return step->getParent() == comparison->getParent() ? step->comesBefore(comparison) || moveStep()
                                                          : step->getParent() == loop.getHeader();
    }
    return false;
  }
  bool moveStep() {
    moveBefore(*step, *comparison);
    return true;
  }
};

/// Has the function loops of Tactus': compiled ones, or the header's, which charge for themselves? Others stay as clang
/// has them.
static bool hasOurLoops(const Function &function) {
  const GlobalVariable *credit = function.getParent()->getNamedGlobal("tactus_credit");
  return function.hasGC() || (credit && any_of(credit->users(), [&](const User *user) {
                                const auto *access = dyn_cast<Instruction>(user);
                                return access && access->getFunction() == &function;
                              }));
}

/// Does it go round a few times at most, whatever the values? What moves its beginning is added before the loop, and
/// costs more there than it saves. LLVM unrolls such loops, too, if it still knows the bound (`MaxUpperBound` of its
/// unroller).
static bool hasFewIterations(const Loop &loop, ScalarEvolution &evolution) {
  constexpr unsigned Few = 8;
  unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  return most != 0 && most <= Few;
}

PreservedAnalyses InductionStartPass::run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results,
                                          LPMUpdater &) {
  bool changed = false;
  for (PHINode &phi : make_early_inc_range(loop.getHeader()->phis())) {
    if (!phi.getType()->isIntegerTy())
      continue;
    // In this order: most loops are not of the shape, and the credit may have many users.
    Rebase rebase(loop, phi);
    ExitByVariable exit(loop, phi);
    bool isSum = rebase.isPossible();
    if (!(isSum || exit.isPossible()) || !hasOurLoops(*phi.getFunction()) || hasFewIterations(loop, results.SE))
      continue;
    if (isSum)
      rebase.run();
    else
      exit.run();
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  results.SE.forgetLoop(&loop);
  return getLoopPassPreservedAnalyses();
}

} // namespace tactus

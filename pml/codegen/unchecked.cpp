//===- unchecked.cpp - copies of loops without checks ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     for (i = first; ; ++i) {                   if (all checks hold for the first and the last i)
//       if (i >= length(a)) raise Subscript        for (i = first; ; ++i) { sum += a[i]; … }
//       sum += a[i]; on overflow raise  ==>      else
//       …                                          the loop as it was
//     }
//
// A loop that may raise in the middle has an exit for each check, which LLVM neither vectorises nor moves. Whether a
// check can fail is often known from how often the loop runs (`count` is the number of times it goes back):
//
//   i < length, i going up from `first`      first < length and count < length - first
//   i < length, i going down                 first < length and count <= first
//   i <> n                                   the way from the first i to n is longer than count
//   c + i and c * i, c the same throughout   the last value does not overflow either
//   what is the same throughout              that
//   sum + x, where x is small                the sum begins small, and count is small
//
// These are sufficient conditions, not necessary ones: where they do not hold, the program means what it meant.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/unchecked.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <array>
#include <functional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus::pml::codegen {

namespace {

/// Longer loops are not copied: what is saved is small beside what they do.
constexpr unsigned MostInstructions = 200;
/// Sums begin below this, and grow by less than this, so that they cannot overflow.
constexpr uint64_t SmallSum = uint64_t{1} << 61;
/// What is added to a sum is at most this, at each time.
constexpr uint64_t SmallAddend = uint64_t{1} << 40;
/// Products of numbers below this do not overflow.
constexpr uint64_t SmallFactor = uint64_t{1} << 31;
constexpr unsigned DeepestChain = 8;

static SCEVExpander expanderOf(ScalarEvolution &evolution, const Module &module) {
#if LLVM_VERSION_MAJOR >= 22
  return SCEVExpander(evolution, "unchecked");
#else
  return SCEVExpander(evolution, module.getDataLayout(), "unchecked");
#endif
}

/// What has to hold in front of the loop so that a check never fails. Its values are code there.
class Conditions {
public:
  Conditions(Loop &loop, ScalarEvolution &evolution)
      : loop(loop), evolution(evolution), place(loop.getLoopPreheader()->getTerminator()), builder(place),
        expander(expanderOf(evolution, *loop.getHeader()->getModule())) {}

  /// How often the loop goes back at most. False if that is not known.
  bool findCount(const DominatorTree &dominators) {
    BasicBlock *latch = loop.getLoopLatch();
    SmallVector<BasicBlock *, 8> exiting;
    loop.getExitingBlocks(exiting);
    // The last one is what the loop's author has written.
    if (loop.isLoopExiting(latch))
      exiting.insert(exiting.begin(), latch);
    for (BasicBlock *block : exiting) {
      const SCEV *known = evolution.getExitCount(&loop, block);
      if (!isa<SCEVCouldNotCompute>(known) && dominators.dominates(block, latch) && isUsable(known)) {
        count = known;
        counted = block;
        return true;
      }
    }
    return false;
  }

  BasicBlock *countedExit() const { return counted; }

  bool isUsable(const SCEV *known) {
    return known->getType()->isIntegerTy() && known->getType()->getIntegerBitWidth() <= 64 &&
           evolution.isLoopInvariant(known, &loop) && expander.isSafeToExpandAt(known, place);
  }

  /// A value that counts up or down by one, from where it begins; nothing if it is no such.
  struct Counter {
    const SCEV *first;
    bool goesUp;
  };
  std::optional<Counter> counterOf(const SCEV *known) {
    auto *counter = dyn_cast<SCEVAddRecExpr>(known);
    if (!counter || counter->getLoop() != &loop || !counter->isAffine() || !isWord(known) ||
        !isUsable(counter->getStart()))
      return std::nullopt;
    auto *step = dyn_cast<SCEVConstant>(counter->getStepRecurrence(evolution));
    if (!step || !(step->getAPInt().isOne() || step->getAPInt().isAllOnes()))
      return std::nullopt;
    return Counter{counter->getStart(), step->getAPInt().isOne()};
  }

  bool isInvariantWord(const SCEV *known) { return isWord(known) && isUsable(known); }

  /// That 0 <= counter < length throughout. So it does not matter whether the comparison minds signs.
  void requireBelow(Counter counter, const SCEV *length) {
    Value *first = valueOf(counter.first), *end = valueOf(length), *times = countValue();
    require(builder.CreateICmpULT(first, end));
    require(builder.CreateICmpSGE(end, builder.getInt64(0)));
    require(counter.goesUp ? builder.CreateICmpULT(times, builder.CreateSub(end, first))
                           : builder.CreateICmpULE(times, first));
  }

  /// That the counter never is a certain number, whatever it wraps to.
  void requireNever(Counter counter, const SCEV *number) {
    Value *first = valueOf(counter.first), *never = valueOf(number);
    Value *distance = counter.goesUp ? builder.CreateSub(never, first) : builder.CreateSub(first, never);
    require(builder.CreateICmpUGT(distance, countValue()));
  }

  /// That counter + other does not overflow.
  void requireSum(Counter counter, const SCEV *other) {
    Value *first = valueOf(counter.first), *times = countValue();
    Value *pair = builder.CreateBinaryIntrinsic(Intrinsic::sadd_with_overflow, first, valueOf(other));
    require(builder.CreateNot(builder.CreateExtractValue(pair, 1)));
    for (Value *each : {first, builder.CreateExtractValue(pair, 0)})
      require(counter.goesUp ? builder.CreateICmpULE(times, builder.CreateSub(builder.getInt64(INT64_MAX), each))
                             : builder.CreateICmpULE(times, builder.CreateSub(each, builder.getInt64(INT64_MIN))));
  }

  /// That counter * other does not overflow: all are small and not negative.
  void requireProduct(Counter counter, const SCEV *other) {
    Value *limit = builder.getInt64(SmallFactor);
    Value *first = valueOf(counter.first), *times = countValue();
    for (Value *each : {first, valueOf(other), times})
      require(builder.CreateICmpULT(each, limit));
    if (!counter.goesUp)
      require(builder.CreateICmpULE(times, first));
  }

  /// That a sum from `first` on, which grows or shrinks by at most `most` in each iteration, does not overflow.
  void requireSmallSum(Value *first, uint64_t most) {
    Value *moved = builder.CreateAdd(first, builder.getInt64(SmallSum));
    require(builder.CreateICmpULE(moved, builder.getInt64(2 * SmallSum)));
    require(builder.CreateICmpULT(countValue(), builder.getInt64(SmallSum / most - 1)));
  }

  /// That something which is the same throughout is as it should be.
  void requireValue(Value *value, bool wanted) { require(wanted ? value : builder.CreateNot(value)); }

  void requireComparison(ICmpInst &comparison, bool wanted) {
    requireValue(builder.CreateICmp(comparison.getPredicate(), comparison.getOperand(0), comparison.getOperand(1)),
                 wanted);
  }

  /// All of it.
  Value *all() const { return condition; }

private:
  Loop &loop;
  ScalarEvolution &evolution;
  Instruction *place;
  IRBuilder<> builder;
  SCEVExpander expander;
  const SCEV *count = nullptr;
  BasicBlock *counted = nullptr;
  Value *expandedCount = nullptr;
  Value *condition = nullptr;

  static bool isWord(const SCEV *known) { return known->getType()->isIntegerTy(64); }

  Value *valueOf(const SCEV *known) { return expander.expandCodeFor(known, known->getType(), place); }

  Value *countValue() {
    if (!expandedCount)
      expandedCount = builder.CreateZExt(valueOf(count), builder.getInt64Ty());
    return expandedCount;
  }

  /// What the loop never looks at may be poison here. Then it does not matter whether its condition holds, but the
  /// others have to stay what they are: hence a freeze for each.
  void require(Value *holds) {
    holds = builder.CreateFreeze(holds);
    condition = condition ? builder.CreateAnd(condition, holds) : holds;
  }
};

/// A sum that a loop carries: a phi of its header to which small numbers are added, maybe not in each iteration.
struct Sum {
  PHINode *phi;
  uint64_t most;
};

/// What is found out of one loop.
class LoopChecks {
public:
  /// Of a check: writes what has to hold in front of the loop.
  using Requirement = std::function<void()>;

  LoopChecks(Loop &loop, ScalarEvolution &evolution) : loop(loop), evolution(evolution), conditions(loop, evolution) {}

  /// Finds the exits that are never taken if the conditions hold. Where others than the counted one are left, and not
  /// only to raise something, the loop may end at any time, and the conditions would cost more than they save.
  bool find(const DominatorTree &dominators) {
    if (!conditions.findCount(dominators))
      return false;
    for (PHINode &phi : loop.getHeader()->phis())
      findSum(phi);
    SmallVector<BasicBlock *, 8> exiting;
    loop.getExitingBlocks(exiting);
    SmallVector<Requirement, 8> requirements;
    for (BasicBlock *block : exiting)
      if (block != conditions.countedExit() && !findExit(block, requirements) && !isUnlikely(*block))
        return false;
    for (const Requirement &requirement : requirements)
      requirement();
    return !dropped.empty();
  }

  /// The loop's values in its copy; the exits stay in that.
  void dropChecks() {
    for (auto [branch, stays] : dropped)
      branch->setCondition(ConstantInt::getBool(branch->getContext(), stays));
    for (auto *operation : operations) {
      IRBuilder<> builder(operation);
      Value *left = operation->getLHS(), *right = operation->getRHS();
      Value *result = operation->getBinaryOp() == Instruction::Add   ? builder.CreateNSWAdd(left, right)
                      : operation->getBinaryOp() == Instruction::Sub ? builder.CreateNSWSub(left, right)
                                                                     : builder.CreateNSWMul(left, right);
      for (User *user : make_early_inc_range(operation->users()))
        if (auto *part = dyn_cast<ExtractValueInst>(user); part && part->getIndices() == ArrayRef<unsigned>(0)) {
          part->replaceAllUsesWith(result);
          part->eraseFromParent();
        }
    }
  }

  Value *condition() { return conditions.all(); }

private:
  Loop &loop;
  ScalarEvolution &evolution;
  Conditions conditions;
  SmallVector<std::pair<BranchInst *, bool>, 8> dropped;
  SmallVector<WithOverflowInst *, 8> operations;
  /// Which sum an addition is part of.
  DenseMap<WithOverflowInst *, Sum> sums;
  SmallPtrSet<PHINode *, 4> required;

  bool isUnlikely(const BasicBlock &block) const {
    uint64_t yes, no;
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || !extractBranchWeights(*branch, yes, no))
      return false;
    constexpr uint64_t Times = 1000;
    return loop.contains(branch->getSuccessor(0)) ? no < yes / Times : yes < no / Times;
  }

  bool findExit(BasicBlock *block, SmallVectorImpl<Requirement> &requirements) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional())
      return false;
    bool stays = loop.contains(branch->getSuccessor(0));
    if (stays == loop.contains(branch->getSuccessor(1)) ||
        !understand(branch->getCondition(), stays, requirements, operations, 0))
      return false;
    dropped.emplace_back(branch, stays);
    return true;
  }

  bool understand(Value *condition, bool stays, SmallVectorImpl<Requirement> &requirements,
                  SmallVectorImpl<WithOverflowInst *> &found, unsigned depth) {
    Value *left, *right;
    bool isBoth = stays ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
                        : match(condition, m_LogicalOr(m_Value(left), m_Value(right)));
    if (isBoth)
      return depth < DeepestChain && understand(left, stays, requirements, found, depth + 1) &&
             understand(right, stays, requirements, found, depth + 1);
    if (loop.isLoopInvariant(condition)) {
      requirements.push_back([this, condition, stays] { conditions.requireValue(condition, stays); });
      return true;
    }
    auto *comparison = dyn_cast<ICmpInst>(condition);
    if (comparison && loop.isLoopInvariant(comparison->getOperand(0)) &&
        loop.isLoopInvariant(comparison->getOperand(1))) {
      requirements.push_back([this, comparison, stays] { conditions.requireComparison(*comparison, stays); });
      return true;
    }
    if (comparison)
      return understandSubscript(*comparison, stays, requirements);
    WithOverflowInst *operation;
    if (!stays && match(condition, m_ExtractValue<1>(m_WithOverflowInst(operation))) && operation->isSigned() &&
        understandOverflow(*operation, requirements)) {
      found.push_back(operation);
      return true;
    }
    return false;
  }

  bool understandSubscript(ICmpInst &comparison, bool stays, SmallVectorImpl<Requirement> &requirements) {
    CmpInst::Predicate predicate = stays ? comparison.getPredicate() : comparison.getInversePredicate();
    Value *low = comparison.getOperand(0), *high = comparison.getOperand(1);
    if (!low->getType()->isIntegerTy(64))
      return false;
    if (predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT) {
      predicate = CmpInst::getSwappedPredicate(predicate);
      std::swap(low, high);
    }
    // LLVM makes equalities of comparisons that it can count up to.
    bool isEquality = predicate == CmpInst::ICMP_NE;
    if (!isEquality && predicate != CmpInst::ICMP_ULT && predicate != CmpInst::ICMP_SLT)
      return false;
    auto counter = conditions.counterOf(evolution.getSCEV(low));
    const SCEV *length = evolution.getSCEV(high);
    if (!counter || !conditions.isInvariantWord(length))
      return false;
    requirements.push_back([this, counter, length, isEquality] {
      if (isEquality)
        conditions.requireNever(*counter, length);
      else
        conditions.requireBelow(*counter, length);
    });
    return true;
  }

  bool understandOverflow(WithOverflowInst &operation, SmallVectorImpl<Requirement> &requirements) {
    if (!operation.getLHS()->getType()->isIntegerTy(64))
      return false;
    if (auto sum = sums.find(&operation); sum != sums.end()) {
      requirements.push_back([this, part = sum->second] {
        if (required.insert(part.phi).second)
          conditions.requireSmallSum(part.phi->getIncomingValueForBlock(loop.getLoopPreheader()), part.most);
      });
      return true;
    }
    Instruction::BinaryOps kind = operation.getBinaryOp();
    if (kind != Instruction::Add && kind != Instruction::Mul)
      return false;
    const SCEV *one = evolution.getSCEV(operation.getLHS()), *other = evolution.getSCEV(operation.getRHS());
    auto counter = conditions.counterOf(one);
    if (!counter) {
      std::swap(one, other);
      counter = conditions.counterOf(one);
    }
    if (!counter || !conditions.isInvariantWord(other))
      return false;
    requirements.push_back([this, kind, counter, other] {
      if (kind == Instruction::Add)
        conditions.requireSum(*counter, other);
      else
        conditions.requireProduct(*counter, other);
    });
    return true;
  }

  void findSum(PHINode &phi) {
    if (!phi.getType()->isIntegerTy(64))
      return;
    SmallVector<WithOverflowInst *, 4> additions;
    std::optional<uint64_t> most = growth(phi.getIncomingValueForBlock(loop.getLoopLatch()), phi, additions, 0);
    if (!most || *most == 0)
      return;
    for (WithOverflowInst *addition : additions)
      sums[addition] = {&phi, *most};
  }

  /// By how much a value differs from the phi at most; nothing if it is not made of it by adding small numbers.
  std::optional<uint64_t> growth(Value *value, PHINode &phi, SmallVectorImpl<WithOverflowInst *> &additions,
                                 unsigned depth) {
    if (value == &phi)
      return 0;
    if (depth == DeepestChain)
      return std::nullopt;
    auto larger = [&](auto &&values) -> std::optional<uint64_t> {
      uint64_t most = 0;
      for (Value *each : values) {
        auto found = growth(each, phi, additions, depth + 1);
        if (!found)
          return std::nullopt;
        most = std::max(most, *found);
      }
      return most;
    };
    if (auto *choice = dyn_cast<SelectInst>(value))
      return larger(std::array{choice->getTrueValue(), choice->getFalseValue()});
    if (auto *joined = dyn_cast<PHINode>(value))
      return loop.contains(joined) && joined->getParent() != loop.getHeader() ? larger(joined->incoming_values())
                                                                              : std::nullopt;
    WithOverflowInst *addition;
    if (!match(value, m_ExtractValue<0>(m_WithOverflowInst(addition))) || !addition->isSigned() ||
        addition->getBinaryOp() != Instruction::Add)
      return std::nullopt;
    for (auto [sum, addend] :
         {std::pair(addition->getLHS(), addition->getRHS()), std::pair(addition->getRHS(), addition->getLHS())})
      if (auto before = growth(sum, phi, additions, depth + 1)) {
        ConstantRange range = evolution.getSignedRange(evolution.getSCEV(addend));
        APInt largest = APIntOps::umax(range.getSignedMin().abs(), range.getSignedMax().abs());
        if (largest.ugt(SmallAddend))
          return std::nullopt;
        additions.push_back(addition);
        return *before + largest.getZExtValue();
      }
    return std::nullopt;
  }
};

bool isWorthCopying(const Loop &loop, const DominatorTree &dominators) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || !loop.isLCSSAForm(dominators) ||
      loop.getHeader()->getParent()->hasMinSize())
    return false;
  unsigned instructions = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (auto *call = dyn_cast<CallBase>(&instruction); call && (!isa<IntrinsicInst>(call) || call->cannotDuplicate()))
        return false;
      if (instruction.getType()->isTokenTy() || ++instructions > MostInstructions)
        return false;
    }
  return true;
}

/// Puts a copy of the loop beside it, for when the condition does not hold. The loop's exits have values from both.
void copyLoop(Loop &loop, Value *condition, LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution) {
  BasicBlock *before = loop.getLoopPreheader();
  SmallVector<BasicBlock *, 8> exits;
  loop.getUniqueExitBlocks(exits);
  BasicBlock *preheader = SplitBlock(before, before->getTerminator(), &dominators, &loops, nullptr, "unchecked");
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 16> blocks;
  Loop *copy = cloneLoopWithPreheader(preheader, before, &loop, copies, ".checked", &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);
  Instruction *jump = before->getTerminator();
  BranchInst *choice = BranchInst::Create(preheader, copy->getLoopPreheader(), condition, jump->getIterator());
  choice->setMetadata(LLVMContext::MD_prof, MDBuilder(before->getContext()).createBranchWeights(1U << 20, 1));
  jump->eraseFromParent();
  for (BasicBlock *exit : exits)
    for (PHINode &phi : exit->phis()) {
      evolution.forgetValue(&phi);
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i)
        if (BasicBlock *from = phi.getIncomingBlock(i); loop.contains(from)) {
          Value *value = phi.getIncomingValue(i);
          Value *copied = copies.lookup(value);
          phi.addIncoming(copied ? copied : value, cast<BasicBlock>(copies.lookup(from)));
        }
    }
  // It runs seldom, so it stays short.
  addStringMetadataToLoop(copy, "llvm.loop.unroll.disable");
}

} // namespace

PreservedAnalyses UncheckedLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return PreservedAnalyses::all();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!isWorthCopying(*loop, dominators))
      continue;
    LoopChecks checks(*loop, evolution);
    if (!checks.find(dominators))
      continue;
    copyLoop(*loop, checks.condition(), loops, dominators, evolution);
    checks.dropChecks();
    // Exits have two loops in front of them now.
    dominators.recalculate(function);
    evolution.forgetLoop(loop);
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus::pml::codegen

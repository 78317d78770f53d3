//===- latches.cpp - one way back for loops that count ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     loop (i, n)                                      loop (i, n)
//       if a[i] = 0 then loop (i + 1, n + 1)    ==>      m = if a[i] = 0 then n + 1 else n
//                   else loop (i + 1, n)                 loop (i + 1, m)
//
// The middle end makes the form on the left of either. LLVM takes the way on which n stays the same for an inner loop,
// of whose number of iterations nothing is known. That is right where an outer loop's variables stay the same, but then
// none of the variables goes on alike on all ways.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/latches.h"
#include "pml/codegen/preserved.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus::pml::codegen {

namespace {

/// left + right, or another operation that does not overflow where it is used.
struct Step {
  Instruction::BinaryOps operation;
  Value *left, *right;

  bool operator==(const Step &) const = default;
};

} // namespace

/// What a value is the result of, if it was checked not to overflow, or is known not to.
static std::optional<Step> stepOf(Value *value) {
  WithOverflowInst *checked;
  if (match(value, m_ExtractValue<0>(m_WithOverflowInst(checked))) && checked->isSigned())
    return Step{checked->getBinaryOp(), checked->getLHS(), checked->getRHS()};
  auto *known = dyn_cast<OverflowingBinaryOperator>(value);
  auto *operation = dyn_cast<BinaryOperator>(value);
  if (known && operation && known->hasNoSignedWrap() && operation->getOpcode() != Instruction::Shl)
    return Step{operation->getOpcode(), operation->getOperand(0), operation->getOperand(1)};
  return std::nullopt;
}

/// What a variable of the loop becomes in the next iteration if that is the same on all ways: an operation on values
/// that all of them have.
static std::optional<Step> commonStep(const Loop &loop, const PHINode &phi, ArrayRef<BasicBlock *> latches) {
  std::optional<Step> first;
  for (BasicBlock *latch : latches) {
    std::optional<Step> step = stepOf(phi.getIncomingValueForBlock(latch));
    auto isEverywhere = [&](Value *operand) { return operand == &phi || loop.isLoopInvariant(operand); };
    if (!step || !isEverywhere(step->left) || !isEverywhere(step->right) || (first && *first != *step))
      return std::nullopt;
    first = step;
  }
  return first;
}

/// The step is made once, behind all ways, so that LLVM sees that the variable counts.
static void stepInLatch(BasicBlock &latch, PHINode &phi, const Step &step) {
  IRBuilder<> builder(latch.getTerminator());
  Value *next = step.operation == Instruction::Add   ? builder.CreateNSWAdd(step.left, step.right)
                : step.operation == Instruction::Sub ? builder.CreateNSWSub(step.left, step.right)
                                                     : builder.CreateNSWMul(step.left, step.right);
  phi.setIncomingValue(phi.getBasicBlockIndex(&latch), next);
}

PreservedAnalyses JoinLatchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 8> latches;
    loop->getLoopLatches(latches);
    if (latches.size() < 2)
      continue;
    SmallVector<std::pair<PHINode *, Step>, 2> counters;
    for (PHINode &phi : loop->getHeader()->phis())
      if (std::optional<Step> step = commonStep(*loop, phi, latches))
        counters.emplace_back(&phi, *step);
    if (counters.empty())
      continue;
    BasicBlock *latch = SplitBlockPredecessors(loop->getHeader(), latches, ".again", &dominators, &loops);
    for (auto [phi, step] : counters)
      stepInLatch(*latch, *phi, step);
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

/// Of a value that all ways into a block compute alike, from a variable of the loop and a constant: one of those.
static BinaryOperator *sameOnAllWays(const Loop &loop, const PHINode &joined) {
  BinaryOperator *first = nullptr;
  for (Value *value : joined.incoming_values()) {
    auto *step = dyn_cast<BinaryOperator>(value);
    auto *variable = step ? dyn_cast<PHINode>(step->getOperand(0)) : nullptr;
    if (!variable || step->getOpcode() != Instruction::Add || !isa<ConstantInt>(step->getOperand(1)) ||
        variable->getParent() != loop.getHeader())
      return nullptr;
    if (!first)
      first = step;
    else if (step->getOperand(0) != first->getOperand(0) || step->getOperand(1) != first->getOperand(1))
      return nullptr;
  }
  return first;
}

/// What the ways say of overflow holds if all say it.
static void computeOnce(PHINode &joined, const BinaryOperator &step) {
  bool isSigned = true, isUnsigned = true;
  for (Value *value : joined.incoming_values()) {
    isSigned &= cast<BinaryOperator>(value)->hasNoSignedWrap();
    isUnsigned &= cast<BinaryOperator>(value)->hasNoUnsignedWrap();
  }
  BasicBlock *block = joined.getParent();
  IRBuilder<> builder(block, block->getFirstInsertionPt());
  Value *made = builder.CreateAdd(step.getOperand(0), step.getOperand(1), "", isUnsigned, isSigned);
  joined.replaceAllUsesWith(made);
  joined.eraseFromParent();
}

PreservedAnalyses JoinStepsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    for (BasicBlock *block : loop->blocks()) {
      if (block == loop->getHeader() || loops.getLoopFor(block) != loop)
        continue;
      for (PHINode &phi : make_early_inc_range(block->phis()))
        if (const BinaryOperator *step = sameOnAllWays(*loop, phi)) {
          computeOnce(phi, *step);
          isChanged = true;
        }
    }
  return blocksPreserved(isChanged);
}

} // namespace tactus::pml::codegen

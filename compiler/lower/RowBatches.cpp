//===- RowBatches.cpp - many short rows under one charge -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/RowBatches.h"
#include "abi.h"
#include "lower/InductionStart.h"
#include "lower/Slice.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// So many rows that the question costs little each, and so few that they are affordable for most of a beat.
constexpr uint64_t RowsOfBatch = 64;

/// A copy of a larger loop would cost more of the instruction cache than its charges do.
constexpr unsigned MaximalInstructions = 1000;

/// Where a row is charged: what it costs is taken from the credit, and if that is used up, `cold` is next.
struct Charge {
  BranchInst *branch;
  BasicBlock *cold;
  Value *credit;
  Value *weight;
  /// How many iterations of the inner loop are charged, or how many with the sign changed; null for one.
  Value *length = nullptr;
  bool isNegative = false;
  /// If the length is the difference of two values in memory that the next row has a step further on.
  LoadInst *start = nullptr;
  int64_t step = 0;
};

/// A loop over rows, all that is to be known of it, and its change.
class Rows {
public:
  Rows(Loop &loop, ScalarEvolution &evolution, DominatorTree &dominators)
      : loop(loop), evolution(evolution), dominators(dominators), header(loop.getHeader()), latch(loop.getLoopLatch()),
        predecessor(loop.getLoopPredecessor()) {}

  bool recognise() {
    return latch && loop.getExitingBlock() == latch && loop.getExitBlock() && predecessor && findSlot() &&
           findCharges() && findCreditAndWeights() && findCounter() && findStarts();
  }

  void divide(LoopInfo &loops) {
    formDedicatedExitBlocks(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    formLCSSA(loop, dominators, &loops, &evolution);
    SmallVector<BasicBlock *, 16> blocks(loop.blocks());
    BasicBlock *exit = loop.getExitBlock();
    BasicBlock *row = SplitBlock(header, rowBegin, &dominators, &loops);
    blocks.push_back(row);
    latch = loop.getLoopLatch();

    copyBlocks(blocks);
    IRBuilder<> builder(header->getTerminator());
    Value *first = available(iteration, builder);
    Value *left = builder.CreateSub(loadBound(builder), first);
    Value *count = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, builder.getInt64(RowsOfBatch));
    Value *rest = builder.CreateSub(credit, price(count, builder));
    Value *end = builder.CreateAdd(first, count);
    Value *counterEnd = builder.CreateAdd(counter, builder.CreateMul(count, counterStep));
    Value *isPaid = builder.CreateICmpSGE(rest, builder.getInt64(0));

    BasicBlock *next = BasicBlock::Create(header->getContext(), "", header->getParent(), row);
    builder.SetInsertPoint(next);
    builder.SetCurrentDebugLocation(latch->getTerminator()->getDebugLoc());
    builder.CreateCondBr(builder.CreateICmpULT(end, loadBound(builder)), header, exit);
    for (BasicBlock *target : {header, exit})
      for (PHINode &phi : target->phis())
        phi.addIncoming(valueAfter(phi.getIncomingValueForBlock(latch), rest, counterEnd), next);
    enterCopy(rest);
    leaveCopy(counterEnd, next);
    Instruction *toRow = header->getTerminator();
    builder.SetInsertPoint(toRow);
    builder.CreateCondBr(isPaid, copyOf(header), row, MDBuilder(header->getContext()).createLikelyBranchWeights());
    toRow->eraseFromParent();
    spareCharges();
  }

private:
  Loop &loop;
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  BasicBlock *header;
  BasicBlock *latch;
  BasicBlock *predecessor;
  /// Of the loop's slot.
  AllocaInst *slot = nullptr;
  Value *boundAddress = nullptr;
  /// The row's number, from the bundles.
  Value *iteration = nullptr;
  SmallVector<Charge, 4> charges;
  PHINode *credit = nullptr;
  /// A variable that the loop steps by a constant.
  PHINode *counter = nullptr;
  Constant *counterStep = nullptr;
  /// Before it, the header only finds out where the row is.
  Instruction *rowBegin = nullptr;
  /// From the loop's code to its copy for paid rows.
  ValueToValueMapTy copies;

  /// The slot is the one whose bound the latch reads.
  bool findSlot() {
    const DataLayout &layout = header->getDataLayout();
    for (Instruction &instruction : *latch) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isVolatile())
        continue;
      APInt offset(64, 0);
      Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, false);
      slot = dyn_cast<AllocaInst>(base);
      if (!slot || !isSlot(*slot) || offset != offsetof(abi::LoopSlot, end) || boundAddress)
        return false;
      boundAddress = load->getPointerOperand();
    }
    return boundAddress && loop.isLoopInvariant(boundAddress);
  }

  /// Notes the iteration that a bundle has for our slot.
  bool noteIteration(const CallBase &call) {
    auto bundle = call.getOperandBundle(LLVMContext::OB_deopt);
    if (!bundle)
      return true;
    for (unsigned i = 0; i + 2 < bundle->Inputs.size(); i += 3) {
      if (bundle->Inputs[i + 2] != slot)
        continue;
      Value *found = bundle->Inputs[i + 1];
      if (iteration && iteration != found)
        return false;
      iteration = found;
    }
    return true;
  }

  /// All calls must be behind charges, or be known to come back.
  bool findCharges() {
    SmallPtrSet<BasicBlock *, 4> coldBlocks;
    unsigned instructions = 0;
    for (BasicBlock *block : loop.blocks()) {
      instructions += block->size();
      if (block->isEHPad() || block->hasAddressTaken() || !isa<BranchInst, SwitchInst>(block->getTerminator()))
        return false;
      for (Instruction &instruction : *block) {
        auto *call = dyn_cast<CallBase>(&instruction);
        if (!call || isa<IntrinsicInst>(call))
          continue;
        if (call->cannotDuplicate() || call->isConvergent())
          return false;
        if (call->hasFnAttr(Attribute::Cold)) {
          coldBlocks.insert(block);
          if (!noteIteration(*call))
            return false;
        } else if (!call->hasFnAttr(Attribute::WillReturn) || !call->doesNotThrow()) {
          return false;
        }
      }
    }
    return instructions <= MaximalInstructions && iteration &&
           all_of(coldBlocks, [&](BasicBlock *block) { return findCharge(*block); });
  }

  bool findCharge(BasicBlock &cold) {
    BasicBlock *before = cold.getSinglePredecessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    Instruction *rest = nullptr;
    // In a loop, it would be charged several times a row.
    if (!branch || any_of(loop.getSubLoops(), [&](const Loop *inner) { return inner->contains(before); }) ||
        !branch->isConditional() || branch->getSuccessor(0) != &cold || branch->getSuccessor(1) == &cold ||
        !match(branch->getCondition(), m_SpecificICmp(ICmpInst::ICMP_SLT, m_Instruction(rest), m_Zero())))
      return false;
    Charge charge{branch, &cold, nullptr, nullptr};
    Value *price = nullptr;
    auto priceOfLength = m_Mul(m_Value(charge.length), m_Value(charge.weight));
    bool isSubtracted = match(rest, m_Sub(m_Value(charge.credit), priceOfLength));
    charge.isNegative = !isSubtracted && match(rest, m_c_Add(priceOfLength, m_Value(charge.credit)));
    if (isSubtracted || charge.isNegative) {
      if (!isWeight(charge.weight))
        std::swap(charge.weight, charge.length);
    } else if (match(rest, m_Sub(m_Value(charge.credit), m_Value(price)))) {
      charge.weight = price;
      charge.length = nullptr;
    } else {
      return false;
    }
    charges.push_back(charge);
    return isWeight(charge.weight);
  }

  /// Has the value been loaded from a descriptor? The only atomic loads of this order are ours.
  static bool isWeight(const Value *value) {
    SmallSetVector<const Value *, 8> values;
    values.insert(value);
    for (unsigned i = 0; i < values.size(); ++i) // NOLINT(modernize-loop-convert): it grows
      if (const auto *phi = dyn_cast<PHINode>(values[i]))
        values.insert(phi->value_op_begin(), phi->value_op_end());
      else if (const auto *load = dyn_cast<LoadInst>(values[i]);
               !load || load->getOrdering() != AtomicOrdering::Unordered || load->isVolatile())
        return false;
    return true;
  }

  /// Is the value known where the header begins?
  bool isAvailable(const Value *value) const {
    const auto *phi = dyn_cast<PHINode>(value);
    return loop.isLoopInvariant(value) || (phi && phi->getParent() == header);
  }

  /// What a value is in a row that is paid for, where no poll changes it.
  Value *paidValue(Value *value) const {
    Value *paid = nullptr;
    SmallSetVector<Value *, 8> values;
    values.insert(value);
    for (unsigned i = 0; i < values.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
      auto *phi = dyn_cast<PHINode>(values[i]);
      if (!phi || !loop.contains(phi) || phi->getParent() == header) {
        if (paid && paid != values[i])
          return value;
        paid = values[i];
        continue;
      }
      for (unsigned way = 0; way < phi->getNumIncomingValues(); ++way)
        if (!isCold(phi->getIncomingBlock(way)))
          values.insert(phi->getIncomingValue(way));
    }
    return paid ? paid : value;
  }
  bool isCold(const BasicBlock *block) const {
    return any_of(charges, [&](const Charge &charge) { return charge.cold == block; });
  }

  /// What all charges take their price from is one variable of the loop, and their weights are known before the row.
  bool findCreditAndWeights() {
    for (Charge &charge : charges) {
      SmallPtrSet<const Value *, 8> seen;
      charge.weight = paidValue(charge.weight);
      if (!isAvailable(charge.weight) || !isCredit(charge.credit, seen))
        return false;
    }
    return credit;
  }

  bool isCredit(Value *value, SmallPtrSetImpl<const Value *> &seen) {
    if (!seen.insert(value).second)
      return true;
    if (auto *phi = dyn_cast<PHINode>(value); phi && loop.contains(phi)) {
      if (phi->getParent() != header)
        return all_of(phi->incoming_values(), [&](Value *incoming) { return isCredit(incoming, seen); });
      if (!credit)
        credit = phi;
      return phi == credit;
    }
    if (auto *instruction = dyn_cast<Instruction>(value);
        instruction && isCold(instruction->getParent())) // What is left after a poll.
      return true;
    for (const Charge &charge : charges)
      if (cast<ICmpInst>(charge.branch->getCondition())->getOperand(0) == value)
        return isCredit(charge.credit, seen);
    return false;
  }

  bool findCounter() {
    for (PHINode &phi : header->phis()) {
      Value *next = phi.getIncomingValueForBlock(latch);
      Constant *step = nullptr;
      if (phi.getType()->isIntegerTy(64) && match(next, m_Add(m_Specific(&phi), m_Constant(step))) &&
          !step->isZeroValue()) {
        counter = &phi;
        counterStep = step;
        return isComputable(iteration);
      }
    }
    return false;
  }

  /// Can the value be computed where the header begins, by conversions of what is available there?
  bool isComputable(const Value *value) const {
    if (isAvailable(value))
      return true;
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction && (isa<CastInst>(instruction) || match(instruction, m_And(m_Value(), m_ConstantInt()))) &&
           isComputable(instruction->getOperand(0));
  }
  Value *available(Value *value, IRBuilder<> &builder) const {
    if (isAvailable(value))
      return value;
    Instruction *copy = cast<Instruction>(value)->clone();
    copy->setOperand(0, available(copy->getOperand(0), builder));
    return builder.Insert(copy);
  }

  /// Finds out of which arrays the rows' lengths are. At least one inner loop must be charged by its length.
  bool findStarts() {
    rowBegin = header->getFirstNonPHI();
    bool isKnown = false;
    for (Charge &charge : charges) {
      if (!charge.length)
        continue;
      isKnown = true;
      if (loop.isLoopInvariant(charge.length))
        continue;
      SmallSetVector<LoadInst *, 2> bounds;
      if (!collectBounds(charge.length, bounds) || bounds.size() != 2 ||
          !(isStart(charge, *bounds[0], *bounds[1]) || isStart(charge, *bounds[1], *bounds[0])))
        return false;
    }
    if (!isKnown)
      return false;
    return std::none_of(header->begin(), rowBegin->getIterator(), [](const Instruction &instruction) {
      return instruction.mayHaveSideEffects() && !instruction.isLifetimeStartOrEnd();
    });
  }

  /// The loads that a length is computed of with constants.
  bool collectBounds(Value *value, SmallSetVector<LoadInst *, 2> &bounds) const {
    if (isa<ConstantInt>(value))
      return true;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return false;
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      bounds.insert(load);
      return load->isSimple() && load->getType()->isIntegerTy() && load->getParent() == header;
    }
    return (isa<CastInst>(instruction) || isa<BinaryOperator>(instruction)) &&
           all_of(instruction->operands(), [&](Value *operand) { return collectBounds(operand, bounds); });
  }

  /// Is `end` what the next row's `start` will be?
  bool isStart(Charge &charge, LoadInst &start, LoadInst &end) {
    const auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(start.getPointerOperand()));
    if (!address || address->getLoop() != &loop || !address->isAffine() || start.getType() != end.getType())
      return false;
    const auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
    if (!step || evolution.getMinusSCEV(evolution.getSCEV(end.getPointerOperand()), address) != step)
      return false;
    charge.start = &start;
    charge.step = step->getAPInt().getSExtValue();
    for (Instruction *bound : {&start, &end})
      if (!bound->comesBefore(rowBegin))
        rowBegin = bound->getNextNode();
    return true;
  }

  /// The price of `count` rows from the present one on.
  Value *price(Value *count, IRBuilder<> &builder) const {
    Value *sum = nullptr;
    for (const Charge &charge : charges) {
      Value *length = nullptr;
      if (charge.start) {
        Value *address = builder.CreatePtrAdd(charge.start->getPointerOperand(),
                                              builder.CreateMul(count, builder.getInt64(charge.step)));
        Value *start = builder.CreateAlignedLoad(charge.start->getType(), address, charge.start->getAlign());
        // Negative if the rows are counted down.
        Value *total = builder.CreateSExt(builder.CreateSub(start, charge.start), builder.getInt64Ty());
        length = builder.CreateBinaryIntrinsic(Intrinsic::abs, total, builder.getFalse());
      } else if (charge.length) {
        length = builder.CreateMul(charge.isNegative ? builder.CreateNeg(charge.length) : charge.length, count);
      } else if (isChargedOtherwise(charge)) {
        continue;
      }
      length = length ? builder.CreateBinaryIntrinsic(Intrinsic::smax, length, count) : count;
      Value *part = builder.CreateMul(length, charge.weight);
      sum = sum ? builder.CreateAdd(sum, part) : part;
    }
    return sum;
  }

  /// A row whose inner loop is empty is charged for one iteration of it; a length of at least one counts that.
  bool isChargedOtherwise(const Charge &charge) const {
    return any_of(charges, [&](const Charge &other) { return other.length && other.weight == charge.weight; });
  }

  Value *loadBound(IRBuilder<> &builder) const {
    return builder.CreateLoad(builder.getInt64Ty(), boundAddress, /*isVolatile=*/true);
  }

  void copyBlocks(ArrayRef<BasicBlock *> blocks) {
    SmallVector<BasicBlock *, 16> result;
    for (BasicBlock *block : blocks) {
      BasicBlock *copy = CloneBasicBlock(block, copies, "", block->getParent());
      copies[block] = copy;
      result.push_back(copy);
    }
    remapInstructionsInBlocks(result, copies);
  }
  template <typename T> T *copyOf(T *value) const { return cast<T>(static_cast<Value *>(copies.lookup(value))); }

  bool isWeightOfCharge(const Value *value) const {
    return any_of(charges, [&](const Charge &charge) { return charge.weight == value; });
  }

  /// What a variable has in all paid rows, if it is one that they leave alone: they are charged before them, and read
  /// no new weight. Else null.
  Value *keptValue(PHINode &variable, Value *rest) const {
    return &variable == credit ? rest : isWeightOfCharge(&variable) ? &variable : nullptr;
  }

  /// What a value at the end of the loop's body is at the end of the paid rows.
  Value *valueAfter(Value *value, Value *rest, Value *counterEnd) const {
    for (PHINode &variable : header->phis())
      if (variable.getIncomingValueForBlock(latch) == value)
        if (Value *paid = &variable == counter ? counterEnd : keptValue(variable, rest))
          return paid;
    auto copy = copies.find(value);
    return copy == copies.end() ? value : static_cast<Value *>(copy->second);
  }

  /// The copy begins with what the loop's variables are in the present row.
  void enterCopy(Value *rest) {
    for (PHINode &phi : header->phis()) {
      PHINode *copy = copyOf(&phi);
      int before = copy->getBasicBlockIndex(predecessor);
      copy->setIncomingValue(before, &phi);
      copy->setIncomingBlock(before, header);
      if (Value *kept = keptValue(phi, rest))
        copy->replaceAllUsesWith(kept);
    }
  }

  /// The copy ends with the last row that is paid.
  void leaveCopy(Value *counterEnd, BasicBlock *next) {
    auto *branch = cast<BranchInst>(copyOf(latch)->getTerminator());
    IRBuilder<> builder(branch);
    Value *counterNext = counter->getIncomingValueForBlock(latch);
    BranchInst *leave = builder.CreateCondBr(
        builder.CreateICmpEQ(static_cast<Value *>(copies.lookup(counterNext)), counterEnd), next, copyOf(header));
    leave->setMetadata(LLVMContext::MD_loop, branch->getMetadata(LLVMContext::MD_loop));
    Value *condition = branch->getCondition();
    branch->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(condition);
    for (Instruction &instruction : make_early_inc_range(*leave->getParent()))
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isVolatile() && load->use_empty())
        load->eraseFromParent();
  }

  void spareCharges() {
    for (const Charge &charge : charges) {
      BranchInst *branch = copyOf(charge.branch);
      BasicBlock *cold = branch->getSuccessor(0);
      cold->removePredecessor(branch->getParent());
      IRBuilder<>(branch).CreateBr(branch->getSuccessor(1));
      branch->eraseFromParent();
    }
  }
};

} // namespace

/// Divides one loop of the function, if there is one.
static bool divideLoop(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    Rows rows(*loop, evolution, dominators);
    if (!rows.recognise())
      continue;
    rows.divide(loops);
    return true;
  }
  return false;
}

PreservedAnalyses RowBatchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasGC() || function.hasOptNone() || function.hasOptSize() ||
      !function.getParent()->getNamedGlobal("tactus_credit"))
    return PreservedAnalyses::all();
  bool changed = false;
  while (divideLoop(function, analyses)) {
    EliminateUnreachableBlocks(function);
    analyses.invalidate(function, PreservedAnalyses::none());
    changed = true;
  }
  if (changed) {
    FunctionPassManager passes;
    passes.addPass(ADCEPass());
    passes.addPass(SimplifyCFGPass());
    // In the paid rows, there are no bundles in its way.
    passes.addPass(createFunctionToLoopPassAdaptor(InductionStartPass()));
    passes.addPass(GVNPass());
    passes.run(function, analyses);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

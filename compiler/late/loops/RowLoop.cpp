//===- RowLoop.cpp - what is to be known of a loop over short rows -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/RowLoop.h"
#include "abi/loops.h"
#include "ir/BeatPoint.h"
#include "lower/loops/SerialCopy.h"
#include "lower/loops/Slice.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// A copy of a larger loop would cost more of the instruction cache than its charges do.
constexpr unsigned MaximalInstructions = 1000;

class RowRecogniser {
public:
  RowRecogniser(Loop &loop, ScalarEvolution &evolution) : evolution(evolution), rows{loop} {}

  std::optional<RowLoop> recognise() {
    if (rows.latch && rows.loop.getExitingBlock() == rows.latch && rows.loop.getExitBlock() && rows.predecessor &&
        findSlot() && findPoint() && findCharges() && findCreditAndWeights() && findCounter() && findStarts())
      return std::move(rows);
    return std::nullopt;
  }

private:
  ScalarEvolution &evolution;
  RowLoop rows;
  AllocaInst *slot = nullptr;

  /// The slot is the one whose bound the latch reads.
  bool findSlot() {
    const DataLayout &layout = rows.header->getDataLayout();
    for (Instruction &instruction : *rows.latch) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isVolatile())
        continue;
      APInt offset(64, 0);
      Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, false);
      slot = dyn_cast<AllocaInst>(base);
      if (!slot || !isSlot(*slot) || offset != offsetof(abi::LoopSlot, end) || rows.boundAddress)
        return false;
      rows.boundAddress = load->getPointerOperand();
    }
    return rows.boundAddress && rows.loop.isLoopInvariant(rows.boundAddress);
  }

  /// Notes the iteration that a bundle has for our slot.
  bool noteIteration(const CallBase &call) {
    auto bundle = call.getOperandBundle(LLVMContext::OB_deopt);
    if (!bundle)
      return true;
    for (unsigned i = 0; i + 2 < bundle->Inputs.size(); i += 3) {
      if (bundle->Inputs[i + 2] != slot)
        continue;
      // Behind the row, the next one's.
      if (call.getParent() == rows.beatBlock())
        continue;
      Value *found = bundle->Inputs[i + 1];
      if (rows.iteration && rows.iteration != found)
        return false;
      rows.iteration = found;
    }
    return true;
  }

  /// False if there are several.
  bool findPoint() {
    for (BasicBlock *block : rows.loop.blocks()) {
      auto *point = dyn_cast<CallBrInst>(block->getTerminator());
      if (!point)
        continue;
      if (rows.point || !isBeatPoint(*point) || isInInnerLoop(block) ||
          point->getIndirectDest(0)->getSinglePredecessor() != block)
        return false;
      rows.point = point;
    }
    return true;
  }

  /// All calls must be behind charges, or be known to come back.
  bool findCharges() {
    SmallPtrSet<BasicBlock *, 4> coldBlocks;
    unsigned instructions = 0;
    for (BasicBlock *block : rows.loop.blocks()) {
      instructions += block->size();
      if (block->isEHPad() || block->hasAddressTaken() ||
          !isa<BranchInst, SwitchInst, CallBrInst>(block->getTerminator()))
        return false;
      for (Instruction &instruction : *block) {
        auto *call = dyn_cast<CallBase>(&instruction);
        if (!call || isa<IntrinsicInst>(call) || call == rows.point)
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
    coldBlocks.erase(rows.beatBlock());
    return instructions <= MaximalInstructions && rows.iteration &&
           all_of(coldBlocks, [&](BasicBlock *block) { return findCharge(*block); });
  }

  bool isInInnerLoop(const BasicBlock *block) const {
    return any_of(rows.loop.getSubLoops(), [&](const Loop *inner) { return inner->contains(block); });
  }

  /// Of a block that only rows of more than a block's iterations come to, their number.
  static std::optional<uint64_t> longestOthers(const BasicBlock &cold) {
    for (const Instruction &instruction : cold)
      if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->hasFnAttr(LongRowsAttribute)) {
        uint64_t most = 0;
        if (!call->getFnAttr(LongRowsAttribute).getValueAsString().getAsInteger(10, most))
          return most;
      }
    return std::nullopt;
  }

  bool findCharge(BasicBlock &cold) {
    BasicBlock *before = cold.getSinglePredecessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (auto most = longestOthers(cold)) {
      rows.limits.push_back({branch, &cold, *most});
      return branch && !isInInnerLoop(before) && branch->isConditional() &&
             branch->getSuccessor(0) != branch->getSuccessor(1);
    }
    // In a loop, it would be charged several times a row.
    if (!branch || isInInnerLoop(before) || !branch->isConditional() || branch->getSuccessor(0) != &cold ||
        branch->getSuccessor(1) == &cold)
      return false;
    rows.charges.push_back({branch, &cold, nullptr, nullptr});
    RowCharge &charge = rows.charges.back();
    return (rows.point ? findLength(charge) : findPrice(charge)) && isWeight(charge.weight);
  }

  /// Is the row's length compared with that of a strip?
  static bool findLength(RowCharge &charge) {
    Value *condition = charge.branch->getCondition();
    return match(condition, m_SpecificICmp(ICmpInst::ICMP_UGT, m_Value(charge.length), m_Value(charge.weight))) ||
           match(condition, m_SpecificICmp(ICmpInst::ICMP_ULT, m_Value(charge.weight), m_Value(charge.length)));
  }

  static bool findPrice(RowCharge &charge) {
    Instruction *rest = nullptr;
    if (!match(charge.branch->getCondition(), m_SpecificICmp(ICmpInst::ICMP_SLT, m_Instruction(rest), m_Zero())))
      return false;
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
    return true;
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

  /// What a value is in a row that is paid for, where no poll changes it.
  Value *paidValue(Value *value) const {
    Value *paid = nullptr;
    SmallSetVector<Value *, 8> values;
    values.insert(value);
    for (unsigned i = 0; i < values.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
      auto *phi = dyn_cast<PHINode>(values[i]);
      if (!phi || !rows.loop.contains(phi) || phi->getParent() == rows.header) {
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
    return block == rows.beatBlock() ||
           any_of(rows.charges, [&](const RowCharge &charge) { return charge.cold == block; }) ||
           any_of(rows.limits, [&](const RowLimit &limit) { return limit.cold == block; });
  }

  /// What all charges take their price from is one variable of the loop, if any; their weights are known before the
  /// row.
  bool findCreditAndWeights() {
    for (RowCharge &charge : rows.charges) {
      SmallPtrSet<const Value *, 8> seen;
      charge.weight = paidValue(charge.weight);
      if (!rows.isAvailable(charge.weight) || !(rows.point || isCredit(charge.credit, seen)))
        return false;
    }
    return rows.point || rows.credit;
  }

  bool isCredit(Value *value, SmallPtrSetImpl<const Value *> &seen) {
    if (!seen.insert(value).second)
      return true;
    if (auto *phi = dyn_cast<PHINode>(value); phi && rows.loop.contains(phi)) {
      if (phi->getParent() != rows.header)
        return all_of(phi->incoming_values(), [&](Value *incoming) { return isCredit(incoming, seen); });
      if (!rows.credit)
        rows.credit = phi;
      return phi == rows.credit;
    }
    if (auto *instruction = dyn_cast<Instruction>(value);
        instruction && isCold(instruction->getParent())) // What is left after a poll.
      return true;
    for (const RowCharge &charge : rows.charges)
      if (cast<ICmpInst>(charge.branch->getCondition())->getOperand(0) == value)
        return isCredit(charge.credit, seen);
    return false;
  }

  bool findCounter() {
    for (PHINode &phi : rows.header->phis()) {
      Value *next = phi.getIncomingValueForBlock(rows.latch);
      Constant *step = nullptr;
      if (phi.getType()->isIntegerTy(64) && match(next, m_Add(m_Specific(&phi), m_Constant(step))) &&
          !step->isZeroValue()) {
        rows.counter = &phi;
        rows.counterStep = step;
        return isComputable(rows.iteration);
      }
    }
    return false;
  }

  /// Can the value be computed where the header begins, of what `isKnown` there, in a few steps?
  static bool isComputed(const Value *value, function_ref<bool(const Value *)> isKnown, unsigned steps = 4) {
    if (isKnown(value))
      return true;
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction && steps > 0 && !isa<PHINode>(instruction) && !instruction->mayReadFromMemory() &&
           isSafeToSpeculativelyExecute(instruction) &&
           all_of(instruction->operands(), [&](const Value *part) { return isComputed(part, isKnown, steps - 1); });
  }
  bool isComputable(const Value *value) const {
    return isComputed(value, [&](const Value *part) { return rows.isAvailable(part); });
  }

  /// Is it the same in all paid rows? It may be computed of variables that only cold calls change (CreditRegister.h).
  bool isKept(const Value *value) const {
    return isComputed(value,
                      [&](const Value *part) { return rows.loop.isLoopInvariant(part) || isKeptVariable(part); });
  }
  bool isKeptVariable(const Value *value) const {
    const auto *phi = dyn_cast<PHINode>(value);
    return phi && phi->getParent() == rows.header && paidValue(phi->getIncomingValueForBlock(rows.latch)) == phi;
  }

  /// Finds out of which arrays the rows' lengths are. At least one inner loop must be charged by its length.
  bool findStarts() {
    rows.rowBegin = &*rows.header->getFirstNonPHIIt();
    bool isKnown = false;
    for (RowCharge &charge : rows.charges) {
      if (!charge.length)
        continue;
      isKnown = true;
      if (isKept(charge.length))
        continue;
      SmallSetVector<LoadInst *, 2> bounds;
      if (!collectBounds(charge.length, bounds) || bounds.size() != 2 ||
          !(isStart(charge, *bounds[0], *bounds[1]) || isStart(charge, *bounds[1], *bounds[0])))
        return false;
    }
    if (!isKnown)
      return false;
    return std::none_of(rows.header->begin(), rows.rowBegin->getIterator(), [](const Instruction &instruction) {
      return instruction.mayHaveSideEffects() && !instruction.isLifetimeStartOrEnd();
    });
  }

  /// The loads that a length is computed of with constants.
  bool collectBounds(Value *value, SmallSetVector<LoadInst *, 2> &bounds) const {
    if (isa<ConstantInt>(value))
      return true;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !rows.loop.contains(instruction))
      return false;
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      bounds.insert(load);
      return load->isSimple() && load->getType()->isIntegerTy() && load->getParent() == rows.header;
    }
    return (isa<CastInst>(instruction) || isa<BinaryOperator>(instruction)) &&
           all_of(instruction->operands(), [&](Value *operand) { return collectBounds(operand, bounds); });
  }

  /// What changes of an address from one paid row to the next. Its base may be a variable that only cold calls change.
  const SCEVAddRecExpr *findRecurrence(const SCEV *address) const {
    const auto *sum = dyn_cast<SCEVAddExpr>(address);
    if (!sum)
      return dyn_cast<SCEVAddRecExpr>(address);
    const SCEVAddRecExpr *recurrence = nullptr;
    for (const SCEV *part : sum->operands())
      if (const auto *found = dyn_cast<SCEVAddRecExpr>(part); found && !recurrence)
        recurrence = found;
      else if (const auto *unknown = dyn_cast<SCEVUnknown>(part); !unknown || !isKeptVariable(unknown->getValue()))
        return nullptr;
    return recurrence;
  }

  /// Is `end` what the next row's `start` will be?
  bool isStart(RowCharge &charge, LoadInst &start, LoadInst &end) {
    const SCEV *address = evolution.getSCEV(start.getPointerOperand());
    const SCEVAddRecExpr *recurrence = findRecurrence(address);
    if (!recurrence || recurrence->getLoop() != &rows.loop || !recurrence->isAffine() ||
        start.getType() != end.getType())
      return false;
    const auto *step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    if (!step || evolution.getMinusSCEV(evolution.getSCEV(end.getPointerOperand()), address) != step)
      return false;
    charge.start = &start;
    charge.step = step->getAPInt().getSExtValue();
    for (Instruction *bound : {&start, &end})
      if (!bound->comesBefore(rows.rowBegin))
        rows.rowBegin = bound->getNextNode();
    return true;
  }
};

} // namespace

std::optional<RowLoop> recogniseRowLoop(Loop &loop, ScalarEvolution &evolution) {
  return RowRecogniser(loop, evolution).recognise();
}

} // namespace tactus

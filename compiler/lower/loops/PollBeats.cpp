//===- PollBeats.cpp - code that pays from its credit, and polls ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/maps.h"
#include "ir/ForkCharge.h"
#include "lower/loops/Beats.h"

using namespace llvm;

namespace tactus {

namespace {

/// A credit of about four instructions a tick, until the runtime has measured better.
constexpr int64_t CreditPerInstruction = abi::CreditPerTick / 4;

class PollBeats final : public Beats {
public:
  bool charges() const override { return true; }

  int64_t firstWeight(const ParallelLoop &loop) const override {
    if (loop.hasUnboundedBody)
      return abi::UnknownWeight;
    return std::max<int64_t>(static_cast<int64_t>(loop.bodyInstructions) * CreditPerInstruction, 1);
  }

  uint64_t descriptorFlags() const override { return 0; }

  Charge chargeLoop(LoopSteps &steps) const override {
    Value *credit = steps.loadCredit();
    Value *count = steps.builder.CreateSub(steps.sliceEnd, steps.sliceBegin);
    Value *rest = steps.builder.CreateSub(credit, steps.builder.CreateMul(count, steps.loadWeight()));
    steps.storeCredit(rest);
    return {steps.builder.CreateICmpSLT(rest, steps.builder.getInt64(0)), credit};
  }

  /// A strip has as many iterations as the credit pays for, at least one.
  void lowerStrips(LoopSteps &steps, const Strips &strips) const override {
    IRBuilder<> &builder = steps.builder;
    auto [isTooLong, credit] = chargeLoop(steps);
    steps.branchUnlikely(isTooLong, strips.first, strips.body);

    steps.at(strips.first);
    steps.storeCredit(credit);
    steps.storeSlot();
    strips.leaveWithoutSecond();
    builder.CreateBr(strips.again);

    steps.at(strips.again);
    Value *iteration = steps.currentIteration();
    Value *refill = steps.poll({builder.getInt64(abi::NextIteration), iteration, steps.slice.slot});
    Value *weight = steps.loadWeight();
    Value *count = strips.count(iteration, [&] {
      return builder.CreateBinaryIntrinsic(Intrinsic::smax, builder.CreateSDiv(refill, weight), builder.getInt64(1));
    });
    steps.storeCredit(builder.CreateSub(refill, builder.CreateMul(count, weight)));
    strips.begin(iteration, count);
    builder.CreateBr(strips.body);
  }

  void enterNest(LoopSteps &steps) const override { steps.builder.CreateBr(steps.loop.header); }

  void addPoints(LoopSteps &steps) const override {
    if (steps.slice.isChargedByLeaf)
      chargeSkippedLeaves(steps);
    else
      chargeEachIteration(steps);
  }

  Value *chargeFork(IRBuilder<> &builder, function_ref<Value *()> price) const override {
    return createForkCharge(builder, price());
  }

  bool promotesInLeafBranches() const override { return false; }

private:
  static void chargeEachIteration(LoopSteps &steps) {
    IRBuilder<> &builder = steps.builder;
    BasicBlock *charge = steps.createBlock(), *poll = steps.createBlock();
    BasicBlock *body = steps.putBeforeBody(charge);
    steps.at(charge);
    Value *weight = steps.loadWeight();
    Value *rest = builder.CreateSub(steps.loadCredit(), weight);
    steps.storeCredit(rest);
    steps.branchUnlikely(builder.CreateICmpSLT(rest, builder.getInt64(0)), poll, body);

    steps.at(poll);
    Value *refill = steps.poll({builder.getInt64(abi::NextIteration), steps.currentIteration(), steps.slice.slot});
    steps.storeCredit(builder.CreateSub(refill, steps.loadWeight()));
    builder.CreateBr(body);
  }

  static void chargeSkippedLeaves(LoopSteps &steps) {
    for (const SkippedLeaf &skipped : steps.slice.skippedLeaves) {
      Instruction *place = skipped.block->getTerminator();
      steps.before(place);
      steps.chargeOnce(place, *skipped.descriptor,
                       {steps.builder.getInt64(abi::ExecutingIteration), steps.currentIteration(), steps.slice.slot});
    }
  }
};

} // namespace

const Beats &pollBeats() {
  static const PollBeats beats;
  return beats;
}

} // namespace tactus

//===- InterruptBeats.cpp - code that waits for interrupts ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/maps.h"
#include "ir/ForkCharge.h"
#include "lower/loops/Beats.h"
#include "lower/loops/LoopDescriptor.h"

using namespace llvm;

namespace tactus {

namespace {

class InterruptBeats final : public Beats {
public:
  /// A point costs less than to know whether somebody else has one.
  bool charges() const override { return false; }

  int64_t firstWeight(const ParallelLoop &loop) const override {
    return loop.hasUnboundedBody
               ? 1
               : std::max<int64_t>(abi::InstructionsOfStrip / std::max<int64_t>(loop.bodyInstructions, 1), 1);
  }

  uint64_t descriptorFlags() const override { return abi::InterruptedLoop; }

  Charge chargeLoop(LoopSteps &steps) const override {
    Value *count = steps.builder.CreateSub(steps.sliceEnd, steps.sliceBegin);
    return {steps.builder.CreateICmpUGT(count, steps.loadWeight()), nullptr};
  }

  /// A strip has a fixed number of iterations.
  void lowerStrips(LoopSteps &steps, const Strips &strips) const override {
    IRBuilder<> &builder = steps.builder;
    steps.branchUnlikely(chargeLoop(steps).isTooLong, strips.first, strips.body);
    BasicBlock *begin = steps.createBlock();

    steps.at(strips.first);
    strips.leaveWithoutSecond();
    steps.storeSlot();
    BasicBlock *beat = createBeatBlock(steps, begin);
    steps.branchUnlikely(asksForBeats(steps), beat, begin);

    steps.at(strips.again);
    createBeatPoint(builder, begin, beat);

    steps.at(begin);
    Value *iteration = steps.currentIteration();
    strips.begin(iteration, strips.count(iteration, [&] { return steps.loadWeight(); }));
    builder.CreateBr(strips.body);
  }

  void enterNest(LoopSteps &steps) const override {
    BasicBlock *header = steps.loop.header;
    Value *asks = asksForBeats(steps);
    steps.branchUnlikely(asks, createBeatBlock(steps, header), header);
  }

  /// Behind an iteration of bounded price, so that a loop over rows begins with what is known of a row
  /// (late/loops/RowLoop.h); before any other.
  void addPoints(LoopSteps &steps) const override {
    const ParallelLoop &loop = steps.loop;
    BasicBlock *point = steps.createBlock(), *next = nullptr;
    if (loop.hasUnboundedBody) {
      next = steps.putBeforeBody(point);
    } else {
      next = steps.createBlock();
      SmallVector<BasicBlock *, 4> before(predecessors(loop.header));
      for (BasicBlock *latch : before)
        if (steps.slice.body.contains(latch))
          latch->getTerminator()->replaceSuccessorWith(loop.header, point);
      steps.at(next);
      steps.builder.CreateBr(loop.header);
    }
    steps.at(point);
    createBeatPoint(steps.builder, next, createBeatBlock(steps, next));
  }

  /// A fork that may be promoted at any time pays nothing.
  Value *chargeFork(IRBuilder<> &builder, function_ref<Value *()>) const override {
    return createBeatQuestion(builder);
  }

  bool promotesInLeafBranches() const override { return true; }

private:
  /// A thread that has no beat under way has no credit. Only polled code uses it up.
  static Value *asksForBeats(LoopSteps &steps) {
    return steps.builder.CreateICmpSLE(steps.loadCredit(), steps.builder.getInt64(0));
  }

  /// A cold block that takes a beat between two iterations and goes on at `next`.
  static BasicBlock *createBeatBlock(LoopSteps &steps, BasicBlock *next) {
    IRBuilder<> &builder = steps.builder;
    IRBuilder<>::InsertPointGuard guard(builder);
    BasicBlock *block = steps.createBlock();
    steps.at(block);
    Value *weight = steps.loop.isLeaf ? weightAddress(steps.slice.descriptor)
                                      : static_cast<Value *>(ConstantPointerNull::get(builder.getPtrTy()));
    steps.storeCredit(createBeat(builder, weight,
                                 {builder.getInt64(abi::NextIteration), steps.currentIteration(), steps.slice.slot}));
    createBeatReturn(builder);
    builder.CreateBr(next);
    return block;
  }
};

} // namespace

const Beats &interruptBeats() {
  static const InterruptBeats beats;
  return beats;
}

} // namespace tactus

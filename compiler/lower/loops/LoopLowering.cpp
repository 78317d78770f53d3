//===- LoopLowering.cpp - bounds, chunks, polls and joins ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A leaf loop is polled once a strip (HBC §3.2, loop chunking). It takes the steps that all loops take
// (tactus/detail/credit.h), but as nothing in it polls, a strip takes all of the credit and leaves no rest. Credit
// is carried from one loop to the next, so a short loop costs one multiplication, one subtraction and one
// branch; the serial loop itself is untouched and is vectorised, unrolled and recognised as an idiom as before:
//
//     entry:   credit -= (end - iv) * weight         ; pay for all
//              stripEnd = end
//              if (credit < 0) goto first            ; cold
//     strip:   do body while (++iv != stripEnd)
//              if (iv != end) goto next              ; cold
//     done:
//
//     first:   credit += (end - iv) * weight; slot = {descriptor, end, no join, environment}
//     poll:    credit = tactus_poll(&weight) ["deopt"(NextIteration, iv, slot)]
//              count = min(slot.end - iv, max(credit / weight, 1))      ; begin a strip
//              credit -= count * weight; stripEnd = iv + count; goto strip
//     next:    if (iv < slot.end) goto poll
//              tactus_join(slot); goto done
//
// `end` is the bound that the slice was entered with. A promotion only ever lowers slot.end, so `iv != end` after a
// strip holds exactly if there is something left to do in the cold part: more strips, or a join.
//
// A loop whose body may reach another promotion point keeps its bound in memory, where a promotion can lower it from
// any depth, and is polled before each iteration:
//
//     entry:   slot = {descriptor, end, no join, environment}
//     header:  if (iv < slot.end) ...                ; volatile: only the stack map knows who writes it
//     body:    credit -= weight
//              if (credit < 0) credit = tactus_poll(&weight) ["deopt"(NextIteration, iv, slot)] - weight
//              calls in the body carry ["deopt"(ExecutingIteration, iv, slot)]
//     exit:    if (slot.join) tactus_join(slot)      ; cold
//
// A serial copy (SerialCopy.h) of a leaf loop is the part of the first picture that is not cold; instead of `first` it
// calls the slice. That of another loop pays as a leaf does, and is the second picture without polls.
//
// Where each iteration enters a leaf loop and does nothing else of unbounded price, the leaf's charge and poll are
// enough: the outer loop has none of its own, and the leaf charges also when it has no iterations.
//
// What a poll does not do: write memory that the program can see. Tasks' writes become visible at the join, which
// clobbers; declaring the poll as reading only keeps loads in registers across it. The weight is all that
// it writes, which its argument tells the optimiser and nobody else. Credit and weight have a type of their own in
// alias analysis, so that they stay in registers between the program's stores, and its values between ours.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/LoopLowering.h"
#include "abi/maps.h"
#include "lower/loops/Beats.h"
#include "lower/loops/Blocks.h"
#include "lower/loops/LoopSteps.h"
#include "lower/loops/Reduction.h"
#include "lower/loops/ScheduleCalls.h"
#include "lower/loops/SerialCopy.h"
#include "lower/loops/StripEntry.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Recognition.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// How often a loop that stands alone is taken to go round: LLVM inlines larger functions where the caller's loops make
/// a call 60 times as frequent as the caller, and the loops that stood around the pragma are not in the slice. Of nests
/// nothing is said, since their own loops suffice, and their inner ones are often short.
constexpr uint32_t LoopWeight = 127;

struct LeafStrips : Strips {
  LoopSteps &steps;
  /// The variable that says where the strip ends.
  Value *end;

  LeafStrips(LoopSteps &steps, Value *end, BasicBlock *first, BasicBlock *again, BasicBlock *body)
      : Strips(first, again, body), steps(steps), end(end) {}

  Value *count(Value *iteration, Wanted wanted) const override {
    Value *left = steps.builder.CreateSub(steps.loadBound(), iteration);
    return steps.builder.CreateBinaryIntrinsic(Intrinsic::umin, left, wanted());
  }

  void begin(Value *iteration, Value *count) const override {
    steps.builder.CreateStore(steps.narrow(steps.builder.CreateAdd(iteration, count)), end);
  }
};

class LoopLowering : LoopSteps {
public:
  LoopLowering(Slice &slice, const PromotionReach &reach, MDNode *runtimeMemory)
      : LoopSteps(slice, runtimeMemory), reach(reach) {
    if (loop.blockShift)
      blocks.emplace(static_cast<LoopSteps &>(*this));
  }

  void run() {
    lowerBounds();
    cutDispatchLoop(loop);
    if (loop.hasPromotionPoint())
      lowerPromotions();
    else
      runSerially();
    lowerReduction(slice);
    removeScheduleCalls(function);
  }

private:
  const PromotionReach &reach;
  std::optional<Blocks> blocks;

  void lowerPromotions() {
    BasicBlock *entry = redirectEntries();
    BasicBlock *exit = redirectExit();
    if (loop.isLeaf && loop.mayBeEmpty)
      leaveOutIfEmpty(entry);
    if (blocks && !slice.polled)
      blocks->leaveOutIfEmpty(entry);
    if (blocks && loop.isLeaf)
      lowerBlocks(entry, exit);
    else if (slice.polled)
      loop.isLeaf ? lowerSerialCopy(entry, exit) : lowerSerialNest(entry, exit);
    else if (loop.isLeaf)
      lowerLeaf(entry, exit);
    else
      lowerNest(entry, exit);
  }

  void lowerBlocks(BasicBlock *entry, BasicBlock *exit) {
    if (slice.polled)
      blocks->lowerSerialCopy(entry, exit);
    else
      blocks->lowerLeaf(entry, exit);
    if (slice.chargesWhenSkipped)
      chargeSkippedLoop(entry);
    blocks->combineParts();
  }

  void runSerially() {
    BasicBlock *exit = redirectExit();
    at(exit);
    builder.CreateBr(done);
  }

  /// The bounds of the slice take the place of those that libomp would have assigned to the thread.
  void lowerBounds() {
    bool isDispatch = loop.next != nullptr;
    CallInst *site = isDispatch ? loop.next : loop.init;
    before(site);
    Value *last = isDispatch ? loop.init->getArgOperand(4) : builder.CreateLoad(loop.iterationType, loop.upperBound);
    tripCount = builder.CreateAdd(builder.CreateZExt(last, word), builder.getInt64(1));
    if (blocks) {
      blocks->findBounds();
    } else {
      sliceBegin = slice.begin();
      sliceEnd = builder.CreateBinaryIntrinsic(Intrinsic::umin, slice.end(), tripCount);
    }
    builder.CreateStore(narrow(sliceBegin), loop.lowerBound);
    builder.CreateStore(narrow(builder.CreateSub(sliceEnd, builder.getInt64(1))), loop.upperBound);
    if (loop.isLast)
      builder.CreateStore(builder.getInt32(0), loop.isLast);
    if (isDispatch) {
      loop.next->replaceAllUsesWith(builder.getInt32(1));
      loop.next->eraseFromParent();
    }
    if (loop.describesItself)
      loop.init->replaceAllUsesWith(builder.getInt1(!slice.polled || !loop.isLeaf));
    loop.init->eraseFromParent();
  }

  /// A block on the way into the loop.
  BasicBlock *redirectEntries() {
    BasicBlock *entry = createBlock();
    SmallVector<BasicBlock *, 4> predecessors(predecessors_of(loop.header));
    for (BasicBlock *predecessor : predecessors)
      if (!slice.body.contains(predecessor))
        predecessor->getTerminator()->replaceSuccessorWith(loop.header, entry);
    return entry;
  }
  static SmallVector<BasicBlock *, 4> predecessors_of(BasicBlock *block) {
    return SmallVector<BasicBlock *, 4>(pred_begin(block), pred_end(block));
  }

  /// A block on the way out of the loop; sets `done`.
  BasicBlock *redirectExit() {
    auto *branch = cast<BranchInst>(loop.header->getTerminator());
    BasicBlock *exit = createBlock();
    done = createBlock();
    BasicBlock *after = branch->getSuccessor(1);
    branch->setSuccessor(1, exit);
    if (loop.isLeaf && !loop.isNested)
      branch->setMetadata(LLVMContext::MD_prof, MDBuilder(context).createBranchWeights(LoopWeight, 1));
    at(done);
    if (loop.isLast) {
      Value *isLast = builder.CreateICmpEQ(currentIteration(), tripCount);
      builder.CreateStore(builder.CreateZExt(isLast, builder.getInt32Ty()), loop.isLast);
    }
    builder.CreateBr(after);
    return exit;
  }

  /// Goes around the loop by the comparison that its header makes.
  void leaveOutIfEmpty(BasicBlock *entry) {
    BasicBlock *check = createBlock();
    for (BasicBlock *predecessor : predecessors_of(entry))
      predecessor->getTerminator()->replaceSuccessorWith(entry, check);
    auto *comparison = cast<ICmpInst>(cast<BranchInst>(loop.header->getTerminator())->getCondition());
    at(check);
    Value *count = narrow(tripCount);
    Value *zero = ConstantInt::get(loop.iterationType, 0);
    Value *isEmpty = comparison->isSigned() ? builder.CreateICmpSLE(count, zero) : builder.CreateICmpEQ(count, zero);
    builder.CreateCondBr(isEmpty, done->getSingleSuccessor(), entry);
  }

  /// The variables that the loop does nothing to but step them by one, without overflow, beside the iteration.
  SmallVector<AllocaInst *, 1> steppedVariables() const {
    SmallVector<AllocaInst *, 1> variables;
    auto isStep = [&](const User *user, const AllocaInst *variable) {
      auto *store = dyn_cast<StoreInst>(user);
      auto *sum = store ? dyn_cast<BinaryOperator>(store->getValueOperand()) : nullptr;
      return sum && match(sum, m_NSWAdd(m_Load(m_Specific(variable)), m_One())) &&
             store->getPointerOperand() == variable;
    };
    for (Instruction &instruction : function.getEntryBlock()) {
      auto *variable = dyn_cast<AllocaInst>(&instruction);
      if (!variable || variable == loop.iteration || none_of(variable->users(), [&](const User *user) {
            return isStep(user, variable) && slice.body.contains(cast<Instruction>(user)->getParent());
          }))
        continue;
      if (all_of(variable->users(), [&](const User *user) {
            auto *store = dyn_cast<StoreInst>(user);
            return isa<LoadInst>(user) || cast<Instruction>(user)->isLifetimeStartOrEnd() ||
                   (store && store->getPointerOperand() == variable &&
                    (isStep(user, variable) || !slice.body.contains(store->getParent())));
          }))
        variables.push_back(variable);
    }
    return variables;
  }

  /// Says at the beginning of each strip that such a variable is not less than where the loop began. It changes
  /// nothing; nobody finds that out over strips.
  void keepStarts(BasicBlock *entry, BasicBlock *pollBlock) {
    for (AllocaInst *variable : steppedVariables()) {
      Type *type = variable->getAllocatedType();
      at(entry);
      Value *start = builder.CreateLoad(type, variable);
      at(pollBlock);
      builder.CreateStore(builder.CreateBinaryIntrinsic(Intrinsic::smax, builder.CreateLoad(type, variable), start),
                          variable);
    }
  }

  void lowerLeaf(BasicBlock *entry, BasicBlock *exit) {
    BasicBlock *first = createBlock();
    BasicBlock *pollBlock = createBlock();
    BasicBlock *next = createBlock();
    BasicBlock *joinBlock = createBlock();

    auto [strip, stripEnd] = enterWithoutCheck(loop, function, location, /*copiesRows=*/true);

    if (loop.describesItself)
      keepStarts(entry, pollBlock);
    at(entry);
    builder.CreateStore(narrow(sliceEnd), stripEnd);
    beats().lowerStrips(*this, LeafStrips(*this, stripEnd, first, pollBlock, strip));

    at(exit);
    branchUnlikely(builder.CreateICmpNE(currentIteration(), sliceEnd), next, done);

    at(next);
    Value *isUnfinished = builder.CreateICmpULT(currentIteration(), loadBound());
    builder.CreateCondBr(isUnfinished, pollBlock, joinBlock);

    at(joinBlock);
    join();
    builder.CreateBr(done);

    if (slice.chargesWhenSkipped)
      chargeSkippedLoop(entry);
  }

  /// The loop is entered with credit for all of its iterations, so there is nothing left to do after it.
  void lowerSerialCopy(BasicBlock *entry, BasicBlock *exit) {
    auto [strip, stripEnd] = enterWithoutCheck(loop, function, location);
    at(entry);
    builder.CreateStore(narrow(sliceEnd), stripEnd);
    if (slice.chargesWhenSkipped)
      chargeSkippedLoop(entry);
    payOrPoll(entry, strip);
    at(exit);
    builder.CreateBr(done);
  }

  /// Goes on to `paid` if the credit pays for all iterations; else the slice runs them.
  void payOrPoll(BasicBlock *entry, BasicBlock *paid) {
    at(entry);
    auto [isTooLong, credit] = beats().chargeLoop(*this);
    BasicBlock *polled = createPolledCall(slice);
    before(&polled->front());
    if (credit)
      storeCredit(credit);
    at(entry);
    branchUnlikely(isTooLong, polled, paid);
  }

  /// The surrounding loop relies on this one to charge and poll in each of its iterations.
  void chargeSkippedLoop(BasicBlock *entry) {
    IRBuilder<> start(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *entered = start.CreateAlloca(start.getInt1Ty());
    start.CreateStore(start.getFalse(), entered);
    before(&entry->front());
    builder.CreateStore(builder.getTrue(), entered);
    SmallVector<ReturnInst *, 1> returns;
    for (BasicBlock &block : function)
      if (auto *end = dyn_cast_or_null<ReturnInst>(block.getTerminator()))
        returns.push_back(end);
    for (ReturnInst *end : returns) {
      before(end);
      Value *isSkipped = builder.CreateNot(builder.CreateLoad(builder.getInt1Ty(), entered));
      chargeOnce(SplitBlockAndInsertIfThen(isSkipped, end->getIterator(), /*Unreachable=*/false), *slice.descriptor,
                 {});
    }
  }

  /// Only calls of what may be promoted in can split the loop: where they come back, the bound is what they have left.
  void lowerSerialNest(BasicBlock *entry, BasicBlock *exit) {
    BasicBlock *paid = createBlock();
    payOrPoll(entry, paid);

    AllocaInst *bound = createVariable(loop.iterationType);
    auto keepBound = [&](Value *end) {
      builder.CreateStore(narrow(builder.CreateSub(end, builder.getInt64(1))), bound);
    };
    at(paid);
    storeSlot();
    keepBound(sliceEnd);
    builder.CreateBr(loop.header);
    for (Instruction *place : placesCallsComeBackTo()) {
      before(place);
      keepBound(loadBound());
    }
    loop.boundLoad->setOperand(0, bound);
    leaveNest(exit);
  }

  /// Behind the calls, and where their exceptions land: an iteration that catches one goes on.
  SmallSetVector<Instruction *, 8> placesCallsComeBackTo() {
    SmallVector<CallBase *, 8> calls;
    for (BasicBlock *block : slice.body)
      for (Instruction &instruction : *block)
        if (auto *call = dyn_cast<CallBase>(&instruction);
            call && (reach.mayReach(*call) || call->getOperandBundle(LLVMContext::OB_deopt)))
          calls.push_back(call);
    SmallSetVector<Instruction *, 8> places;
    for (CallBase *call : calls) {
      auto *invoke = dyn_cast<InvokeInst>(call);
      if (!invoke) {
        if (!call->isTerminator())
          places.insert(call->getNextNode());
        continue;
      }
      slice.body.insert(SplitEdge(invoke->getParent(), invoke->getNormalDest()));
      for (BasicBlock *next : successors(invoke))
        places.insert(&*next->getFirstInsertionPt());
    }
    return places;
  }

  void lowerNest(BasicBlock *entry, BasicBlock *exit) {
    at(entry);
    if (blocks)
      blocks->beginParts();
    storeSlot();
    beats().enterNest(*this);

    // The condition compares with the inclusive bound, as clang wrote it.
    before(loop.boundLoad);
    Value *bound = narrow(builder.CreateSub(blocks ? blocks->bound() : loadBound(), builder.getInt64(1)));
    loop.boundLoad->replaceAllUsesWith(bound);
    loop.boundLoad->eraseFromParent();

    leaveNest(exit);
    beats().addPoints(*this);
    if (blocks)
      blocks->combineParts();
  }

  void leaveNest(BasicBlock *exit) {
    at(exit);
    if (blocks)
      blocks->endBlocksOfNest(exit);
    if (loop.describesItself) {
      builder.CreateBr(done);
      return;
    }
    BasicBlock *joinBlock = createBlock();
    branchUnlikely(builder.CreateIsNotNull(loadJoin()), joinBlock, done);
    at(joinBlock);
    join();
    builder.CreateBr(done);
  }
};

} // namespace

void lowerLoop(Slice &slice, const PromotionReach &reach, MDNode *runtimeMemory) {
  LoopLowering(slice, reach, runtimeMemory).run();
}

} // namespace tactus

//===- RowBatches.cpp - many short rows under one charge -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/RowBatches.h"
#include "late/loops/InductionStart.h"
#include "late/loops/RowLoop.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tactus {

namespace {

/// So many rows that the question costs little each, and so few that they are affordable for most of a beat.
constexpr uint64_t RowsOfBatch = 64;
/// Where none may be longer than a block, which is known of all together: so few that most are less than a block.
constexpr uint64_t RowsOfLimitedBatch = 16;
/// In a loop that waits for interrupts, where nothing is charged: so many that the row behind them hardly counts.
constexpr uint64_t RowsOfInterruptedBatch = 256;
/// Fewer are charged singly: that costs less than the question.
constexpr uint64_t RowsWorthAsking = 4;

/// The change of one loop.
class BatchedRows : RowLoop {
public:
  BatchedRows(RowLoop rows, ScalarEvolution &evolution, DominatorTree &dominators)
      : RowLoop(std::move(rows)), evolution(evolution), dominators(dominators) {}

  void divide(LoopInfo &loops) {
    formDedicatedExitBlocks(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    // What inner loops define may be used behind this one, too.
    formLCSSARecursively(loop, dominators, &loops, &evolution);
    SmallVector<BasicBlock *, 16> blocks(loop.blocks());
    BasicBlock *exit = loop.getExitBlock();
    BasicBlock *row = SplitBlock(header, rowBegin, &dominators, &loops);
    blocks.push_back(row);
    latch = loop.getLoopLatch();

    copyBlocks(blocks);
    IRBuilder<> builder(header->getTerminator());
    Value *first = available(iteration, builder);
    Value *left = builder.CreateSub(loadBound(builder), first);
    question = beginQuestion(left, row, builder);
    if (point)
      left = builder.CreateSub(left, builder.getInt64(1));
    uint64_t most = point ? RowsOfInterruptedBatch : limits.empty() ? RowsOfBatch : RowsOfLimitedBatch;
    Value *count = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, builder.getInt64(most));
    Value *rest = point ? nullptr : builder.CreateSub(credit, price(count, builder));
    Value *isPaid = point ? areShort(count, builder) : builder.CreateICmpSGE(rest, builder.getInt64(0));
    if (!limits.empty())
      isPaid = builder.CreateAnd(isPaid, areWithinLimits(count, builder));
    Value *end = builder.CreateAdd(first, count);
    Value *counterEnd = builder.CreateAdd(counter, builder.CreateMul(count, counterStep));

    BasicBlock *next = createNext(end, exit, row);
    for (BasicBlock *target : successors(next))
      for (PHINode &phi : target->phis())
        phi.addIncoming(valueAfter(phi.getIncomingValueForBlock(latch), rest, counterEnd), next);
    enterCopy(rest);
    leaveCopy(counterEnd, next);
    Instruction *toRow = question->getTerminator();
    builder.SetInsertPoint(toRow);
    if (point)
      isPaid = builder.CreateAnd(isPaid, isNotBehind(next));
    builder.CreateCondBr(isPaid, copyOf(header), row, MDBuilder(header->getContext()).createLikelyBranchWeights());
    toRow->eraseFromParent();
    spareCharges();
  }

private:
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  /// Where the credit is asked for several rows.
  BasicBlock *question = nullptr;
  /// From the loop's code to its copy for paid rows.
  ValueToValueMapTy copies;

  /// The question may be asked once for each row of a loop around this one, and come to a single row each time. It is
  /// cheap only beside rows that are nests themselves.
  bool isOftenEntered() const {
    return loop.getParentLoop() && all_of(loop.getSubLoops(), [](const Loop *inner) { return inner->isInnermost(); });
  }

  /// Returns the block, which goes on to the row, and has the builder continue there.
  BasicBlock *beginQuestion(Value *left, BasicBlock *row, IRBuilder<> &builder) {
    if (!isOftenEntered())
      return header;
    Instruction *toRow = header->getTerminator();
    BasicBlock *block = BasicBlock::Create(header->getContext(), "", header->getParent(), row);
    builder.CreateCondBr(builder.CreateICmpUGE(left, builder.getInt64(RowsWorthAsking)), block, row,
                         MDBuilder(header->getContext()).createLikelyBranchWeights());
    toRow->moveBefore(*block, block->end());
    builder.SetInsertPoint(toRow);
    return block;
  }

  Value *available(Value *value, IRBuilder<> &builder) const {
    if (isAvailable(value))
      return value;
    Instruction *copy = cast<Instruction>(value)->clone();
    for (Use &operand : copy->operands())
      operand = available(operand, builder);
    // The row may ask first whether that holds.
    copy->dropPoisonGeneratingAnnotations();
    return builder.Insert(copy);
  }

  /// Where a batch ends. One that waits for interrupts has left the last row over, so that there is one with a point.
  BasicBlock *createNext(Value *end, BasicBlock *exit, BasicBlock *row) const {
    BasicBlock *next = BasicBlock::Create(header->getContext(), "", header->getParent(), row);
    IRBuilder<> builder(next);
    builder.SetCurrentDebugLocation(latch->getTerminator()->getDebugLoc());
    if (point)
      builder.CreateBr(header);
    else
      builder.CreateCondBr(builder.CreateICmpULT(end, loadBound(builder)), header, exit);
    return next;
  }

  /// Has the header been reached otherwise than from there? Behind a batch comes a row with a point.
  Value *isNotBehind(BasicBlock *next) const {
    IRBuilder<> builder(header, header->begin());
    PHINode *way = builder.CreatePHI(builder.getInt1Ty(), 3);
    for (BasicBlock *before : predecessors(header))
      way->addIncoming(builder.getInt1(before != next), before);
    return way;
  }

  /// How many iterations of the inner loop `count` rows have together, from the present one on; at least one each.
  Value *lengthOf(const RowCharge &charge, Value *count, IRBuilder<> &builder) const {
    Value *length = nullptr;
    if (charge.start) {
      Value *address = builder.CreatePtrAdd(charge.start->getPointerOperand(),
                                            builder.CreateMul(count, builder.getInt64(charge.step)));
      Value *start = builder.CreateAlignedLoad(charge.start->getType(), address, charge.start->getAlign());
      // Negative if the rows are counted down.
      Value *total = builder.CreateSExt(builder.CreateSub(start, charge.start), builder.getInt64Ty());
      length = builder.CreateBinaryIntrinsic(Intrinsic::abs, total, builder.getFalse());
    } else if (charge.length) {
      // A row may leave the loop out where its length is not defined.
      length = builder.CreateFreeze(available(charge.length, builder));
      length = builder.CreateMul(charge.isNegative ? builder.CreateNeg(length) : length, count);
    } else {
      return count;
    }
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, length, count);
  }

  /// The price of `count` rows.
  Value *price(Value *count, IRBuilder<> &builder) const {
    Value *sum = nullptr;
    for (const RowCharge &charge : charges) {
      if (!charge.length && isChargedOtherwise(charge))
        continue;
      Value *part = builder.CreateMul(lengthOf(charge, count, builder), charge.weight);
      sum = sum ? builder.CreateAdd(sum, part) : part;
    }
    return sum;
  }

  /// Are `count` rows, which must not be none, together no more than a strip?
  Value *areShort(Value *count, IRBuilder<> &builder) const {
    SmallVector<Value *, 4> conditions;
    for (const RowCharge &charge : charges)
      conditions.push_back(builder.CreateICmpULE(lengthOf(charge, count, builder), charge.weight));
    conditions.push_back(builder.CreateIsNotNull(count));
    return builder.CreateAnd(conditions);
  }

  /// Is none of `count` rows longer than any limit? It is so if they are not together.
  Value *areWithinLimits(Value *count, IRBuilder<> &builder) const {
    uint64_t most = UINT64_MAX;
    for (const RowLimit &limit : limits)
      most = std::min(most, limit.most);
    SmallVector<Value *, 4> conditions;
    for (const RowCharge &charge : charges)
      if (charge.length)
        conditions.push_back(builder.CreateICmpULE(lengthOf(charge, count, builder), builder.getInt64(most)));
    return builder.CreateAnd(conditions);
  }

  /// A row whose inner loop is empty is charged for one iteration of it; a length of at least one counts that.
  bool isChargedOtherwise(const RowCharge &charge) const {
    return any_of(charges, [&](const RowCharge &other) { return other.length && other.weight == charge.weight; });
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
    return any_of(charges, [&](const RowCharge &charge) { return charge.weight == value; });
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
      copy->setIncomingBlock(before, question);
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

  /// The copy has neither charges nor a point.
  void spareCharges() {
    if (point)
      goOnAt(*copyOf(point), point->getIndirectDest(0), point->getDefaultDest());
    for (const RowCharge &charge : charges)
      goOnAt(*copyOf(charge.branch), charge.cold, charge.branch->getSuccessor(1));
    for (const RowLimit &limit : limits)
      goOnAt(*copyOf(limit.branch), limit.cold, limit.hot());
  }

  /// Replaces the end of a block of the copy, one of two ways; both are given as those of the loop.
  void goOnAt(Instruction &branch, BasicBlock *cold, BasicBlock *hot) {
    copyOf(cold)->removePredecessor(branch.getParent());
    IRBuilder<>(&branch).CreateBr(copyOf(hot));
    branch.eraseFromParent();
  }
};

} // namespace

/// Divides one loop of the function, if there is one. Says so, and whether all its rows are of one length.
static std::optional<bool> divideLoop(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    std::optional<RowLoop> rows = recogniseRowLoop(*loop, evolution);
    if (!rows)
      continue;
    bool hasOneLength = none_of(rows->charges, [](const RowCharge &charge) { return charge.start; });
    BatchedRows(std::move(*rows), evolution, dominators).divide(loops);
    return hasOneLength;
  }
  return std::nullopt;
}

PreservedAnalyses RowBatchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasGC() || function.hasOptNone() || function.hasOptSize() ||
      !function.getParent()->getNamedGlobal("tactus_credit"))
    return PreservedAnalyses::all();
  bool changed = false, hasOneLength = false;
  while (std::optional<bool> divided = divideLoop(function, analyses)) {
    EliminateUnreachableBlocks(function);
    analyses.invalidate(function, PreservedAnalyses::none());
    changed = true;
    hasOneLength |= *divided;
  }
  if (changed) {
    FunctionPassManager passes;
    passes.addPass(ADCEPass());
    passes.addPass(SimplifyCFGPass());
    // In the paid rows, there are no bundles in its way.
    passes.addPass(createFunctionToLoopPassAdaptor(InductionStartPass()));
    passes.addPass(GVNPass());
    // Nor cold calls, which may have changed the rows' length: what follows from it is computed before the rows.
    // (Others need their registers for what a row is.)
    if (hasOneLength)
      passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
    passes.run(function, analyses);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

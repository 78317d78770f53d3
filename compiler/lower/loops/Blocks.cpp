//===- Blocks.cpp - loops whose iterations are cut at fixed places ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/Blocks.h"
#include "abi/maps.h"
#include "lower/loops/Beats.h"
#include "lower/loops/Reduction.h"
#include "lower/loops/SerialCopy.h"
#include "lower/loops/StripEntry.h"
#include "raise/openmp/TripCount.h"

using namespace llvm;

namespace tactus {

static Value *allButLast(Value *count, IRBuilder<> &builder) { return builder.CreateSub(count, builder.getInt64(1)); }

/// So many parts at most, and of large copies so many that they take about 256 KB, or 32: each part is written, read
/// and filled anew, which a block has to pay for.
static constexpr unsigned LogMostParts = 12, LogFewestParts = 5, LogBytesOfParts = 18;

/// The number of bits of a number.
static Value *bitsOf(Value *number, IRBuilder<> &builder) {
  Value *zeros = builder.CreateBinaryIntrinsic(Intrinsic::ctlz, number, builder.getFalse());
  return builder.CreateSub(builder.getInt64(64), zeros);
}

Value *Blocks::findShift() {
  Value *least = builder.getInt64(*loop.blockShift);
  if (!loop.isReproducible)
    return least;
  layOutParts();
  Value *bits = builder.CreateSub(builder.getInt64(LogBytesOfParts), bitsOf(bytesOfPart, builder));
  bits = builder.CreateBinaryIntrinsic(Intrinsic::smax, bits, builder.getInt64(LogFewestParts));
  bits = builder.CreateBinaryIntrinsic(Intrinsic::smin, bits, builder.getInt64(LogMostParts));
  Value *needed = bitsOf(builder.CreateLShr(lastOfAll(), bits), builder);
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, least, needed);
}

void Blocks::findBounds() {
  if (steps.slice.polled) {
    steps.sliceBegin = steps.slice.begin();
    steps.sliceEnd = builder.CreateBinaryIntrinsic(Intrinsic::umin, steps.slice.end(), steps.tripCount);
    return;
  }
  // A loop in a distribute construct begins where its team's iterations do, in the slices of tasks as well.
  if (const Argument *told = parameterOfFirstIteration(loop))
    origin = builder.CreateZExtOrTrunc(steps.function.getArg(told->getArgNo()), steps.word);
  shift = findShift();
  mask = allButLast(builder.CreateShl(builder.getInt64(1), shift), builder);
  steps.sliceBegin = up(steps.slice.begin());
  Value *end = builder.CreateBinaryIntrinsic(Intrinsic::umin, steps.slice.end(), steps.tripCount);
  steps.sliceEnd = builder.CreateBinaryIntrinsic(Intrinsic::umin, up(end), steps.tripCount);
}

Value *Blocks::fromOrigin(Value *iteration) { return origin ? builder.CreateSub(iteration, origin) : iteration; }

Value *Blocks::up(Value *iteration) {
  Value *rounded = builder.CreateAnd(builder.CreateAdd(fromOrigin(iteration), mask), builder.CreateNot(mask));
  return origin ? builder.CreateAdd(rounded, origin) : rounded;
}

Value *Blocks::lastOfAll() { return allButLast(fromOrigin(steps.tripCount), builder); }

Value *Blocks::isOneBlock() { return builder.CreateICmpULE(lastOfAll(), mask); }

Value *Blocks::bound() {
  return builder.CreateBinaryIntrinsic(Intrinsic::umin, up(steps.loadBound()), steps.tripCount);
}

void Blocks::leaveOutIfEmpty(BasicBlock *entry) {
  BasicBlock *check = steps.createBlock();
  SmallVector<BasicBlock *, 2> before(predecessors(entry));
  for (BasicBlock *predecessor : before)
    predecessor->getTerminator()->replaceSuccessorWith(entry, check);
  steps.at(check);
  builder.CreateCondBr(builder.CreateICmpUGE(steps.sliceBegin, steps.sliceEnd), steps.done->getSingleSuccessor(),
                       entry);
}

//===----------------------------------------------------------------------===//
// Leaf loops
//===----------------------------------------------------------------------===//

/// A strip has whole blocks.
struct Blocks::StripsOfBlocks : Strips {
  Blocks &blocks;

  StripsOfBlocks(Blocks &blocks, BasicBlock *first, BasicBlock *again, BasicBlock *body)
      : Strips(first, again, body), blocks(blocks) {}

  Value *count(Value *iteration, Wanted wanted) const override { return blocks.countOfStrip(iteration, wanted()); }

  void begin(Value *iteration, Value *count) const override {
    blocks.builder.CreateStore(blocks.builder.CreateAdd(iteration, count), blocks.limit);
    blocks.builder.CreateStore(blocks.builder.getTrue(), blocks.polled);
  }

  void leaveWithoutSecond() const override {
    BasicBlock *many = blocks.steps.createBlock();
    BasicBlock *alone = beats().charges() ? blocks.steps.createBlock() : body;
    blocks.builder.CreateCondBr(blocks.isOneBlock(), alone, many);
    if (alone != body)
      blocks.pollAlone(alone, body);
    blocks.steps.at(many);
  }
};

void Blocks::lowerLeaf(BasicBlock *entry, BasicBlock *exit) {
  BasicBlock *block = steps.createBlock(), *first = steps.createBlock(), *strip = steps.createBlock();
  BasicBlock *blockEnded = steps.createBlock(), *stripEnded = steps.createBlock(), *next = steps.createBlock();
  BasicBlock *finished = steps.createBlock(), *joinBlock = steps.createBlock();
  auto [body, blockEnd] = enterWithoutCheck(loop, steps.function, steps.location);
  limit = steps.createVariable(steps.word);
  polled = steps.createVariable(builder.getInt1Ty());

  steps.at(entry);
  beginParts();
  builder.CreateStore(steps.sliceEnd, limit);
  builder.CreateStore(builder.getFalse(), polled);
  beats().lowerStrips(steps, StripsOfBlocks(*this, first, strip, block));

  steps.at(block);
  Value *last = builder.CreateOr(fromOrigin(steps.currentIteration()), mask);
  Value *behind =
      builder.CreateAdd(last, origin ? builder.CreateAdd(origin, builder.getInt64(1)) : builder.getInt64(1));
  Value *end = builder.CreateBinaryIntrinsic(Intrinsic::umin, behind, builder.CreateLoad(steps.word, limit));
  builder.CreateStore(steps.narrow(end), blockEnd);
  builder.CreateBr(body);

  steps.at(exit);
  leavePart(nullptr, blockEnded);
  steps.at(blockEnded);
  Value *isInStrip = builder.CreateICmpNE(steps.currentIteration(), builder.CreateLoad(steps.word, limit));
  builder.CreateCondBr(isInStrip, block, stripEnded);
  steps.at(stripEnded);
  steps.branchUnlikely(builder.CreateLoad(builder.getInt1Ty(), polled), next, steps.done);

  steps.at(next);
  builder.CreateCondBr(builder.CreateICmpULT(steps.currentIteration(), bound()), strip, finished);
  // The loop may have been split in its last block: all iterations are done, and there are tasks that have none.
  steps.at(finished);
  builder.CreateCondBr(builder.CreateIsNotNull(steps.loadJoin()), joinBlock, steps.done);
  steps.at(joinBlock);
  steps.join();
  builder.CreateBr(steps.done);
}

Value *Blocks::countOfStrip(Value *iteration, Value *wanted) {
  Value *bound = this->bound();
  Value *count = builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateSub(bound, iteration), wanted);
  Value *end = builder.CreateBinaryIntrinsic(Intrinsic::umin, up(builder.CreateAdd(iteration, count)), bound);
  return builder.CreateSub(end, iteration);
}

/// Polls for a loop of one block, of which nothing can be given away, and goes on at `next`. What is latent around it
/// can. The slot says whose price is learned.
void Blocks::pollAlone(BasicBlock *block, BasicBlock *next) {
  steps.at(block);
  Value *afterFirst = builder.CreateAdd(steps.sliceBegin, builder.getInt64(1));
  builder.CreateStore(afterFirst, steps.slotWord(SlotWord::end), /*isVolatile=*/true);
  Value *refill = steps.poll({builder.getInt64(abi::NextIteration), steps.sliceBegin, steps.slice.slot});
  Value *count = builder.CreateSub(steps.sliceEnd, steps.sliceBegin);
  steps.storeCredit(builder.CreateSub(refill, builder.CreateMul(count, steps.loadWeight())));
  builder.CreateBr(next);
}

void Blocks::lowerSerialCopy(BasicBlock *entry, BasicBlock *exit) {
  BasicBlock *one = steps.createBlock(), *first = steps.createBlock();
  auto [body, blockEnd] = enterWithoutCheck(loop, steps.function, steps.location);
  steps.at(entry);
  builder.CreateStore(steps.narrow(steps.sliceEnd), blockEnd);
  Value *most = builder.getInt64(uint64_t{1} << *loop.blockShift);
  steps.branchUnlikely(builder.CreateICmpUGT(fromOrigin(steps.tripCount), most), createPolledCall(steps.slice), one);

  steps.at(one);
  if (!beats().charges()) {
    builder.CreateBr(body);
    first->eraseFromParent();
  } else {
    auto [isTooLong, credit] = beats().chargeLoop(steps);
    steps.branchUnlikely(isTooLong, first, body);
    steps.at(first);
    steps.storeCredit(credit);
    steps.storeSlot();
    BasicBlock *alone = steps.createBlock();
    builder.CreateBr(alone);
    pollAlone(alone, body);
  }
  steps.at(exit);
  builder.CreateBr(steps.done);
}

//===----------------------------------------------------------------------===//
// Parts of reductions
//===----------------------------------------------------------------------===//

static bool isScalar(const ReductionItem &item) {
  Type *type = item.privateCopy->getAllocatedType();
  return item.privateCopy->isStaticAlloca() && !item.privateCopy->isArrayAllocation() &&
         (type->isIntegerTy() || type->isFloatingPointTy());
}

/// A part holds all private copies. Behind the last part stand those with which each block begins.
void Blocks::layOutParts() {
  bytesOfPart = builder.getInt64(0);
  for (const ReductionItem &item : loop.reductions) {
    if (!item.privateCopy) {
      offsets.push_back(nullptr);
      continue;
    }
    bytesOfPart = alignUp(bytesOfPart, item.privateCopy->getAlign().value(), builder);
    offsets.push_back(bytesOfPart);
    bytesOfPart = builder.CreateAdd(bytesOfPart, sizeOf(item, builder));
  }
  bytesOfPart = alignUp(bytesOfPart, TACTUS_RESULT_ALIGNMENT, builder);
}

Value *Blocks::partOf(Value *block, unsigned reduction) {
  Value *offset = builder.CreateAdd(builder.CreateMul(block, bytesOfPart), offsets[reduction]);
  return builder.CreatePtrAdd(parts, offset);
}

void Blocks::movePart(Value *block, bool isStored) {
  for (unsigned i = 0; i < loop.reductions.size(); ++i) {
    const ReductionItem &item = loop.reductions[i];
    if (!item.privateCopy)
      continue;
    Type *type = item.privateCopy->getAllocatedType();
    Align alignment = item.privateCopy->getAlign();
    Value *to = isStored ? partOf(block, i) : item.privateCopy, *from = isStored ? item.privateCopy : partOf(block, i);
    if (isScalar(item))
      builder.CreateAlignedStore(builder.CreateAlignedLoad(type, from, alignment), to, alignment);
    else
      builder.CreateMemCpy(to, alignment, from, alignment, sizeOf(item, builder));
  }
}

Value *Blocks::countOfBlocks() {
  return builder.CreateAdd(builder.CreateLShr(lastOfAll(), shift), builder.getInt64(1));
}

void Blocks::beginParts() {
  if (!loop.isReproducible)
    return;
  Argument *given = steps.slice.parts();
  BasicBlock *before = builder.GetInsertBlock(), *begin = steps.createBlock(), *after = steps.createBlock();
  BasicBlock *fill = steps.createBlock();
  Value *isOwner = builder.CreateIsNull(steps.slice.result());
  steps.branchUnlikely(builder.CreateAnd(isOwner, builder.CreateNot(isOneBlock())), begin, after);

  steps.at(begin);
  FunctionCallee callee =
      steps.module.getOrInsertFunction("tactus_parts_begin", builder.getPtrTy(), steps.word, steps.word);
  CallInst *created =
      builder.CreateCall(callee, {builder.CreateAdd(countOfBlocks(), builder.getInt64(1)), bytesOfPart});
  created->addFnAttr(Attribute::NoUnwind);
  parts = created;
  builder.CreateCondBr(builder.CreateIsNull(created), after, fill);
  steps.at(fill);
  movePart(countOfBlocks(), /*isStored=*/true);
  builder.CreateBr(after);

  steps.at(after);
  PHINode *known = builder.CreatePHI(builder.getPtrTy(), 3);
  known->addIncoming(given, before);
  known->addIncoming(created, begin);
  known->addIncoming(created, fill);
  parts = known;
  for (Value *&value : steps.slice.environment)
    if (value == given)
      value = parts;
  for (const ReductionItem &item : loop.reductions)
    initial.push_back(item.privateCopy && isScalar(item)
                          ? builder.CreateLoad(item.privateCopy->getAllocatedType(), item.privateCopy)
                          : nullptr);
}

void Blocks::leavePart(Value *isBlockEnd, BasicBlock *next) {
  if (!loop.isReproducible) {
    builder.CreateBr(next);
    return;
  }
  BasicBlock *leave = steps.createBlock();
  Value *hasParts = builder.CreateIsNotNull(parts);
  builder.CreateCondBr(isBlockEnd ? builder.CreateAnd(hasParts, isBlockEnd) : hasParts, leave, next);
  steps.at(leave);
  movePart(builder.CreateLShr(allButLast(fromOrigin(steps.currentIteration()), builder), shift), /*isStored=*/true);
  Value *behind = countOfBlocks();
  for (unsigned i = 0; i < loop.reductions.size(); ++i) {
    const ReductionItem &item = loop.reductions[i];
    if (initial[i])
      builder.CreateStore(initial[i], item.privateCopy);
    else if (item.privateCopy)
      builder.CreateMemCpy(item.privateCopy, item.privateCopy->getAlign(), partOf(behind, i),
                           item.privateCopy->getAlign(), sizeOf(item, builder));
  }
  builder.CreateBr(next);
}

void Blocks::endBlocksOfNest(BasicBlock *exit) {
  if (!loop.isReproducible)
    return;
  SmallVector<BasicBlock *, 2> latches;
  for (BasicBlock *latch : predecessors(loop.header))
    if (steps.slice.body.contains(latch))
      latches.push_back(latch);
  BasicBlock *check = steps.createBlock(), *back = steps.createBlock();
  for (BasicBlock *latch : latches)
    latch->getTerminator()->replaceSuccessorWith(loop.header, check);
  steps.slice.body.insert(back);
  steps.at(back);
  builder.CreateBr(loop.header);
  auto isCut = [&] { return builder.CreateIsNull(builder.CreateAnd(fromOrigin(steps.currentIteration()), mask)); };
  steps.at(check);
  leavePart(isCut(), back);
  steps.at(exit);
  BasicBlock *ended = steps.createBlock();
  leavePart(builder.CreateNot(isCut()), ended);
  steps.at(ended);
}

void Blocks::combineParts() {
  if (!loop.isReproducible || steps.slice.polled)
    return;
  BasicBlock *after = steps.done->getSingleSuccessor();
  BasicBlock *begin = steps.createBlock(), *head = steps.createBlock(), *body = steps.createBlock();
  BasicBlock *end = steps.createBlock();
  steps.before(steps.done->getTerminator());
  Value *isOwner = builder.CreateAnd(builder.CreateIsNotNull(parts), builder.CreateIsNull(steps.slice.result()));
  steps.branchUnlikely(isOwner, begin, after);
  steps.done->getTerminator()->eraseFromParent();

  steps.at(begin);
  movePart(builder.getInt64(0), /*isStored=*/false);
  LentCopies copies(steps.slice, builder);
  IRBuilder<> entry(&*steps.function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *list = entry.CreateAlloca(copies.list->getAllocatedType());
  for (unsigned i = 0; i < loop.reductions.size(); ++i)
    if (!loop.reductions[i].privateCopy)
      storeNumber(loop.reductions[i], list, i, builder);
  Value *count = countOfBlocks();
  builder.CreateBr(head);

  steps.at(head);
  PHINode *block = builder.CreatePHI(steps.word, 2);
  block->addIncoming(builder.getInt64(1), begin);
  builder.CreateCondBr(builder.CreateICmpULT(block, count), body, end);

  steps.at(body);
  for (unsigned i = 0; i < loop.reductions.size(); ++i)
    if (loop.reductions[i].privateCopy)
      builder.CreateStore(partOf(block, i), listElement(list, i, builder));
  auto *combiner = cast<Function>(loop.reduce->getArgOperand(5)->stripPointerCasts());
  builder.CreateCall(combiner, {copies.list, list});
  block->addIncoming(builder.CreateAdd(block, builder.getInt64(1)), body);
  builder.CreateBr(head);

  steps.at(end);
  copies.takeBack();
  FunctionCallee callee = steps.module.getOrInsertFunction("tactus_parts_end", builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(callee, {parts})->addFnAttr(Attribute::NoUnwind);
  builder.CreateBr(after);
}

} // namespace tactus

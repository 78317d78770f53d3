//===- Odometer.cpp - a loop's variables go up like the digits of an odometer --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/Odometer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// How many instructions, as the front end writes them, a row may have to be copied.
constexpr size_t MostCopied = 256;

/// A loop of the nest, with what is computed of it where a strip begins.
struct Digit {
  const LoopCounter *counter = nullptr;
  AllocaInst *variable = nullptr;
  Value *start = nullptr;
  Value *step = nullptr;
  /// For the loops in the middle: the index, and the number of iterations.
  AllocaInst *position = nullptr;
  Value *length = nullptr;
};

class Odometer {
public:
  Odometer(const ParallelLoop &loop, BasicBlock *strip, AllocaInst *stripEnd, bool copiesRows)
      : loop(loop), strip(strip), stripEnd(stripEnd), copiesRows(copiesRows), function(*strip->getParent()),
        builder(strip->getTerminator()), location(strip->getTerminator()->getDebugLoc()) {}

  void run() {
    for (const LoopCounter &counter : loop.counters)
      addDigit(counter);
    if (digits.size() > 1)
      makeRows();
    for (const Digit &digit : digits)
      readVariable(digit);
    stepInnermost();
    if (copiesRows)
      copyRows();
  }

private:
  const ParallelLoop &loop;
  BasicBlock *strip;
  AllocaInst *stripEnd;
  bool copiesRows;
  Function &function;
  IRBuilder<> builder;
  DebugLoc location;
  DenseMap<Value *, Value *> clones;
  SmallVector<Digit, 2> digits;
  /// Of a nest: where a row of the strip begins, where the outer variables go on to another one, and how long rows are.
  BasicBlock *row = nullptr, *nextRow = nullptr;
  Value *length = nullptr;
  AllocaInst *rowEnd = nullptr;

  void at(BasicBlock *block) {
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(location);
  }
  void before(Instruction *instruction) {
    builder.SetInsertPoint(instruction);
    builder.SetCurrentDebugLocation(location);
  }
  AllocaInst *createVariable(Type *type) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    return entry.CreateAlloca(type);
  }
  Value *load(AllocaInst *variable) { return builder.CreateLoad(variable->getAllocatedType(), variable); }
  Value *currentIteration() { return builder.CreateLoad(loop.iterationType, loop.iteration); }

  /// An expression of the body, computed where the builder is.
  Value *clone(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || isa<AllocaInst>(instruction))
      return value;
    if (Value *known = clones.lookup(value))
      return known;
    SmallVector<Value *, 2> operands;
    for (Value *operand : instruction->operands())
      operands.push_back(clone(operand));
    Instruction *copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i)
      copy->setOperand(i, operands[i]);
    clones[value] = builder.Insert(copy);
    return copy;
  }
  Value *cloneNumber(Value *value) { return builder.CreateZExtOrTrunc(clone(value), loop.iterationType); }

  /// The variable where a strip begins. A variable that goes up from 0 is never negative, which the vectoriser cannot
  /// see of a strip behind a poll, and wants to know of an address with gaps.
  Value *firstValue(const LoopCounter &counter) {
    Value *value = clone(counter.update->getValueOperand());
    const auto *start = dyn_cast<ConstantInt>(counter.start), *step = dyn_cast<ConstantInt>(counter.step);
    if (!counter.neverWrapsSigned || !start || !step || step->isNegative() != counter.isSubtracted ||
        start->getValue().trunc(counter.type()->getIntegerBitWidth()).isNegative())
      return value;
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, value, ConstantInt::get(counter.type(), 0));
  }

  /// Computes everything that the steps need, at the end of the strip's block.
  void addDigit(const LoopCounter &counter) {
    Digit digit;
    digit.counter = &counter;
    digit.variable = createVariable(counter.type());
    builder.CreateStore(firstValue(counter), digit.variable);
    digit.start = builder.CreateTrunc(clone(counter.start), counter.type());
    digit.step = builder.CreateSExtOrTrunc(clone(counter.step), counter.type());
    if (counter.isSubtracted)
      digit.step = builder.CreateNeg(digit.step);
    if (counter.inside && !digits.empty()) {
      digit.position = createVariable(loop.iterationType);
      builder.CreateStore(cloneNumber(counter.index), digit.position);
      digit.length = builder.CreateUDiv(cloneNumber(digits.back().counter->inside), cloneNumber(counter.inside));
    }
    digits.push_back(digit);
  }

  void readVariable(const Digit &digit) {
    StoreInst *update = digit.counter->update;
    before(update);
    Value *computed = update->getValueOperand();
    update->setOperand(0, load(digit.variable));
    RecursivelyDeleteTriviallyDeadInstructions(computed);
  }

  void stepInnermost() {
    const Digit &digit = digits.back();
    for (User *user : loop.iteration->users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getParent()->getSingleSuccessor() == loop.header) {
        before(store);
        builder.CreateStore(builder.CreateAdd(load(digit.variable), digit.step, "", digit.counter->neverWrapsUnsigned,
                                              digit.counter->neverWrapsSigned),
                            digit.variable);
      }
  }

  void makeRows() {
    LLVMContext &context = function.getContext();
    auto *branch = cast<BranchInst>(loop.header->getTerminator());
    BasicBlock *body = branch->getSuccessor(0), *exit = branch->getSuccessor(1);
    row = BasicBlock::Create(context, "", &function, body);
    BasicBlock *rowDone = BasicBlock::Create(context, "", &function, exit);
    nextRow = BasicBlock::Create(context, "", &function, exit);
    AllocaInst *column = createVariable(loop.iterationType);
    rowEnd = createVariable(loop.iterationType);

    builder.CreateStore(cloneNumber(digits.back().counter->index), column);
    length = cloneNumber(digits[digits.size() - 2].counter->inside);
    strip->getTerminator()->replaceSuccessorWith(body, row);

    at(row);
    Value *iteration = currentIteration();
    Value *columns = builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateSub(length, load(column)),
                                                   builder.CreateSub(load(stripEnd), iteration));
    builder.CreateStore(builder.CreateAdd(iteration, columns), rowEnd);
    builder.CreateBr(body);

    // The check at the inner loop's end.
    before(branch);
    branch->setCondition(builder.CreateICmpNE(currentIteration(), load(rowEnd)));
    branch->setSuccessor(1, rowDone);

    at(rowDone);
    builder.CreateCondBr(builder.CreateICmpEQ(currentIteration(), load(stripEnd)), exit, nextRow);

    at(nextRow);
    builder.CreateStore(ConstantInt::get(loop.iterationType, 0), column);
    builder.CreateStore(digits.back().start, digits.back().variable);
    carry();
    builder.CreateBr(row);
  }

  /// The blocks of a row, if the row can be copied: nobody else comes there, and nothing that they compute is used
  /// elsewhere.
  SmallVector<BasicBlock *, 8> blocksOfRow() const {
    auto *branch = cast<BranchInst>(loop.header->getTerminator());
    SetVector<BasicBlock *> blocks;
    blocks.insert(branch->getSuccessor(0));
    size_t size = 0;
    for (unsigned i = 0; i < blocks.size(); ++i) {
      size += blocks[i]->size();
      for (BasicBlock *next : successors(blocks[i]))
        if (next != branch->getSuccessor(1))
          blocks.insert(next);
    }
    bool isOwn = all_of(blocks, [&](BasicBlock *block) {
      return all_of(predecessors(block), [&](BasicBlock *each) { return each == row || blocks.contains(each); }) &&
             all_of(*block, [&](const Instruction &each) {
               return !isa<AllocaInst>(each) && all_of(each.users(), [&](const User *user) {
                 return blocks.contains(const_cast<BasicBlock *>(cast<Instruction>(user)->getParent()));
               });
             });
    });
    return isOwn && size <= MostCopied ? SmallVector<BasicBlock *, 8>(blocks.begin(), blocks.end())
                                       : SmallVector<BasicBlock *, 8>();
  }

  /// A strip may begin and end in the middle of a row, so what is known of a row's beginning and length is not known of
  /// its parts. Whole rows of a known length, behind the first one, have a loop of their own.
  void copyRows() {
    if (!length || !isa<ConstantInt>(length) || !isa<ConstantInt>(digits.back().start))
      return;
    SmallVector<BasicBlock *, 8> blocks = blocksOfRow(), copies;
    if (blocks.empty())
      return;
    ValueToValueMapTy map;
    for (BasicBlock *block : blocks) {
      copies.push_back(CloneBasicBlock(block, map, "", &function));
      map[block] = copies.back();
    }
    remapInstructionsInBlocks(copies, map);
    BasicBlock *whole = BasicBlock::Create(function.getContext(), "", &function, blocks.front());
    at(whole);
    builder.CreateStore(digits.back().start, digits.back().variable);
    builder.CreateStore(builder.CreateAdd(currentIteration(), length), rowEnd);
    builder.CreateBr(copies.front());
    Instruction *next = nextRow->getTerminator();
    before(next);
    Value *left = builder.CreateSub(load(stripEnd), currentIteration());
    builder.CreateCondBr(builder.CreateICmpUGE(left, length), whole, row);
    next->eraseFromParent();
  }

  /// Steps the loops outside the innermost one.
  void carry() {
    Value *isCarried = builder.getTrue();
    for (const Digit &digit : reverse(ArrayRef(digits).drop_back())) {
      Value *now = load(digit.variable);
      Value *next = builder.CreateAdd(now, digit.step);
      if (digit.position) {
        Value *position = load(digit.position);
        Value *nextPosition = builder.CreateAdd(position, ConstantInt::get(loop.iterationType, 1));
        Value *isAtEnd = builder.CreateICmpEQ(nextPosition, digit.length);
        Value *zero = ConstantInt::get(loop.iterationType, 0);
        nextPosition = builder.CreateSelect(isAtEnd, zero, nextPosition);
        builder.CreateStore(builder.CreateSelect(isCarried, nextPosition, position), digit.position);
        next = builder.CreateSelect(isAtEnd, digit.start, next);
        builder.CreateStore(builder.CreateSelect(isCarried, next, now), digit.variable);
        isCarried = builder.CreateAnd(isCarried, isAtEnd);
      } else {
        builder.CreateStore(builder.CreateSelect(isCarried, next, now), digit.variable);
      }
    }
  }
};

} // namespace

/// Is a variable what it has to be after InductionStart? That adds the start to the count and cannot say that the sum
/// does not wrap, which matters where addresses are wider than the variable: each would be extended in each iteration.
/// Nor can a count that is wider than the variable say so of what is cut off it.
static bool needsNoStep(const LoopCounter &counter, const Type &count) {
  bool isSummed = !isa<ConstantInt>(counter.start) || count.getIntegerBitWidth() > counter.type()->getIntegerBitWidth();
  bool isExtended =
      (counter.neverWrapsSigned || counter.neverWrapsUnsigned) && isSummed && counter.type()->getIntegerBitWidth() < 64;
  return match(counter.step, m_One()) && !counter.isSubtracted && !isExtended;
}

void stepCounters(const ParallelLoop &loop, BasicBlock *strip, AllocaInst *stripEnd, bool copiesRows) {
  if (loop.counters.empty() || loop.header->getParent()->hasOptNone())
    return;
  if (loop.counters.size() == 1 && needsNoStep(loop.counters.back(), *loop.iterationType))
    return;
  Odometer(loop, strip, stripEnd, copiesRows).run();
}

} // namespace tactus

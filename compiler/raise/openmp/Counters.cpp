//===- Counters.cpp - the program's variables of a loop ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang computes the variables of a loop, or of the loops of a collapsed nest, from the number of the iteration. For
// collapse(3), with N2 and N3 iterations of the inner loops:
//
//   x1 = iv / (N2 * N3)                               i = start1 + x1 * step1
//   x2 = (iv - x1 * (N2 * N3)) / N3                   j = start2 + x2 * step2
//   x3 = iv - x1 * (N2 * N3) - x2 * N3                k = start3 + x3 * step3
//
// Each line is an expression tree of its own, over constants, the iteration variable and variables that clang made for
// the bounds. All of that is compared here, part by part. Nothing is concluded from names.
//
// A step is known not to overflow, in the way of the comparison in the source, where clang has asked before the loop
// whether the start lies before the end (omp.precond): the trip count is the distance between them by the step, so all
// values lie there. The arithmetic itself tells nothing, it is unsigned.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/Counters.h"
#include "raise/openmp/BuilderLoops.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// An extension keeps the number.
const Value *withoutExtension(const Value *value) {
  while (isa<ZExtInst, SExtInst>(value))
    value = cast<CastInst>(value)->getOperand(0);
  return value;
}

Value *withoutTruncation(Value *value) {
  while (auto *truncation = dyn_cast<TruncInst>(value))
    value = truncation->getOperand(0);
  return value;
}

/// Do two trees compute the same, if none of their variables is written in between?
bool isSame(const Value *first, const Value *second) {
  first = withoutExtension(first);
  second = withoutExtension(second);
  if (first == second)
    return true;
  const auto *left = dyn_cast<Instruction>(first), *right = dyn_cast<Instruction>(second);
  if (!left || !right || !left->isSameOperationAs(right))
    return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i)
    if (!isSame(left->getOperand(i), right->getOperand(i)))
      return false;
  return true;
}

class CounterSearch {
public:
  explicit CounterSearch(ParallelLoop &loop) : loop(loop) {}

  void run() {
    if (!isStepped())
      return;
    for (BasicBlock &block : *loop.header->getParent()) {
      if (!loop.body.contains(&block))
        continue;
      for (Instruction &instruction : block) {
        auto *store = dyn_cast<StoreInst>(&instruction);
        if (!store || !isa<AllocaInst>(store->getPointerOperand()) || store->getPointerOperand() == loop.iteration ||
            !isNumbered(store->getValueOperand()))
          continue;
        if (!addCounter(*store)) {
          loop.counters.clear();
          return;
        }
        // What follows are the variables of a linear clause.
        if (!loop.counters.back().inside) {
          findOverflow(loop.counters.back());
          return;
        }
      }
    }
    loop.counters.clear();
  }

private:
  ParallelLoop &loop;

  /// Is the iteration variable changed at the end of the loop's only latch, and nowhere else in the loop?
  bool isStepped() const {
    unsigned changes = 0;
    for (const User *user : loop.iteration->users()) {
      const auto *instruction = cast<Instruction>(user);
      if (isa<LoadInst>(instruction) || instruction->isLifetimeStartOrEnd() ||
          !loop.body.contains(instruction->getParent()))
        continue;
      const auto *store = dyn_cast<StoreInst>(instruction);
      if (!store || store->getValueOperand() == loop.iteration ||
          store->getParent()->getSingleSuccessor() != loop.header)
        return false;
      ++changes;
    }
    unsigned latches = 0;
    for (const BasicBlock *predecessor : predecessors(loop.header))
      latches += loop.body.contains(predecessor);
    return changes == 1 && latches == 1;
  }

  /// Is this a variable of clang's own that has the same value in all iterations?
  bool isInvariant(const AllocaInst &variable) const {
    return all_of(variable.users(), [&](const User *user) {
      const auto *instruction = cast<Instruction>(user);
      if (const auto *load = dyn_cast<LoadInst>(instruction))
        return load->isSimple();
      const auto *store = dyn_cast<StoreInst>(instruction);
      return instruction->isLifetimeStartOrEnd() ||
             (store && store->isSimple() && store->getValueOperand() != &variable &&
              !loop.body.contains(store->getParent()));
    });
  }

  /// An expression of invariant variables, and of the iteration's number where `mayUseNumber`.
  bool isExpression(const Value *value, bool mayUseNumber) const {
    if (isa<ConstantInt>(value))
      return true;
    if (const auto *load = dyn_cast<LoadInst>(value)) {
      const auto *variable = dyn_cast<AllocaInst>(load->getPointerOperand());
      return variable && load->getType() == variable->getAllocatedType() && load->getType()->isIntegerTy() &&
             (variable == loop.iteration ? mayUseNumber : isInvariant(*variable));
    }
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction && instruction->getType()->isIntegerTy() &&
           isa<BinaryOperator, ZExtInst, SExtInst, TruncInst>(instruction) &&
           all_of(instruction->operands(), [&](const Use &use) { return isExpression(use, mayUseNumber); });
  }

  /// Does the number of the iteration take part in the expression?
  bool isNumbered(const Value *value) const {
    if (const auto *load = dyn_cast<LoadInst>(value))
      return load->getPointerOperand() == loop.iteration;
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction && isa<BinaryOperator, CastInst>(instruction) &&
           any_of(instruction->operands(), [&](const Use &use) { return isNumbered(use); });
  }

  bool addCounter(StoreInst &store) {
    LoopCounter counter;
    counter.update = &store;
    Value *product = nullptr;
    Value *sum = withoutTruncation(store.getValueOperand());
    if (!store.isSimple() || !isExpression(sum, /*mayUseNumber=*/true))
      return false;
    counter.isSubtracted = match(sum, m_Sub(m_Value(counter.start), m_Value(product)));
    if (!counter.isSubtracted && !match(sum, m_Add(m_Value(counter.start), m_Value(product))))
      return false;
    if (!match(withoutTruncation(product), m_Mul(m_Value(counter.index), m_Value(counter.step))) ||
        isNumbered(counter.start) || isNumbered(counter.step))
      return false;
    Value *left = nullptr;
    Value *index = const_cast<Value *>(withoutExtension(counter.index));
    if (match(index, m_SDiv(m_Value(left), m_Value(counter.inside))) ||
        match(index, m_UDiv(m_Value(left), m_Value(counter.inside)))) {
      if (isNumbered(counter.inside))
        return false;
    } else {
      left = index;
      counter.inside = nullptr;
    }
    if (!isLeftBy(left, loop.counters))
      return false;
    loop.counters.push_back(counter);
    return true;
  }

  /// Is this the iteration's number without what the loops further out make of it?
  bool isLeftBy(const Value *value, ArrayRef<LoopCounter> outer) const {
    value = withoutExtension(value);
    if (outer.empty()) {
      const auto *load = dyn_cast<LoadInst>(value);
      return load && load->getPointerOperand() == loop.iteration;
    }
    const Value *left = nullptr, *product = nullptr, *index = nullptr, *inside = nullptr;
    return match(value, m_Sub(m_Value(left), m_Value(product))) &&
           match(withoutExtension(product), m_Mul(m_Value(index), m_Value(inside))) &&
           isSame(index, outer.back().index) && isSame(inside, outer.back().inside) &&
           isLeftBy(left, outer.drop_back());
  }

  void findOverflow(LoopCounter &counter) const {
    if (counter.update->hasMetadata(NeverWrapsMark)) {
      counter.neverWrapsSigned = true;
      return;
    }
    const auto *constant = dyn_cast<ConstantInt>(counter.step);
    unsigned width = counter.type()->getIntegerBitWidth();
    if (!constant || !constant->getValue().isSignedIntN(width) || constant->isMinValue(/*IsSigned=*/true))
      return;
    APInt step = constant->getValue().sextOrTrunc(width);
    if (counter.isSubtracted)
      step.negate();
    const auto *start = dyn_cast<ConstantInt>(counter.start);
    uint64_t count = rowLength();
    if (start && count != 0)
      findConstantOverflow(counter, start->getValue().trunc(width), step, count);
    else
      findComparedOverflow(counter, step);
  }

  /// The iterations of the innermost loop where the source says it, else 0.
  uint64_t rowLength() const {
    if (loop.counters.size() == 1)
      return loop.constantTripCount;
    const auto *length = dyn_cast<ConstantInt>(loop.counters[loop.counters.size() - 2].inside);
    return length ? length->getZExtValue() : 0;
  }

  static void findConstantOverflow(LoopCounter &counter, const APInt &start, const APInt &step, uint64_t count) {
    constexpr unsigned Enough = 192;
    APInt way = step.sext(Enough) * (APInt(Enough, count) - 1);
    counter.neverWrapsSigned = (start.sext(Enough) + way).isSignedIntN(start.getBitWidth());
    counter.neverWrapsUnsigned = step.isStrictlyPositive() && (start.zext(Enough) + way).isIntN(start.getBitWidth());
  }

  /// Clang asks for the innermost loop last, right before the variables of the runtime are made. With constants only it
  /// does not ask, nor where the bound depends on an outer loop.
  void findComparedOverflow(LoopCounter &counter, const APInt &step) const {
    if (loop.constantTripCount != 0)
      return;
    const BasicBlock *block = nullptr;
    for (const User *user : loop.lowerBound->users())
      if (const auto *store = dyn_cast<StoreInst>(user); store && match(store->getValueOperand(), m_Zero()))
        block = store->getParent();
    const BasicBlock *before = block ? block->getSinglePredecessor() : nullptr;
    const auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) != block)
      return;
    const auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || compare->getOperand(0)->getType() != counter.type() ||
        !isSameNumber(compare->getOperand(0), counter.start) || !isOfInnermostLoop(*compare))
      return;
    CmpInst::Predicate predicate = compare->getPredicate();
    bool isUpwards = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
    bool isDownwards = ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
    if (step.isStrictlyPositive() ? !isUpwards : !isDownwards)
      return;
    counter.neverWrapsSigned = compare->isSigned();
    counter.neverWrapsUnsigned = compare->isUnsigned() && isUpwards;
  }

  /// Each loop's bounds are kept in variables of their own, from which the length of a row is computed.
  bool isOfInnermostLoop(const ICmpInst &compare) const {
    if (loop.counters.size() == 1)
      return true;
    const Value *length = loop.counters[loop.counters.size() - 2].inside;
    return any_of(compare.operands(), [&](const Use &bound) {
      const auto *load = dyn_cast<LoadInst>(withoutExtension(bound));
      return load && isMentioned(*load->getPointerOperand(), length);
    });
  }

  static bool isMentioned(const Value &variable, const Value *expression) {
    const auto *instruction = dyn_cast<Instruction>(expression);
    return expression == &variable ||
           (instruction && any_of(instruction->operands(), [&](const Use &use) { return isMentioned(variable, use); }));
  }

  static bool isSameNumber(const Value *compared, const Value *start) {
    const auto *number = dyn_cast<ConstantInt>(compared), *constant = dyn_cast<ConstantInt>(start);
    if (number && constant)
      return constant->getValue().trunc(number->getBitWidth()) == number->getValue();
    return isSame(compared, start);
  }
};

} // namespace

void findCounters(ParallelLoop &loop) { CounterSearch(loop).run(); }

} // namespace tactus

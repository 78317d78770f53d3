//===- TripCount.cpp - what is known of a loop's trip count -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/TripCount.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace tactus {

/// From the upper bound to the expression there are at most the variables .omp.ub and .capture_expr.
static constexpr unsigned MostVariables = 4;

static const Value *valueBeforeLoop(const Value &variable, const ParallelLoop &loop, const DominatorTree &dominators) {
  for (const User *user : variable.users())
    if (const auto *store = dyn_cast<StoreInst>(user);
        store && store->getPointerOperand() == &variable && dominators.dominates(store, loop.init))
      return store->getValueOperand();
  return nullptr;
}

/// Is the trip count a product, as clang computes it before the loop (minus one), or not understood?
static bool isProduct(const Value *last, const ParallelLoop &loop, const DominatorTree &dominators) {
  for (unsigned i = 0; i < MostVariables; ++i)
    if (const auto *load = dyn_cast_or_null<LoadInst>(last))
      last = valueBeforeLoop(*load->getPointerOperand(), loop, dominators);
  const auto *difference = dyn_cast_or_null<BinaryOperator>(last);
  if (!difference || difference->getOpcode() != Instruction::Sub)
    return true;
  const auto *count = dyn_cast<BinaryOperator>(difference->getOperand(0));
  return !count || count->getOpcode() == Instruction::Mul;
}

const Value *lastIteration(const ParallelLoop &loop, const DominatorTree &dominators) {
  if (!loop.next)
    return valueBeforeLoop(*loop.upperBound, loop, dominators);
  const Value *last = loop.init->getArgOperand(4);
  const auto *load = dyn_cast<LoadInst>(last);
  return load && load->getPointerOperand() == loop.upperBound ? valueBeforeLoop(*loop.upperBound, loop, dominators)
                                                              : last;
}

void findTripCount(ParallelLoop &loop, const DominatorTree &dominators) {
  const Value *last = lastIteration(loop, dominators);
  const auto *constant = dyn_cast_or_null<ConstantInt>(last);
  if (constant && constant->getValue().isNonNegative())
    loop.constantTripCount = constant->getZExtValue() + 1;
  // Clang asks before the loop whether each loop of a nest has iterations, except for bounds that depend on others.
  loop.mayBeEmpty = loop.constantTripCount == 0 && isProduct(last, loop, dominators);
}

/// Where a value comes from that clang keeps in variables, of its own or, with debug information, of two functions.
static const Value *sourceOf(const Value *value) {
  for (;;) {
    if (const auto *narrowed = dyn_cast<TruncInst>(value)) {
      value = narrowed->getOperand(0);
      continue;
    }
    const auto *load = dyn_cast<LoadInst>(value);
    if (!load || !isa<AllocaInst>(load->getPointerOperand()))
      return value;
    const Value *stored = nullptr;
    for (const User *user : load->getPointerOperand()->users())
      if (const auto *store = dyn_cast<StoreInst>(user)) {
        if (stored || store->getValueOperand() == load->getPointerOperand())
          return value;
        stored = store->getValueOperand();
      }
    if (!stored)
      return value;
    value = stored;
  }
}

const Argument *parameterOfFirstIteration(const ParallelLoop &loop) {
  const Argument *found = nullptr;
  for (const User *user : loop.lowerBound->users())
    if (const auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == loop.lowerBound)
      if (const auto *told = dyn_cast<Argument>(sourceOf(store->getValueOperand())))
        found = told;
  return found;
}

bool beginsWhereKnown(const ParallelLoop &loop, const DominatorTree &dominators) {
  return all_of(loop.lowerBound->users(), [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    // Behind the call, a loop over chunks stores where the next one begins.
    if (!store || store->getPointerOperand() != loop.lowerBound || !dominators.dominates(store, loop.init))
      return true;
    const Value *first = sourceOf(store->getValueOperand());
    const auto *number = dyn_cast<ConstantInt>(first);
    return number ? number->isZero() : isa<Argument>(first);
  });
}

} // namespace tactus

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

} // namespace tactus

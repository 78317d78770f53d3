//===- Expressions.cpp - values as sums over a function's arguments ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/Expressions.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace tactus {

using abi::Expression;

/// Deeper ones are not for reading.
static constexpr unsigned MaximalDepth = 8;
static constexpr size_t MaximalTerms = 8;

Expression constantExpression(double value) { return {.isKnown = true, .constant = value, .terms = {}}; }

Expression sumOf(const Expression &left, const Expression &right, double rightFactor) {
  if (!left.isKnown || !right.isKnown || left.terms.size() + right.terms.size() > MaximalTerms)
    return {};
  Expression sum = left;
  sum.constant += rightFactor * right.constant;
  for (const Expression::Term &term : right.terms) {
    auto same = find_if(sum.terms, [&](const auto &other) { return other.argument == term.argument; });
    if (same == sum.terms.end())
      sum.terms.push_back({term.argument, rightFactor * term.factor});
    else
      same->factor += rightFactor * term.factor;
  }
  erase_if(sum.terms, [](const auto &term) { return term.factor == 0; });
  return sum;
}

static Expression read(const SCEV *value, unsigned depth);

static Expression readProduct(const SCEVMulExpr *product, unsigned depth) {
  double factor = 1;
  const SCEV *variable = nullptr;
  for (const SCEV *operand : product->operands()) {
    Expression constant = isa<SCEVConstant>(operand) ? read(operand, depth) : Expression();
    if (constant.isKnown)
      factor *= constant.constant;
    else if (variable)
      return {};
    else
      variable = operand;
  }
  return variable ? sumOf(constantExpression(0), read(variable, depth), factor) : constantExpression(factor);
}

/// Of a maximum: the operand that is not a constant.
static Expression readMaximum(const SCEVNAryExpr *maximum, unsigned depth) {
  const SCEV *variable = nullptr;
  for (const SCEV *operand : maximum->operands())
    if (!isa<SCEVConstant>(operand)) {
      if (variable)
        return {};
      variable = operand;
    }
  return variable ? read(variable, depth) : Expression();
}

static Expression read(const SCEV *value, unsigned depth) {
  if (depth == MaximalDepth)
    return {};
  ++depth;
  if (auto *constant = dyn_cast<SCEVConstant>(value)) {
    const APInt &number = constant->getAPInt();
    return number.getSignificantBits() <= 64 ? constantExpression(static_cast<double>(number.getSExtValue()))
                                             : Expression();
  }
  if (auto *unknown = dyn_cast<SCEVUnknown>(value)) {
    auto *argument = dyn_cast<Argument>(unknown->getValue());
    if (!argument || !argument->getType()->isIntegerTy())
      return {};
    return {.isKnown = true, .constant = 0, .terms = {{argument->getArgNo(), 1.0}}};
  }
  if (auto *cast = dyn_cast<SCEVIntegralCastExpr>(value))
    return read(cast->getOperand(), depth);
  if (auto *sum = dyn_cast<SCEVAddExpr>(value)) {
    Expression result = constantExpression(0);
    for (const SCEV *operand : sum->operands())
      result = sumOf(result, read(operand, depth));
    return result;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(value))
    return readProduct(product, depth);
  if (auto *quotient = dyn_cast<SCEVUDivExpr>(value)) {
    Expression divisor = isa<SCEVConstant>(quotient->getRHS()) ? read(quotient->getRHS(), depth) : Expression();
    if (!divisor.isKnown || divisor.constant <= 0)
      return {};
    return sumOf(constantExpression(0), read(quotient->getLHS(), depth), 1 / divisor.constant);
  }
  if (isa<SCEVSMaxExpr, SCEVUMaxExpr>(value))
    return readMaximum(cast<SCEVNAryExpr>(value), depth);
  return {};
}

Expression asExpression(Value *value, ScalarEvolution &evolution) {
  if (!value->getType()->isIntegerTy() || !evolution.isSCEVable(value->getType()))
    return {};
  return read(evolution.getSCEV(value), 0);
}

Expression tripCount(Loop *loop, ScalarEvolution &evolution) {
  const SCEV *backedges = evolution.getBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(backedges))
    return {};
  Expression count = read(backedges, 0);
  // A loop that looks before its first iteration is left when its header has been entered once more.
  bool looksFirst = loop->isLoopExiting(loop->getHeader()) && loop->getHeader() != loop->getLoopLatch();
  return looksFirst ? count : sumOf(count, constantExpression(1));
}

} // namespace tactus

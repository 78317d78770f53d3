//===- Expressions.h - values as sums over a function's arguments --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_EXPRESSIONS_H
#define TACTUS_COMPILER_SUMMARY_EXPRESSIONS_H

#include "abi/summary.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace tactus {

/// The value as a sum over its function's arguments, if scalar evolution sees one. Bounds (n or 0, whichever is more)
/// and divisions are read as real numbers: what is computed from them is an estimate.
abi::Expression asExpression(llvm::Value *value, llvm::ScalarEvolution &evolution);

/// How often the loop's body is executed each time that it is entered.
abi::Expression tripCount(llvm::Loop *loop, llvm::ScalarEvolution &evolution);

/// A number that does not depend on anything.
abi::Expression constantExpression(double value);

abi::Expression sumOf(const abi::Expression &left, const abi::Expression &right, double rightFactor = 1);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_EXPRESSIONS_H

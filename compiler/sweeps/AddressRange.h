//===- AddressRange.h - what an expression may be in an iteration of a loop ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Expressions of scalar evolution are taken to their least and greatest values over the loops inside of an iteration:
//
//     for i: for j < m: a[i * n + j + 1]     {{a + 8,+,8n}<i>,+,8}<j>     from {a + 8,+,8n}<i> to {a + 8m,+,8n}<i>
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_ADDRESSRANGE_H
#define TACTUS_COMPILER_SWEEPS_ADDRESSRANGE_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace tactus {

/// `start + i * step` in iteration i of a loop.
struct AffineValue {
  const llvm::SCEV *start = nullptr, *step = nullptr;
  explicit operator bool() const { return start; }
};

/// The least and the greatest value, as integers with 64 bits.
struct AffineRange {
  AffineValue least, greatest;
  explicit operator bool() const { return least && greatest; }
};

class AddressRanges {
public:
  AddressRanges(llvm::ScalarEvolution &evolution, const llvm::Loop &sweep) : evolution(evolution), sweep(sweep) {}

  /// Of an integer or an address. Null if it is not affine: then `culprit` may say what it depends on.
  AffineRange of(const llvm::SCEV *value);
  const llvm::Value *culprit = nullptr;

private:
  llvm::ScalarEvolution &evolution;
  const llvm::Loop &sweep;
  /// The sweep itself counts as a loop inside, so that its iterations are not told apart.
  bool overAll = false;

  struct Bounds {
    const llvm::SCEV *least = nullptr, *greatest = nullptr;
    explicit operator bool() const { return least; }
  };
  bool isFixed(const llvm::SCEV *value) const;
  Bounds boundsOf(const llvm::SCEV *value);
  Bounds boundsOfShape(const llvm::SCEV *value);
  Bounds boundsOfFew(const llvm::SCEV *value);
  Bounds boundsOfQuotient(const llvm::SCEVUDivExpr *value);
  Bounds boundsOfCount(const llvm::Loop &loop);
  Bounds boundsOfRecurrence(const llvm::SCEVAddRecExpr *value);
  Bounds boundsOfProduct(const llvm::SCEVMulExpr *value);
  using Operands = llvm::SmallVectorImpl<const llvm::SCEV *>;
  using Combine = llvm::function_ref<const llvm::SCEV *(Operands &)>;
  Bounds boundsOfOperands(const llvm::SCEVNAryExpr *value, Combine combine);
  Bounds boundsOfChoice(const llvm::SCEVNAryExpr *value);
  Bounds boundsOfSum(const llvm::SCEVAddExpr *value);
  AffineValue affine(const llvm::SCEV *value) const;
  AffineValue affineOrOverAll(const llvm::SCEV *value, const llvm::SCEV *Bounds::*end, const llvm::SCEV *whole);
};

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_ADDRESSRANGE_H

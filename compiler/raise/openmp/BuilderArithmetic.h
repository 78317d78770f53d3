//===- BuilderArithmetic.h - sums that Fortran does not let overflow ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_BUILDERARITHMETIC_H
#define TACTUS_COMPILER_RAISE_OPENMP_BUILDERARITHMETIC_H

#include "llvm/IR/Function.h"

namespace tactus {

/// Marks what Fortran's subscripts, bounds of loops and variables of loops are computed by: it has no signed wrap.
/// flang 20 marks all integers so, and flang 19 nothing.
void keepArithmetic(llvm::Function &function);

/// The same for the value of a bound: flang counts in 64 bits what the program has computed in fewer.
void keepBound(llvm::Value *value);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_BUILDERARITHMETIC_H

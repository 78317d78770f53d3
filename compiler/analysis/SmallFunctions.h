//===- SmallFunctions.h - what can be said of small functions before inlining --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops are converted before anything has been inlined, so that `v[i]` of a `std::vector` is still a call. These
// questions let such a call count as the few instructions that it will be.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_SMALLFUNCTIONS_H
#define TACTUS_COMPILER_ANALYSIS_SMALLFUNCTIONS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace tactus {

/// How many instructions a call executes at most, those of the functions that it calls included. Nothing if no small
/// bound is known: for loops, recursion, code of other modules, and what is larger than is commonly inlined.
std::optional<unsigned> instructionsOfSmallCall(const llvm::CallBase &call);

/// The same for a function, if it is no more than `most`.
std::optional<unsigned> boundedInstructions(const llvm::Function &function, unsigned most);

/// Does the function write nothing that outlives it? Then two calls in a row give the same, or the first does not come
/// back.
bool onlyReads(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_SMALLFUNCTIONS_H

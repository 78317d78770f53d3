//===- SerialEffects.h - what a function that forks does, as a serial program --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A call that may be promoted means what its serial elision means (docs/pcall.md). But charges, polls, joins and
// landing pads look as if the function wrote memory and threw, and then LLVM does less with its calls than with the
// serial program's: a recursion over a tree that only reads stays a recursion where the serial one becomes a loop.
//
//     sum(n):  if (!n) return 0
//              left = invoke sum(n->left) [...]    ; or the charge, or the poll: nothing that the program can see
//     serial:  right = call sum(n->right)          ; "reads memory, returns, throws nothing", as in the serial program
//              return n->value + left + right
//     joined:  ...                                 ; what stands here is what the serial way does
//
// So the ways that only a promoted fork takes are left out of the question. If what remains only reads, all calls of
// the function but those that fork are told so. A call that forks is left alone: behind it, a promoted part runs beside
// what LLVM might move there.
//
// Sound because nothing is said of the function itself, whose code polls and joins as before: LLVM may move, merge or
// drop a call as it may in the serial program. What a poll in the call promotes belongs to frames outside, beside whose
// parts the call's whole neighbourhood may run already; joins stay barriers in both directions.
//
// Runs in the middle of the optimiser, callees before callers. Functions that call each other in a circle are not
// recognised, only those that call themselves.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_SERIALEFFECTS_H
#define TACTUS_COMPILER_LATE_FORKS_SERIALEFFECTS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct SerialEffectsPass : llvm::PassInfoMixin<SerialEffectsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_SERIALEFFECTS_H

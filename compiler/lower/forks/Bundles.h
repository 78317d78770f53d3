//===- Bundles.h - make calls visible to the stack walk ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every call that may reach a promotion point gets a "deopt" operand bundle, from which the code generator makes a
// stack map:
//
//   in the body of a loop     ["deopt"(ExecutingIteration, iv, slot)]
//   a fork's first branch     ["deopt"(FirstBranch, n, id, id', environment...)]     (ForkLowering.h)
//   elsewhere                 ["deopt"()]
//
// When a call is inlined, LLVM puts the call's bundle in front of each bundle in the inlined code, so nests become
// lists with the outermost loop first. A call without a bundle would hide what is around it: that is what the empty
// ones are for. They are only needed in code that forks, or that a loop's body or a branch may call.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_FORKS_BUNDLES_H
#define TACTUS_COMPILER_LOWER_FORKS_BUNDLES_H

#include "analysis/PromotionReach.h"
#include "lower/loops/Slice.h"

namespace tactus {

void attachBundles(llvm::Module &module, llvm::ArrayRef<Slice> slices, const PromotionReach &reach);

/// Takes the bundles of such calls away again, where inlining has made a call of the function itself.
void releaseTailRecursion(llvm::Function &function);

/// Gives every function whose calls carry our bundles to the stack map printer (StackMapPrinter.h).
void markFunctionsWithStackMaps(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_FORKS_BUNDLES_H

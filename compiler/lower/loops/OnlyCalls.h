//===- OnlyCalls.h - functions that an iteration alone calls are part of it -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   loop: call compute(x, y)                      compute is local, and called nowhere else
//   after    loop: call compute(x, y) alwaysinline
//
// LLVM inlines the only call of a local function whatever it costs, because the function itself then goes away. So it
// does in the serial program, which loses the call and, often more, all that can be taken out of the loop. Tactus has
// each loop in several versions (the serial one, the one with polls, the tasks'), so that the call is not the only one
// any more when the inliner comes to it. It is told so before the versions are made.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_ONLYCALLS_H
#define TACTUS_COMPILER_LOWER_LOOPS_ONLYCALLS_H

#include "analysis/PromotionReach.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Has those calls inlined that are the only ones of their functions, in the code of the iterations and in all that it
/// calls. Those stay that may reach a promotion point, and those of large functions or of functions for other
/// processors.
void inlineOnlyCalls(llvm::SmallSetVector<const llvm::Function *, 16> iterations, const PromotionReach &reach,
                     llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_ONLYCALLS_H

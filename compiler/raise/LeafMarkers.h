//===- LeafMarkers.h - which loops of the header do not poll inside -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// <tactus/tactus.hpp> has two ways to run a loop: one that others may look at while an iteration is executed, and a
// cheaper one for iterations that never poll. It leaves the choice to the compiler:
//
//   before   br i1 __tactus_is_leaf(@iterateOnce<Kind>), %leaf, %loop
//   after    br %leaf      iterateOnce and all that it calls reach no promotion point (analysis/PromotionReach.h)
//
// Before anything is inlined, so that nests do not come in two to the power of their depth variants.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_LEAFMARKERS_H
#define TACTUS_COMPILER_RAISE_LEAFMARKERS_H

#include "analysis/PromotionReach.h"

namespace tactus {

/// Does the module contain the header's question?
bool hasLeafMarkers(const llvm::Module &module);

/// Answers it wherever it is asked, and removes the way that is not taken.
void answerLeafMarkers(llvm::Module &module, const PromotionReach &reach);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_LEAFMARKERS_H

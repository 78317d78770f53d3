//===- LeafMarkers.h - which loops of the header do not poll inside -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// <tactus/tactus.hpp> has two ways to run a loop: one for iterations that may poll, and one for those that never do. It
// leaves the choice to the compiler, and the record of an iteration that may poll as well:
//
//   before   br i1 __tactus_is_leaf(@iterateOnce<Kind>), %leaf, %loop
//   after    br %leaf      iterateOnce and all that it calls reach no promotion point (analysis/PromotionReach.h)
//
//   before   call __tactus_iterate(@iterateOnce<Kind>, kind, state, index, slot)
//   after    call iterateOnce<Kind>(kind, state, index) ["deopt"(ExecutingIteration, index, slot)]
//
// Before anything is inlined, so that nests do not come in two to the power of their depth variants, and so that the
// bundle comes to each call in the iteration (lower/forks/Bundles.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_LEAFMARKERS_H
#define TACTUS_COMPILER_RAISE_HEADER_LEAFMARKERS_H

#include "analysis/PromotionReach.h"
#include "llvm/ADT/SetVector.h"

namespace tactus {

/// Does the module contain loops of the header?
bool hasLeafMarkers(const llvm::Module &module);

/// Answers it wherever it is asked, and removes the way that is not taken. Returns the iterations.
llvm::SmallSetVector<const llvm::Function *, 16> answerLeafMarkers(llvm::Module &module, const PromotionReach &reach);

/// What the header calls for an iteration that may poll.
inline constexpr const char *IterationMarkerName = "__tactus_iterate";

/// Are there iterations that may poll?
bool hasIterationMarkers(const llvm::Module &module);

/// Calls them, with their bundles. Before the calls in them get theirs.
void callIterations(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_LEAFMARKERS_H

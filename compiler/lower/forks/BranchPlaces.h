//===- BranchPlaces.h - first branches that are not called ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork's call is never inlined, because a return stub must be able to return from it. The serial program has no such
// call. Most of what a small task costs is that call, what saves registers around it, and what LLVM cannot see through
// it. Two kinds of first branches need none:
//
//   leaf       no call in it may reach a promotion point: nothing can be promoted while it runs
//   in place   what a task of OpenMP's does, with one call that may, in no cycle:
//                task { if (fits(x)) { copy(own, board); place(own); } }     the fork's call is that of place()
//
// Both are charged, and may be promoted, where they begin. What was promoted there is called out of line, as ever.
//
// Why only OpenMP's are put in place: no exception may leave them. Another call of the body that threw, behind the one
// that came back promoted, would leave the function without a join.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_FORKS_BRANCHPLACES_H
#define TACTUS_COMPILER_LOWER_FORKS_BRANCHPLACES_H

#include "analysis/PromotionReach.h"
#include "model/Fork.h"

namespace tactus {

/// Where the first branch may stand. Bundles have been attached. `isTask` if it is a task of OpenMP's.
BranchPlace placeOfBranch(const llvm::CallBase &firstBranch, const PromotionReach &reach, bool isTask);

/// The call in a function that stands in place which may reach a promotion point.
llvm::CallBase *reachingCall(const llvm::Function &branch);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_FORKS_BRANCHPLACES_H

//===- RegionMarks.h - what raising writes down about regions --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_REGIONMARKS_H
#define TACTUS_COMPILER_MODEL_REGIONMARKS_H

#include "model/Reasons.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace tactus {

/// On functions that are the code of a converted region, each of which is called once.
inline constexpr const char *LatentRegionAttribute = "tactus-latent-region";

/// On functions that are the code of a teams construct which libtactus runs.
inline constexpr const char *LeagueAttribute = "tactus-league";
/// And on those whose teams run one after the other.
inline constexpr const char *TeamsInTurnAttribute = "tactus-teams-in-turn";

/// Marks the fork of a loop that has been taken out of its region.
void markLatentFork(llvm::CallBase &fork);
bool isLatentFork(const llvm::CallBase &call);

/// Such loops of a region that has a record are no regions of their own.
void markInsideRecord(llvm::CallBase &fork);
bool isInsideRecord(const llvm::CallBase &fork);

/// Marks the fork of a region that is to run as a team of strands.
void markStrands(llvm::CallBase &fork);
bool runsAsStrands(const llvm::CallBase &fork);

/// Such a team whose members need no threads of their own: it runs in phases (analysis/PhaseRules.h). If there are
/// `callees`, functions of other files, these may be in the way; then it runs as strands.
void markPhases(llvm::CallBase &fork, llvm::ArrayRef<llvm::Function *> callees = {}, bool needsQuietCallees = false);
bool runsInPhases(const llvm::CallBase &fork);
llvm::SmallVector<llvm::Function *, 4> calleesOfPhases(const llvm::CallBase &fork);
bool needsQuietCallees(const llvm::CallBase &fork);

/// Marks the fork of a region that is latent unless a callee is in the way (CalleeQuestion.h), where it is not latent.
void markLatentUnlessCalled(llvm::CallBase &fork);
bool isLatentUnlessCalled(const llvm::CallBase &fork);

/// Marks the fork by which libomp runs such a region where it is not to run as strands.
void markAlternative(llvm::CallBase &fork);
bool isAlternative(const llvm::CallBase &fork);

/// Why the region of the fork was not converted; empty if it has not been looked at.
void noteReasonsAgainstRegion(llvm::CallBase &fork, const Reasons &reasons);
Reasons reasonsAgainstRegion(const llvm::CallBase &fork);

/// Why the fork's loop is not converted although it has the shape of one.
void noteReasonsAgainstLoop(llvm::CallBase &fork, const Reasons &reasons);
Reasons reasonsAgainstLoop(const llvm::CallBase &fork);

/// What is known of a loop before it is lowered, on its fork or, in the header, its mark (ParallelLoop.h has the same
/// words).
enum class LoopMark {
  /// A cilk_for of a module without OpenMP.
  Cilk,
  /// No call in the body may reach a promotion point.
  Leaf,
  /// Somebody in the loop may ask OpenMP where it is.
  Record,
  /// Each iteration enters a leaf loop, which charges for it and polls.
  ChargedByLeaf,
  /// This leaf loop charges for the iteration around it also where it has no iterations itself.
  ChargesWhenSkipped,
};
void mark(llvm::CallBase &call, LoopMark mark);
bool hasMark(const llvm::CallBase &call, LoopMark mark);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_REGIONMARKS_H

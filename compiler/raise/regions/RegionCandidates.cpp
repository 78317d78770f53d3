//===- RegionCandidates.cpp - which regions are tried out as latent ones ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/regions/RegionCandidates.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RegionShape.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Recognition.h"
#include "raise/regions/OrphanInlining.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// Is the region made of loops of combined directives alone, with which recognition deals by itself?
static bool isCombined(const CallInst &fork) {
  SourceLocation place = locationOfIdent(fork.getArgOperand(0));
  return all_of(instructions(*microtaskOf(fork)), [&](const Instruction &instruction) {
    CallRole role = classifyRuntimeCall(calleeName(instruction)).role;
    if (role != CallRole::StaticInit && role != CallRole::DispatchInit)
      return true;
    const Value *ident = cast<CallBase>(instruction).getArgOperand(0);
    return !(flagsOfIdent(ident) & IdentWorkSections) && locationOfIdent(ident).isSamePlace(place);
  });
}

/// Clang writes a loop twice where an `if` clause holds for simd. These are separated first (SimdVersions.h).
static bool hasSimdVersions(const Function &microtask) {
  SmallVector<SourceLocation, 4> places;
  for (const Instruction &instruction : instructions(microtask)) {
    CallRole role = classifyRuntimeCall(calleeName(instruction)).role;
    if (role != CallRole::StaticInit && role != CallRole::DispatchInit)
      continue;
    SourceLocation place = locationOfIdent(cast<CallBase>(instruction).getArgOperand(0));
    if (any_of(places, [&](const SourceLocation &other) { return other.isSamePlace(place); }))
      return true;
    places.push_back(place);
  }
  return false;
}

/// These are outlined first (TaskIterations.h).
static bool hasTasksInIterations(CallInst &fork) {
  auto loop = recogniseParallelLoop(&fork, TasksInLoops::Listed);
  return loop->isConverted() && !loop->taskCalls.empty();
}

bool isRegionCandidate(CallInst &fork) {
  Function &microtask = *microtaskOf(fork);
  return !microtask.isDeclaration() && microtask.hasLocalLinkage() && reachesWorksharingLoop(microtask) &&
         !isLatentFork(fork) && !(hasWorksharingLoop(microtask) && isCombined(fork)) && !hasTasksInIterations(fork) &&
         !hasSimdVersions(microtask);
}

} // namespace tactus

//===- LoopsAndForks.cpp - the conversion of a module's loops and forks --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the stages before have raised is found, judged and lowered:
//
//   find      the loops; those are refused that depend on their thread, wait for each other or carry state
//   analysis  which calls may reach a promotion point, who may ask, how captures reach a task
//   lower     slices, then the loops in them, then bundles on the calls between them
//   forks     raised and lowered with the bundles around them, then registration
//
//===----------------------------------------------------------------------===//
#include "LoopsAndForks.h"
#include "ModuleKind.h"
#include "Verification.h"
#include "analysis/Captures.h"
#include "analysis/CarriedState.h"
#include "analysis/IterationWaits.h"
#include "analysis/PhaseCalls.h"
#include "analysis/PhaseRules.h"
#include "analysis/PromotionReach.h"
#include "analysis/QueryReach.h"
#include "analysis/Regrouping.h"
#include "analysis/StrandRules.h"
#include "analysis/ThreadIdentity.h"
#include "ir/BeatPoint.h"
#include "ir/EraseFunction.h"
#include "ir/Registration.h"
#include "ir/RuntimeMemory.h"
#include "lower/forks/Bundles.h"
#include "lower/forks/ForkLowering.h"
#include "lower/forks/LandingPads.h"
#include "lower/loops/HeaderLoops.h"
#include "lower/loops/LoopLowering.h"
#include "lower/loops/OnlyCalls.h"
#include "lower/loops/RestrictScopes.h"
#include "lower/loops/SerialCopy.h"
#include "lower/loops/SerialReduction.h"
#include "lower/loops/Slice.h"
#include "lower/regions/ReadParameters.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/Remarks.h"
#include "raise/cilk/CilkLoops.h"
#include "raise/header/ParForks.h"
#include "raise/openmp/OwnMicrotasks.h"
#include "raise/openmp/Recognition.h"
#include "raise/openmp/SimdVersions.h"
#include "raise/openmp/WaitingVersions.h"
#include "raise/tasks/Tasks.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

bool isLeaf(const ParallelLoop &loop, const PromotionReach &reach) {
  for (BasicBlock *block : loop.body)
    for (Instruction &instruction : *block)
      if (auto *call = dyn_cast<CallBase>(&instruction); call && reach.mayReach(*call))
        return false;
  return true;
}

/// Finds outer loops whose iterations are paid for by a leaf loop that each of them enters. A nest over short rows then
/// pays once a row.
static void shareCharges(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  // A point costs less than to know whether the leaf has one.
  if (compilesForInterrupts())
    return;
  for (auto &outer : loops) {
    if (!outer->hasPromotionPoint() || outer->isLeaf || outer->hasUnboundedBody)
      continue;
    for (auto &leaf : loops)
      if (leaf->hasPromotionPoint() && leaf->isLeaf && outer->unconditionalCalls.contains(leaf->fork)) {
        outer->isChargedByLeaf = true;
        leaf->chargesWhenSkipped = true;
        break;
      }
  }
}

void eraseUnusedThreadNumbers(Module &module) {
  Function *query = module.getFunction("__kmpc_global_thread_num");
  if (!query)
    return;
  for (User *user : make_early_inc_range(query->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->use_empty())
      call->eraseFromParent();
}

static void convert(Module &module, ArrayRef<std::unique_ptr<ParallelLoop>> loops, ArrayRef<Slice> headerSlices,
                    const PromotionReach &reach, FunctionAnalysisManager &analyses) {
  scopeRestrictPointers(loops);
  SmallVector<Slice, 8> slices(headerSlices);
  for (auto &loop : loops)
    if (loop->isConverted())
      slices.push_back(makeSlice(*loop));
  SmallVector<std::unique_ptr<SerialCopy>, 8> copies;
  for (Slice &slice : slices)
    if (auto copy = makeSerialCopy(slice))
      copies.push_back(std::move(copy));
  MDNode *runtimeMemory = slices.empty() ? nullptr : createRuntimeMemoryTag(module);
  for (Slice &slice : slices)
    lowerLoop(slice, runtimeMemory);
  for (auto &copy : copies)
    lowerLoop(copy->slice, runtimeMemory);
  eraseHeaderLoopMark(module);
  attachBundles(module, slices, reach);
  for (Slice &slice : slices)
    removeUnreachableBlocks(*slice.function);
  for (auto &copy : copies) {
    removeUnreachableBlocks(*copy->slice.function);
    // Loops in blocks are run by one of the two whatever the credit.
    auto *polled = find_if(slices, [&](const Slice &slice) { return slice.function == copy->slice.polled; });
    accumulateInOriginals(copy->slice, copy->loop.blockShift ? nullptr : polled);
  }
  for (Slice &slice : slices) {
    if (!slice.loop->hasPromotionPoint())
      accumulateInOriginals(slice);
    if (slice.loop->microtask)
      replaceThreadNumber(slice);
  }
  // Only now: until here, addresses of microtasks stand for them in the analyses' results.
  for (Slice &slice : slices)
    if (slice.loop->microtask)
      eraseFunction(*slice.loop->microtask, analyses);
  eraseUnusedThreadNumbers(module);
  if (hasForkMarkers(module)) {
    raiseForkMarkers(module, analyses, lowerFork);
    for (Function &function : module)
      releaseTailRecursion(function);
  }
  lowerTasks(module, reach);
  keepLandingPads(module, reach);
  markFunctionsWithStackMaps(module);
  createRegistration(module);
}

using Loops = std::vector<std::unique_ptr<ParallelLoop>>;

void refuseDependentLoops(ArrayRef<std::unique_ptr<ParallelLoop>> loops, FunctionAnalysisManager &analyses) {
  refuseThreadDependentLoops(loops);
  refuseLoopsThatWait(loops, analyses);
  refuseLoopsWithCarriedState(loops, analyses);
}

/// `isCilk` if the module's loops are Cilk's: those that are refused are made serial.
static Loops findLoops(Module &module, bool isCilk, FunctionAnalysisManager &analyses,
                       function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  for (;;) {
    separateSharedMicrotasks(module);
    Loops loops = recogniseParallelLoops(module);
    if (separateSimdVersions(loops))
      continue;
    refuseDependentLoops(loops, analyses);
    if (!isCilk && separateWaitingVersions(loops, libraryInfo)) {
      for (auto &loop : loops)
        analyses.invalidate(*loop->fork->getFunction(), PreservedAnalyses::none());
      continue;
    }
    if (!isCilk)
      return loops;
    bool isAnySerial = false;
    for (auto &loop : loops) {
      loop->isCilk = true;
      if (loop->isConverted())
        continue;
      reportLoop(*loop);
      makeSerial(*loop);
      isAnySerial = true;
    }
    // Loops around one that has just changed are to be looked at anew.
    if (!isAnySerial)
      return loops;
  }
}

/// What is not latent, and asks for nothing that only libomp has, runs on threads of ours.
static void chooseStrands(ParallelLoop &loop, FunctionAnalysisManager &analyses) {
  if (loop.isConverted() || loop.isCilk || isAlternative(*loop.fork))
    return;
  // The region's own remark says the others. Of a loop that has other versions, that is said which is converted.
  auto isNew = [&](const Blocker &blocker) {
    return !isOtherVersion(*loop.microtask) && !loop.reasons.contains(blocker.reason);
  };
  if (Blockers blockers = blockersOfStrands(*loop.fork); !blockers.empty()) {
    loop.otherReasons = reportBlockers(*loop.fork, blockers, "threads of Tactus' own", isNew);
    return;
  }
  loop.isStrands = true;
  markStrands(*loop.fork);
  PhaseCalls calls;
  if (Blockers blockers = blockersOfPhases(*loop.microtask, analyses, &calls); !blockers.empty()) {
    loop.otherReasons = reportBlockers(*loop.fork, blockers, "phases", isNew);
    return;
  }
  loop.isInPhases = true;
  loop.phasesDependOnOthers = !calls.callees.empty();
  markPhases(*loop.fork, calls.callees.getArrayRef(), calls.needsQuietCallees);
}

bool convertLoopsAndForks(Module &module, FunctionAnalysisManager &analyses) {
  if (forkCalls(module).empty() && !hasForkMarkers(module) && !hasTasks(module) && !hasHeaderLoops(module))
    return false;
  auto libraryInfo = [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  };
  Loops loops = findLoops(module, isCilkModule(module), analyses, libraryInfo);
  Loops headerLoops;
  std::vector<Slice> headerSlices = findHeaderLoops(module, headerLoops, analyses);
  PromotionReach reach(module, loops, libraryInfo);
  SmallSetVector<const Function *, 16> iterations;
  QueryReach queries(module, libraryInfo);
  for (auto &loop : loops) {
    if (verifiesOutput() && loop->isLatent && !loop->isConverted())
      module.getContext().emitError("tactus: error: half a region was converted, please report this: " +
                                    loop->reasons.text());
    loop->isInsideRecord = isInsideRecord(*loop->fork);
    loop->hasRecord = loop->isConverted() && !loop->isCilk && !loop->isInsideRecord && queries.mayAsk(*loop->microtask);
    chooseStrands(*loop, analyses);
    if (loop->isConverted()) {
      loop->isLeaf = loop->isTooShort || isLeaf(*loop, reach);
      chooseBlocks(*loop);
      iterations.insert(loop->microtask);
    }
    reportLoop(*loop);
  }
  reportDependentBits(module, loops);
  for (const Slice &slice : headerSlices)
    iterations.insert(slice.function);
  inlineOnlyCalls(std::move(iterations), reach, analyses);
  shareCharges(loops);
  for (auto &loop : headerLoops)
    loop->isLeaf = isLeaf(*loop, reach);
  prepareHeaderLoops(headerSlices);
  copyReadParameters(loops);
  classifyCaptures(loops);
  if (any_of(loops, [](auto &loop) { return loop->isConverted(); }) || hasForkMarkers(module) || hasTasks(module) ||
      !headerSlices.empty())
    convert(module, loops, headerSlices, reach, analyses);
  return true;
}

} // namespace tactus

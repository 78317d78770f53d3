//===- LoopStages.cpp - the stages that convert loops ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "LoopStages.h"
#include "ModuleKind.h"
#include "Verification.h"
#include "analysis/CallClosure.h"
#include "analysis/PhaseCalls.h"
#include "analysis/PhaseRules.h"
#include "analysis/QueryReach.h"
#include "analysis/Regrouping.h"
#include "analysis/StrandRules.h"
#include "ir/EraseFunction.h"
#include "ir/RuntimeMemory.h"
#include "lower/forks/Bundles.h"
#include "lower/loops/Beats.h"
#include "lower/loops/HeaderSlices.h"
#include "lower/loops/LoopLowering.h"
#include "lower/loops/OnlyCalls.h"
#include "lower/loops/RestrictScopes.h"
#include "lower/loops/SerialCopy.h"
#include "lower/loops/SerialReduction.h"
#include "lower/loops/SharedSlices.h"
#include "lower/regions/ReadParameters.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/Remarks.h"
#include "model/TaskCalls.h"
#include "raise/cilk/CilkLoops.h"
#include "raise/header/HeaderLoops.h"
#include "raise/header/ParForks.h"
#include "raise/openmp/DependentLoops.h"
#include "raise/openmp/OwnMicrotasks.h"
#include "raise/openmp/Recognition.h"
#include "raise/openmp/SimdVersions.h"
#include "raise/openmp/WaitingVersions.h"
#include "raise/tasks/Tasks.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

using Loops = std::vector<std::unique_ptr<ParallelLoop>>;

static auto libraryInfoOf(FunctionAnalysisManager &analyses) {
  return [&analyses](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  };
}

static bool hasLoops(Module &module) { return !forkCalls(module).empty() || hasHeaderLoops(module); }

//===----------------------------------------------------------------------===//
// Raise
//===----------------------------------------------------------------------===//

/// Those of Cilk's loops that are refused are made serial. Loops around one that has just changed are to be looked at
/// anew.
static bool makeRefusedSerial(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  bool isAny = false;
  for (auto &loop : loops)
    if (!loop->isConverted()) {
      reportLoop(*loop);
      makeSerial(*loop);
      isAny = true;
    }
  return isAny;
}

/// The loops in their last form, with the reasons against them. Empty as long as there may be other forms. `known` is
/// what has been found of microtasks before; versions of a region leave the first one's microtask as it is.
static std::optional<Loops> findLoops(Module &module, DependenceReasons &known, FunctionAnalysisManager &analyses) {
  separateSharedMicrotasks(module);
  Loops loops = recogniseParallelLoops(module);
  if (separateSimdVersions(loops)) {
    known.clear();
    return std::nullopt;
  }
  refuseDependentLoops(loops, known, analyses);
  if (isCilkModule(module)) {
    // Loops that contain one that has just changed are to be looked at anew.
    known.clear();
    return makeRefusedSerial(loops) ? std::nullopt : std::optional(std::move(loops));
  }
  if (!separateWaitingVersions(loops, libraryInfoOf(analyses)))
    return loops;
  for (auto &loop : loops)
    analyses.invalidate(*loop->fork->getFunction(), PreservedAnalyses::none());
  return std::nullopt;
}

bool raiseLoops(Module &module, FunctionAnalysisManager &analyses) {
  if (!hasLoops(module))
    return false;
  if (isCilkModule(module))
    for (CallInst *fork : forkCalls(module))
      mark(*fork, LoopMark::Cilk);
  DependenceReasons known;
  std::optional<Loops> loops;
  while (!loops)
    loops = findLoops(module, known, analyses);
  for (auto &loop : *loops)
    if (!loop->isConverted())
      noteReasonsAgainstLoop(*loop->fork, loop->reasons);
  raiseHeaderLoops(module, analyses);
  return true;
}

//===----------------------------------------------------------------------===//
// Judge
//===----------------------------------------------------------------------===//

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
  if (!beats().charges())
    return;
  auto isMarkedLeaf = [](const ParallelLoop &loop) { return hasMark(*loop.fork, LoopMark::Leaf); };
  for (auto &outer : loops) {
    if (!outer->hasPromotionPoint() || isMarkedLeaf(*outer) || outer->hasUnboundedBody)
      continue;
    auto leaf = find_if(loops, [&](auto &inner) {
      return inner->hasPromotionPoint() && isMarkedLeaf(*inner) && outer->unconditionalCalls.contains(inner->fork);
    });
    if (leaf == loops.end())
      continue;
    mark(*outer->fork, LoopMark::ChargedByLeaf);
    mark(*(*leaf)->fork, LoopMark::ChargesWhenSkipped);
  }
}

/// What is not latent, and asks for nothing that only libomp has, runs on threads of ours. Returns what keeps it from
/// running in phases or, where it stays with libomp, as strands.
static Reasons chooseStrands(const ParallelLoop &loop, FunctionAnalysisManager &analyses) {
  if (loop.isCilk || isAlternative(*loop.fork))
    return {};
  // The region's own remark says the others. Of a loop that has other versions, that is said which is converted.
  auto isNew = [&](const Blocker &blocker) {
    return !isOtherVersion(*loop.microtask) && !loop.reasons.contains(blocker.reason);
  };
  if (Blockers blockers = blockersOfStrands(*loop.fork); !blockers.empty())
    return reportBlockers(*loop.fork, blockers, "threads of Tactus' own", isNew);
  markStrands(*loop.fork);
  // Phases would ask the same callees, which are in the way.
  if (isLatentUnlessCalled(*loop.fork))
    return {};
  PhaseCalls calls;
  if (Blockers blockers = blockersOfPhases(*loop.microtask, analyses, &calls); !blockers.empty())
    return reportBlockers(*loop.fork, blockers, "phases", isNew);
  markPhases(*loop.fork, calls.callees.getArrayRef(), calls.needsQuietCallees);
  return {};
}

/// The functions that hand tasks to whoever runs them (raise/tasks/LeftTasks.h), by themselves or in what they call.
static SmallPtrSet<const Function *, 8> functionsThatLeaveTasks(const Module &module) {
  SmallPtrSet<const Function *, 8> leaving;
  if (usesTasking(module))
    closeOverCalls(
        module, leaving,
        [&](const CallBase &call) { return isTaskSubmission(call) || leaving.contains(call.getCalledFunction()); },
        [](const Function &) { return false; });
  return leaving;
}

bool judgeLoops(Module &module, FunctionAnalysisManager &analyses) {
  if (!hasLoops(module))
    return false;
  Loops loops = recogniseParallelLoops(module);
  PromotionReach reach(module, loops, libraryInfoOf(analyses));
  QueryReach queries(module, libraryInfoOf(analyses));
  SmallPtrSet<const Function *, 8> leaving = functionsThatLeaveTasks(module);
  // Whoever leaves a task asks whose it is. The iterations of a region's own loop are part of that region.
  auto isAsked = [&](const ParallelLoop &loop) {
    return queries.mayAsk(*loop.microtask) || (!loop.isLatent && leaving.contains(loop.microtask));
  };
  for (auto &loop : loops) {
    if (verifiesOutput() && loop->isLatent && !loop->isConverted())
      module.getContext().emitError("tactus: error: half a region was converted, please report this: " +
                                    loop->reasons.text());
    if (!loop->isConverted()) {
      reportLoop(*loop, chooseStrands(*loop, analyses));
      continue;
    }
    if (!loop->isCilk && !loop->isInsideRecord && isAsked(*loop))
      mark(*loop->fork, LoopMark::Record);
    if (loop->isTooShort || isLeaf(*loop, reach))
      mark(*loop->fork, LoopMark::Leaf);
    reportLoop(*loop);
  }
  reportDependentBits(module, loops);
  for (const HeaderLoop &found : recogniseHeaderLoops(module))
    if (isLeaf(*found.loop, reach))
      mark(*found.mark, LoopMark::Leaf);
  shareCharges(loops);
  copyReadParameters(loops);
  return true;
}

//===----------------------------------------------------------------------===//
// Lower
//===----------------------------------------------------------------------===//

void eraseUnusedThreadNumbers(Module &module) {
  Function *query = module.getFunction("__kmpc_global_thread_num");
  if (!query)
    return;
  for (User *user : make_early_inc_range(query->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->use_empty())
      call->eraseFromParent();
}

static void inlineOnlyCallsOf(ArrayRef<std::unique_ptr<ParallelLoop>> loops, ArrayRef<HeaderLoop> headerLoops,
                              const PromotionReach &reach, FunctionAnalysisManager &analyses) {
  SmallSetVector<const Function *, 16> iterations;
  for (auto &loop : loops)
    if (loop->isConverted())
      iterations.insert(loop->microtask);
  for (const HeaderLoop &found : headerLoops)
    iterations.insert(found.mark->getFunction());
  inlineOnlyCalls(std::move(iterations), reach, analyses);
}

/// From the slices, which are not lowered yet, to their code.
static void lowerSlices(Module &module, MutableArrayRef<Slice> slices, const PromotionReach &reach) {
  SmallVector<std::unique_ptr<SerialCopy>, 8> copies;
  RecursiveFunctions recursive = slices.empty() ? RecursiveFunctions() : findRecursiveFunctions(module);
  for (Slice &slice : slices)
    if (auto copy = makeSerialCopy(slice, recursive))
      copies.push_back(std::move(copy));
    else
      keepOneCopy(slice, recursive);
  MDNode *runtimeMemory = slices.empty() ? nullptr : createRuntimeMemoryTag(module);
  for (Slice &slice : slices)
    lowerLoop(slice, reach, runtimeMemory);
  for (auto &copy : copies)
    lowerLoop(copy->slice, reach, runtimeMemory);
  SmallVector<Slice, 16> all(slices.begin(), slices.end());
  for (auto &copy : copies)
    all.push_back(copy->slice);
  attachBundles(module, all, reach);
  for (Slice &slice : slices)
    removeUnreachableBlocks(*slice.function);
  for (auto &copy : copies) {
    removeUnreachableBlocks(*copy->slice.function);
    // Loops in blocks are run by one of the two whatever the credit.
    auto *polled = find_if(slices, [&](const Slice &slice) { return slice.function == copy->slice.polled; });
    accumulateInOriginals(copy->slice, copy->loop.blockShift ? nullptr : polled);
  }
}

static bool hasSomethingToLower(const Module &module, ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  return any_of(loops, [](auto &loop) { return loop->isConverted(); }) || hasForkMarkers(module) || hasTasks(module) ||
         hasHeaderLoops(module);
}

/// Appends a slice for each loop that is the first one with its code.
static void makeSlices(ArrayRef<std::unique_ptr<ParallelLoop>> loops, const EqualLoops &equal,
                       SmallVectorImpl<Slice> &slices) {
  for (auto &loop : loops)
    if (loop->isConverted() && !equal.contains(loop.get()))
      slices.push_back(makeSlice(*loop));
  for (auto &[loop, first] : equal)
    callSlice(*find_if(slices, [&, firstLoop = first](const Slice &slice) { return slice.loop == firstLoop; }), *loop);
  // Calls of slices in code that is not called count as others do.
  for (auto &[loop, first] : equal)
    loop->microtask->deleteBody();
}

bool lowerLoops(Module &module, FunctionAnalysisManager &analyses) {
  Loops loops = recogniseJudgedLoops(module);
  if (!hasSomethingToLower(module, loops))
    return false;
  std::vector<HeaderLoop> headerLoops = recogniseHeaderLoops(module);
  PromotionReach reach(module, loops, libraryInfoOf(analyses));
  inlineOnlyCallsOf(loops, headerLoops, reach, analyses);
  SmallVector<Slice, 8> slices = makeHeaderSlices(headerLoops);
  scopeRestrictPointers(loops);
  // Of two calls, one may be given what a restrict pointer points to.
  EqualLoops equal = findEqualLoops(loops);
  makeSlices(loops, equal, slices);
  lowerSlices(module, slices, reach);
  eraseHeaderLoopMark(module);
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
  for (auto &[loop, first] : equal)
    eraseFunction(*loop->microtask, analyses);
  eraseUnusedThreadNumbers(module);
  noteConverted(module);
  return true;
}

} // namespace tactus

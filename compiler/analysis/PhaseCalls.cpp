//===- PhaseCalls.cpp - functions that a thread of a region in phases may call ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PhaseCalls.h"
#include "analysis/HeldLocks.h"
#include "analysis/IterationWaits.h"
#include "analysis/PhaseRules.h"
#include "analysis/StrandRules.h"
#include "analysis/Synchronisation.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static bool isOfTactus(StringRef name) { return name.starts_with("tactus") || name.starts_with("__tactus"); }

Function *calledByName(const Instruction &call) {
  Function *callee = cast<CallBase>(call).getCalledFunction();
  return callee && callee->isDeclaration() && !isOfTactus(callee->getName()) ? callee : nullptr;
}

/// Of libomp's functions, those that mean the same wherever they are called. Regions inside are left out, and so is
/// what the header and converted tasks have libtactus do.
static bool isOfAnotherRuntime(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  if (isOfTactus(name))
    return true;
  return name.starts_with("__kmpc_") &&
         (!meansTheSameOnAnyThread(name) || name.contains("fork") || name.contains("serialized"));
}

void PhaseCallAnalysis::look(Instruction &instruction, Facts &facts) {
  facts.isFit &= !touchesThreadLocal(instruction) && !reasonAgainstInPhases(instruction);
  facts.synchronises |= synchronises(instruction);
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call))
    return;
  facts.isFit &= !isOfAnotherRuntime(instruction) && !blocksForOthers(*call);
  Function *callee = call->getCalledFunction();
  if (callee && !callee->isDeclaration() && !callee->isInterposable()) {
    facts.callees.insert(callee);
    return;
  }
  if (!callsOtherFile(instruction, [&](Function &function) -> TargetLibraryInfo & {
        return analyses.getResult<TargetLibraryAnalysis>(function);
      }))
    return;
  if (Function *other = calledByName(instruction))
    facts.others.insert(other);
  else
    facts.isFit = false;
}

const PhaseCallAnalysis::Facts &PhaseCallAnalysis::factsOf(Function &function) {
  std::unique_ptr<Facts> &facts = known[&function];
  if (facts)
    return *facts;
  facts = std::make_unique<Facts>();
  for (Instruction &instruction : instructions(function))
    look(instruction, *facts);
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> edges;
  FindFunctionBackedges(function, edges);
  facts->hasLoop = !edges.empty() || facts->callees.contains(&function);
  return *facts;
}

std::optional<PhaseCalls> PhaseCallAnalysis::of(Function &function) {
  PhaseCalls result;
  SmallSetVector<Function *, 8> reached;
  reached.insert(&function);
  bool hasLoop = false;
  for (unsigned i = 0; i < reached.size(); ++i) {
    const Facts &facts = factsOf(*reached[i]);
    if (!facts.isFit)
      return std::nullopt;
    result.synchronises |= facts.synchronises;
    hasLoop |= facts.hasLoop;
    // Functions that call each other may go round as a loop does.
    for (Function *callee : facts.callees)
      hasLoop |= !reached.insert(callee);
    result.others.insert(facts.others.begin(), facts.others.end());
  }
  if (result.synchronises && (returnsWithLock(function) || (hasLoop && mayWaitForOthers(function, analyses))))
    return std::nullopt;
  result.needsQuietCallees = hasLoop && !result.others.empty() &&
                             mayWaitForOthers(function, analyses, Siblings::RunTheSame, UnseenCode::Synchronises);
  return result;
}

} // namespace tactus

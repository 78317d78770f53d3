//===- PhaseCalls.cpp - functions that a thread of a region in phases may call ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PhaseCalls.h"
#include "analysis/IterationWaits.h"
#include "analysis/PhaseRules.h"
#include "analysis/StrandRules.h"
#include "analysis/Synchronisation.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
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

namespace {

/// Looks at the function's own code.
class OwnCode {
public:
  OwnCode(Function &function, FunctionAnalysisManager &analyses) : function(function), analyses(analyses) {}

  std::optional<PhaseCalls> look() {
    for (Instruction &instruction : instructions(function))
      if (!look(instruction))
        return std::nullopt;
    bool loopSynchronises = false;
    for (scc_iterator<Function *> blocks = scc_begin(&function); !blocks.isAtEnd(); ++blocks)
      if (blocks.hasCycle())
        for (BasicBlock *block : *blocks)
          for (Instruction &instruction : *block) {
            loopSynchronises |= synchronises(instruction);
            calls.needsQuietCallees |= isCallOfProgram(instruction);
          }
    if (loopSynchronises && mayWaitForOthers(function, analyses))
      return std::nullopt;
    return std::move(calls);
  }

private:
  Function &function;
  FunctionAnalysisManager &analyses;
  PhaseCalls calls;

  bool isCallOfProgram(const Instruction &instruction) const {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledFunction() && calls.callees.contains(call->getCalledFunction());
  }

  /// False if the function is not fit.
  bool look(Instruction &instruction) {
    if (touchesThreadLocal(instruction) || reasonAgainstInPhases(instruction))
      return false;
    calls.synchronises |= synchronises(instruction);
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      return true;
    if (isOfAnotherRuntime(instruction) || blocksForOthers(*call))
      return false;
    Function *callee = call->getCalledFunction();
    if (!callee || callee->isDeclaration() || callee->isInterposable()) {
      if (!callsOtherFile(instruction, [&](Function &other) -> TargetLibraryInfo & {
            return analyses.getResult<TargetLibraryAnalysis>(other);
          }))
        return true;
      callee = calledByName(instruction);
    }
    return callee && (calls.callees.insert(callee), true);
  }
};

} // namespace

std::optional<PhaseCalls> phaseCallsOf(Function &function, FunctionAnalysisManager &analyses) {
  return OwnCode(function, analyses).look();
}

} // namespace tactus

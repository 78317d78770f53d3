//===- CallersLoops.cpp - passes of a function, in a loop that calls it ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/CallersLoops.h"
#include "ir/EraseFunction.h"
#include "sweeps/InlinedCalls.h"
#include "sweeps/MarkedLoops.h"
#include "sweeps/ParallelPasses.h"
#include "sweeps/Sweep.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

void copyCalledLoops(Function &function, FunctionAnalysisManager &analyses) {
  inlineParallelCalls(function, analyses);
  if (copyParallelLoops(function, analyses))
    analyses.invalidate(function, PreservedAnalyses::none());
  sayClauses(function, analyses);
}

namespace {

class Callers {
public:
  Callers(Module &module, FunctionAnalysisManager &analyses) : module(module), analyses(analyses) {}

  SmallPtrSet<Function *, 4> run() {
    for (Function &function : make_early_inc_range(module))
      if (any_of(instructions(function), isMark) && hasLoopAround(function) && needsLoopAround(function))
        work.insert(&function);
    for (size_t index = 0; index < work.size(); ++index)
      inlineCallsOf(*work[index]);
    for (Function *function : work)
      if (!function->use_empty()) {
        inlined.erase(function); // also called where nothing is inlined, by a table of virtual functions, say
      } else if (function->isDiscardableIfUnused()) {
        inlined.erase(function);
        eraseFunction(*function, analyses);
      }
    return inlined;
  }

private:
  Module &module;
  FunctionAnalysisManager &analyses;
  /// Functions with marks that need a loop around; callers join them.
  SetVector<Function *> work;
  SmallPtrSet<Function *, 4> inlined;

  static SmallVector<CallBase *, 4> callsOf(Function &function) {
    SmallVector<CallBase *, 4> calls;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == &function)
        calls.push_back(call);
    return calls;
  }

  bool isInLoop(const CallBase &call) {
    return analyses.getResult<LoopAnalysis>(*const_cast<Function *>(call.getFunction())).getLoopFor(call.getParent());
  }

  /// It is called in a loop, or by such a function.
  bool hasLoopAround(Function &function) {
    SmallPtrSet<Function *, 8> visited;
    return hasLoopAround(function, visited);
  }
  bool hasLoopAround(Function &function, SmallPtrSetImpl<Function *> &visited) {
    return visited.insert(&function).second && any_of(callsOf(function), [&](CallBase *call) {
             return isInLoop(*call) || hasLoopAround(*call->getFunction(), visited);
           });
  }

  /// A statement with a pragma is a pass, or a block of passes, in no loop. That is seen in a copy that goes again.
  bool needsLoopAround(Function &function) {
    ValueToValueMapTy values;
    Function *trial = CloneFunction(&function, values);
    bool needs = false;
    if (markLoops(*trial, analyses, /*isTrial=*/true)) {
      analyses.invalidate(*trial, PreservedAnalyses::none());
      copyCalledLoops(*trial, analyses);
      prepareLoops(*trial, analyses);
      needs = hasLonelyPass(*trial);
    }
    eraseFunction(*trial, analyses);
    return needs;
  }

  bool hasLonelyPass(Function &trial) {
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(trial);
    auto &library = analyses.getResult<TargetLibraryAnalysis>(trial);
    return any_of(analyses.getResult<LoopAnalysis>(trial), [&](Loop *loop) {
      return lineOfPragma(*loop) != 0 && (isSingle(*loop) || analyseSweep(*loop, evolution, library));
    });
  }

  void inlineCallsOf(Function &function) {
    for (CallBase *call : callsOf(function)) {
      Function &caller = *call->getFunction();
      bool hasLoop = isInLoop(*call);
      if (&caller == &function || (!hasLoop && !hasLoopAround(caller)))
        continue;
      if (!mayInline(*call)) {
        sayMissed(*call);
        continue;
      }
      InlineFunctionInfo information;
      if (!InlineFunction(*call, information, /*MergeAttributes=*/true).isSuccess())
        continue;
      inlined.insert(&function);
      analyses.invalidate(caller, PreservedAnalyses::none());
      if (!hasLoop)
        work.insert(&caller);
    }
  }

  static void sayMissed(const CallBase &call) {
    OptimizationRemarkMissed remark("tactus", "NotSpliced", call.getDebugLoc(), call.getParent());
    remark << "passes of different calls are not spliced together: this call cannot be inlined";
    call.getContext().diagnose(remark);
  }
};

} // namespace

SmallPtrSet<Function *, 4> inlineIntoCallersLoops(Module &module, FunctionAnalysisManager &analyses) {
  return Callers(module, analyses).run();
}

} // namespace tactus

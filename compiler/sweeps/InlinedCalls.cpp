//===- InlinedCalls.cpp - calls that are inlined, so that loops are seen as passes ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/InlinedCalls.h"
#include "sweeps/MarkedLoops.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

bool isRegion(const Function &function) {
  StringRef name = function.getName();
  return name == "tactus_range" || name == "tactus_everything" || name == "tactus_box" ||
         name == "tactus_rows_and_columns" || name == "tactus_interval";
}

/// Names tell what these are for, to later passes. Regions of effects are for none.
static bool isForTactus(const Function &function) {
  StringRef name = function.getName();
  return !isRegion(function) && (name.contains("6tactus") || name.contains("4cilk") || name.starts_with("__kmpc") ||
                                 name.starts_with("tactus_"));
}

/// Of a parallel loop without clauses that concern its threads.
static bool isParallelLoop(const Function &function) {
  return function.getName() == "__kmpc_fork_call" || function.getName() == "__kmpc_global_thread_num";
}

static bool isPlain(const Function &function, bool mayBeParallel) {
  return none_of(instructions(function), [&](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return isMark(instruction) || (callee && isForTactus(*callee) && !(mayBeParallel && isParallelLoop(*callee)));
  });
}

/// Not counting what is only said to debuggers.
bool mayInline(const CallBase &call) {
  constexpr unsigned LargestCallee = 1000;
  Function *callee = call.getCalledFunction();
  return callee && callee != call.getFunction() && !callee->isDeclaration() && !callee->isInterposable() &&
         !callee->isVarArg() && !callee->hasOptNone() && !callee->hasFnAttribute(Attribute::NoInline) &&
         !call.isNoInline() && callee->getInstructionCount() <= LargestCallee && !isForTactus(*callee) &&
         AttributeFuncs::areInlineCompatible(*call.getFunction(), *callee) && isInlineViable(*callee).isSuccess();
}

/// Recursion ends with the rounds.
static void inlineCalls(Function &function, FunctionAnalysisManager &analyses,
                        function_ref<bool(CallBase &, const Loop &)> isWanted) {
  constexpr unsigned Rounds = 12, LargestFunction = 20000;
  for (unsigned round = 0; round < Rounds && function.getInstructionCount() < LargestFunction; ++round) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    SmallVector<CallBase *, 16> calls;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      const Loop *loop = call ? loops.getLoopFor(instruction.getParent()) : nullptr;
      if (loop && mayInline(*call) && isWanted(*call, *loop))
        calls.push_back(call);
    }
    bool changed = false;
    for (CallBase *call : calls) {
      InlineFunctionInfo information;
      changed |= InlineFunction(*call, information, /*MergeAttributes=*/true).isSuccess();
    }
    if (!changed)
      return;
    analyses.invalidate(function, PreservedAnalyses::none());
  }
}

void inlineCallsInLoops(Function &function, FunctionAnalysisManager &analyses) {
  inlineCalls(function, analyses,
              [](CallBase &call, const Loop &) { return isPlain(*call.getCalledFunction(), /*mayBeParallel=*/false); });
}

static bool isInMarkedLoop(const Loop *loop) {
  while (loop && lineOfPragma(*loop) == 0)
    loop = loop->getParentLoop();
  return loop;
}

/// In itself, or in what it calls.
static bool hasParallelLoop(const Function &function, SmallPtrSetImpl<const Function *> &visited) {
  return visited.insert(&function).second && any_of(instructions(function), [&](const Instruction &instruction) {
           auto *call = dyn_cast<CallBase>(&instruction);
           const Function *callee = call ? call->getCalledFunction() : nullptr;
           return callee && (callee->getName() == "__kmpc_fork_call" || hasParallelLoop(*callee, visited));
         });
}

void inlineParallelCalls(Function &function, FunctionAnalysisManager &analyses) {
  inlineCalls(function, analyses, [](CallBase &call, const Loop &loop) {
    Function &callee = *call.getCalledFunction();
    SmallPtrSet<const Function *, 8> visited;
    return isInMarkedLoop(&loop) && isPlain(callee, /*mayBeParallel=*/true) && hasParallelLoop(callee, visited);
  });
}

} // namespace tactus

//===- IndependentLoops.cpp - loops of the header whose iterations share nothing -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/IndependentLoops.h"
#include "analysis/PlainCode.h"
#include "model/IndependentLoop.h"
#include "raise/header/Questions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace tactus {

static constexpr const char *QuestionName = "__tactus_is_independent";
static constexpr const char *MarkerName = "__tactus_independent";

/// Marks the loops around the markers in one function.
static void markLoops(Function &function, ArrayRef<CallBase *> markers) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (CallBase *marker : markers) {
    // None if the version without the claim has been chosen.
    if (Loop *loop = loops.getLoopFor(marker->getParent()))
      markIndependent(*loop);
    marker->eraseFromParent();
  }
}

bool markIndependentLoops(Module &module, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  bool isAsked = module.getFunction(QuestionName);
  answerQuestions(module, QuestionName, [&](Function &iteration) { return isPlainCode(iteration, libraryInfo); });
  Function *marker = module.getFunction(MarkerName);
  if (!marker)
    return isAsked;
  MapVector<Function *, SmallVector<CallBase *, 4>> markers;
  for (User *user : marker->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == marker)
      markers[call->getFunction()].push_back(call);
  for (auto &[function, calls] : markers)
    markLoops(*function, calls);
  if (marker->use_empty())
    marker->eraseFromParent();
  return true;
}

} // namespace tactus

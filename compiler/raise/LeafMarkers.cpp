//===- LeafMarkers.cpp - which loops of the header do not poll inside -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/LeafMarkers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

static Function *findMarker(const Module &module) { return module.getFunction("__tactus_is_leaf"); }

bool hasLeafMarkers(const Module &module) {
  const Function *marker = findMarker(module);
  return marker && !marker->use_empty();
}

void answerLeafMarkers(Module &module, const PromotionReach &reach) {
  Function *marker = findMarker(module);
  if (!marker)
    return;
  SmallSetVector<Function *, 16> functions;
  for (User *user : make_early_inc_range(marker->users())) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledOperand() != marker)
      continue;
    auto *iteration = dyn_cast<Function>(call->getArgOperand(0)->stripPointerCasts());
    bool isLeaf = iteration && !iteration->isDeclaration() && !reach.mayReach(*iteration);
    functions.insert(call->getFunction());
    call->replaceAllUsesWith(ConstantInt::getBool(call->getType(), isLeaf));
    call->eraseFromParent();
  }
  for (Function *function : functions) {
    for (BasicBlock &block : *function)
      ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(*function);
  }
  if (marker->use_empty())
    marker->eraseFromParent();
}

} // namespace tactus

//===- LeafMarkers.cpp - which loops of the header do not poll inside -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/LeafMarkers.h"
#include "abi/maps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

static constexpr const char *LeafMarkerName = "__tactus_is_leaf";

static bool isUsed(const Module &module, StringRef name) {
  const Function *marker = module.getFunction(name);
  return marker && !marker->use_empty();
}

bool hasLeafMarkers(const Module &module) { return isUsed(module, LeafMarkerName); }

bool hasIterationMarkers(const Module &module) { return isUsed(module, IterationMarkerName); }

void answerLeafMarkers(Module &module, const PromotionReach &reach) {
  Function *marker = module.getFunction(LeafMarkerName);
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

/// iterate(kind, state, index), with what is latent around it.
static void callIteration(CallBase &call) {
  enum { Iterate, Kind, State, Index, Slot, Arguments };
  IRBuilder<> builder(&call);
  Type *pointer = builder.getPtrTy();
  auto *type = FunctionType::get(builder.getVoidTy(), {pointer, pointer, builder.getInt64Ty()}, false);
  Value *arguments[] = {call.getArgOperand(Kind), call.getArgOperand(State), call.getArgOperand(Index)};
  Value *latent[] = {builder.getInt64(abi::ExecutingIteration), call.getArgOperand(Index), call.getArgOperand(Slot)};
  OperandBundleDef bundle("deopt", ArrayRef(latent));
  Value *iterate = call.getArgOperand(Iterate)->stripPointerCasts();
  CallBase *made;
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    made = builder.CreateInvoke(type, iterate, invoke->getNormalDest(), invoke->getUnwindDest(), arguments, bundle);
  else
    made = builder.CreateCall(type, iterate, arguments, bundle);
  made->setDebugLoc(call.getDebugLoc());
  call.eraseFromParent();
}

void callIterations(Module &module) {
  Function *marker = module.getFunction(IterationMarkerName);
  if (!marker)
    return;
  for (User *user : make_early_inc_range(marker->users()))
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == marker)
      callIteration(*call);
  if (marker->use_empty())
    marker->eraseFromParent();
}

} // namespace tactus

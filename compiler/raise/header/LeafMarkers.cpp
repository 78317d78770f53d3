//===- LeafMarkers.cpp - which loops of the header do not poll inside -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/LeafMarkers.h"
#include "abi/maps.h"
#include "raise/header/Questions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace tactus {

static constexpr const char *LeafMarkerName = "__tactus_is_leaf";

static bool isUsed(const Module &module, StringRef name) {
  const Function *marker = module.getFunction(name);
  return marker && !marker->use_empty();
}

bool hasLeafMarkers(const Module &module) { return isUsed(module, LeafMarkerName); }

bool hasIterationMarkers(const Module &module) { return isUsed(module, IterationMarkerName); }

SmallSetVector<const Function *, 16> answerLeafMarkers(Module &module, const PromotionReach &reach) {
  SmallSetVector<const Function *, 16> iterations;
  answerQuestions(module, LeafMarkerName, [&](const Function &iteration) {
    iterations.insert(&iteration);
    return !reach.mayReach(iteration);
  });
  return iterations;
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

//===- BeatMarkers.cpp - the points of loops of the header -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/BeatMarkers.h"
#include "abi/loops.h"
#include "abi/maps.h"
#include "analysis/SmallFunctions.h"
#include "ir/BeatPoint.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

static constexpr const char *PointName = "__tactus_beat_point", *TakeName = "__tactus_take_beat",
                            *StripName = "__tactus_strip_of";

/// For each call of a marker, which throws nothing.
static void forEachCall(Module &module, StringRef name, function_ref<void(CallInst &)> expand) {
  Function *marker = module.getFunction(name);
  if (!marker)
    return;
  for (User *user : make_early_inc_range(marker->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == marker)
      expand(*call);
  if (marker->use_empty())
    marker->eraseFromParent();
}

/// At the builder's position, what a marker says.
static void takeBeat(const CallInst &marker, IRBuilder<> &builder) {
  enum { Weight, Next, Slot };
  Value *latent[] = {builder.getInt64(abi::NextIteration), marker.getArgOperand(Next), marker.getArgOperand(Slot)};
  storeCredit(builder, createBeat(builder, marker.getArgOperand(Weight), latent));
  createBeatReturn(builder);
}

static void takeNow(CallInst &marker) {
  IRBuilder<> builder(&marker);
  takeBeat(marker, builder);
  marker.eraseFromParent();
}

static void makePoint(CallInst &marker) {
  BasicBlock *point = marker.getParent();
  BasicBlock *hot = SplitBlock(point, marker.getNextNode());
  BasicBlock *cold = BasicBlock::Create(marker.getContext(), "", point->getParent());
  IRBuilder<> builder(cold);
  builder.SetCurrentDebugLocation(marker.getDebugLoc());
  takeBeat(marker, builder);
  builder.CreateBr(hot);
  point->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(point);
  createBeatPoint(builder, hot, cold);
  marker.eraseFromParent();
}

/// As many executions of the function as have InstructionsOfStrip instructions; one if its time is not bounded.
static int64_t stripOf(const Function &iteration) {
  auto instructions = boundedInstructions(iteration, abi::InstructionsOfStrip);
  return instructions ? std::max<int64_t>(abi::InstructionsOfStrip / std::max<int64_t>(*instructions, 1), 1) : 1;
}

bool hasBeatMarkers(const Module &module) {
  return any_of(ArrayRef<StringRef>{PointName, TakeName, StripName}, [&](StringRef name) {
    const Function *marker = module.getFunction(name);
    return marker && !marker->use_empty();
  });
}

void createPointsOfHeader(Module &module) {
  forEachCall(module, StripName, [](CallInst &call) {
    auto *iteration = dyn_cast<Function>(call.getArgOperand(0)->stripPointerCasts());
    call.replaceAllUsesWith(ConstantInt::get(call.getType(), iteration ? stripOf(*iteration) : 1));
    call.eraseFromParent();
  });
  forEachCall(module, TakeName, takeNow);
  forEachCall(module, PointName, makePoint);
}

} // namespace tactus

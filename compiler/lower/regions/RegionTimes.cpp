//===- RegionTimes.cpp - how long regions of threads take ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/RegionTimes.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

static constexpr StringRef Begin = "tactus_time_begin", End = "tactus_time_end";

/// It reads the ident, and otherwise what only the runtime knows: loads and stores may go past it.
static CallInst *callClock(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> arguments) {
  Module &module = *builder.GetInsertBlock()->getModule();
  SmallVector<Type *, 1> types(arguments.size(), builder.getPtrTy());
  FunctionCallee clock = module.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, false));
  auto *function = cast<Function>(clock.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::NoCallback);
  function->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  return builder.CreateCall(clock, arguments);
}

void timeRegion(CallInst &fork) {
  // In a module that has been through here before.
  Instruction *next = fork.getNextNode();
  if (isCallTo(*next, End))
    return;
  IRBuilder<> builder(&fork);
  callClock(builder, Begin, {fork.getArgOperand(0)});
  builder.SetInsertPoint(next);
  builder.SetCurrentDebugLocation(fork.getDebugLoc());
  callClock(builder, End, {});
}

bool timeLibompRegions(Module &module) {
  SmallVector<CallInst *, 8> forks(forkCalls(module));
  append_range(forks, leagueForks(module));
  bool isAny = false;
  for (CallInst *fork : forks)
    if (!isAlternative(*fork)) {
      timeRegion(*fork);
      isAny = true;
    }
  return isAny;
}

} // namespace tactus

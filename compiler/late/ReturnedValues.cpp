//===- ReturnedValues.cpp - results of promoted calls wait in memory -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/ReturnedValues.h"
#include "ir/ForkCall.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static bool isJoin(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "tactus_fork_join";
}

static bool uses(const Instruction &instruction, const Value &value) {
  return is_contained(instruction.operands(), &value);
}

/// Up to its first use, past joins alone: nothing else that writes is known to leave the record as it is.
static bool moveBehindJoin(LoadInst &load) {
  Instruction *place = load.getNextNode();
  bool passesJoin = false;
  for (; !place->isTerminator() && !uses(*place, load); place = place->getNextNode()) {
    if (isJoin(*place))
      passesJoin = true;
    else if (place->mayWriteToMemory())
      break;
  }
  if (passesJoin)
    load.moveBefore(place);
  return passesJoin;
}

/// Across a call that may overwrite the record.
static bool keepInFrame(LoadInst &load) {
  CallInst *call = nullptr;
  for (Instruction *place = load.getNextNode(); !call && !place->isTerminator() && !uses(*place, load);
       place = place->getNextNode())
    if (auto *found = dyn_cast<CallInst>(place); found && !isa<IntrinsicInst>(found) && !found->isInlineAsm())
      call = found;
  if (!call)
    return false;
  IRBuilder<> entry(&*load.getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *home = entry.CreateAlloca(load.getType());
  IRBuilder<> after(call->getNextNode());
  // Volatile, so that it stays there.
  LoadInst *kept = after.CreateLoad(load.getType(), home, /*isVolatile=*/true);
  load.replaceAllUsesWith(kept);
  IRBuilder<>(load.getNextNode()).CreateStore(&load, home, /*isVolatile=*/true);
  return true;
}

PreservedAnalyses ReturnedValuesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasGC() || function.hasOptNone())
    return PreservedAnalyses::all();
  SmallVector<LoadInst *, 4> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && isReturnedValue(*load))
      loads.push_back(load);
  bool hasChanged = false;
  for (LoadInst *load : loads)
    hasChanged |= moveBehindJoin(*load) || keepInFrame(*load);
  return hasChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

//===- ReturnedValues.cpp - results of promoted calls are loaded late ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/ReturnedValues.h"
#include "ir/ForkCall.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

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

PreservedAnalyses ReturnedValuesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<LoadInst *, 4> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && isReturnedValue(*load))
      loads.push_back(load);
  bool hasChanged = false;
  for (LoadInst *load : loads)
    hasChanged |= moveBehindJoin(*load);
  return hasChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus

//===- ThrowingCalls.cpp - where exceptions of calls arrive ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/ThrowingCalls.h"
#include "model/SpawnMarks.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

bool isThrowExit(const BasicBlock &block) {
  return block.isLandingPad() && !isa<UnreachableInst>(block.getTerminator());
}

static constexpr const char *SlotMark = "tactus.exception";

/// Where clang stores a part of what a landing pad gets.
static AllocaInst *slotOf(StoreInst &store, unsigned part) {
  auto *value = dyn_cast<ExtractValueInst>(store.getValueOperand());
  if (!value || !isa<LandingPadInst>(value->getAggregateOperand()) || value->getIndices() != ArrayRef(part))
    return nullptr;
  return dyn_cast<AllocaInst>(store.getPointerOperand());
}

static void markSlot(AllocaInst *slot, unsigned part) {
  LLVMContext &context = slot->getContext();
  auto *number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), part));
  slot->setMetadata(SlotMark, MDNode::get(context, number));
}

std::optional<ExceptionSlot> exceptionSlotPart(const Instruction &instruction) {
  MDNode *mark = instruction.getMetadata(SlotMark);
  if (!mark)
    return std::nullopt;
  return static_cast<ExceptionSlot>(mdconst::extract<ConstantInt>(mark->getOperand(0))->getZExtValue());
}

void markExceptionSlots(Function &function, function_ref<void(AllocaInst *)> keep) {
  for (unsigned part : {0U, 1U}) {
    SmallPtrSet<AllocaInst *, 2> slots;
    for (Instruction &instruction : instructions(function))
      if (auto *store = dyn_cast<StoreInst>(&instruction))
        if (AllocaInst *slot = slotOf(*store, part))
          slots.insert(slot);
    // Clang has one of each in a function.
    if (slots.size() != 1)
      continue;
    markSlot(*slots.begin(), part);
    markSpawnMemory(*slots.begin());
    keep(*slots.begin());
  }
}

bool beginsCatch(const BasicBlock &block) {
  return any_of(block, [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__cxa_begin_catch";
  });
}

bool mayThrowInFunction(const CallBase &call) {
  if (call.doesNotThrow() || call.getFunction()->doesNotThrow())
    return false;
  auto *invoke = dyn_cast<InvokeInst>(&call);
  return !invoke || isThrowExit(*invoke->getUnwindDest());
}

bool isCaughtInFunction(const CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  return invoke && any_of(depth_first(static_cast<const BasicBlock *>(invoke->getUnwindDest())),
                          [](const BasicBlock *block) { return isa<ReturnInst>(block->getTerminator()); });
}

} // namespace tactus

//===- LoopSteps.cpp - what the lowerings of all kinds of loops have in common ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/LoopSteps.h"
#include "abi/maps.h"
#include "ir/BeatPoint.h"
#include "lower/loops/LoopDescriptor.h"
#include "lower/loops/Reduction.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

AllocaInst *LoopSteps::createVariable(Type *type) {
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  return entry.CreateAlloca(type);
}

void LoopSteps::branchUnlikely(Value *condition, BasicBlock *cold, BasicBlock *hot) {
  builder.CreateCondBr(condition, cold, hot, MDBuilder(context).createBranchWeights(1, 1U << 20));
}

void LoopSteps::storeSlot() {
  if (loop.describesItself)
    return;
  builder.CreateStore(slice.descriptor, slotWord(SlotWord::descriptor));
  builder.CreateStore(sliceEnd, slotWord(SlotWord::end), /*isVolatile=*/true);
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), slotWord(SlotWord::join), /*isVolatile=*/true);
  builder.CreateStore(resultBytes(slice, builder), slotWord(SlotWord::resultBytes));
  builder.CreateStore(slice.strandLimit(), slotWord(SlotWord::strandLimit));
  for (unsigned i = 0; i < slice.environment.size(); ++i)
    builder.CreateStore(slice.environment[i], slotWord(SlotWord::environment + i));
}

Value *LoopSteps::creditAddress() {
  auto *credit = cast<GlobalVariable>(module.getOrInsertGlobal("tactus_credit", word));
  // A thread's frames stay on the thread, so its address may be kept; initial-exec makes it one instruction.
  credit->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  return builder.CreateThreadLocalAddress(credit);
}

Instruction *LoopSteps::markAsOurs(Instruction *access) {
  access->setMetadata(LLVMContext::MD_tbaa, runtimeMemory);
  return access;
}

Value *LoopSteps::loadWeight(GlobalVariable &descriptor) {
  LoadInst *weight = builder.CreateLoad(word, weightAddress(&descriptor));
  // Other threads lower it at any time. Anything stronger would be a barrier to the optimiser.
  weight->setAtomic(AtomicOrdering::Unordered);
  weight->setAlignment(Align(8));
  return markAsOurs(weight);
}

Value *LoopSteps::poll(ArrayRef<Value *> latent) {
  return createPoll(builder, "tactus_poll", weightAddress(slice.descriptor), latent);
}

void LoopSteps::chargeOnce(Instruction *place, GlobalVariable &descriptor, ArrayRef<Value *> latent) {
  before(place);
  Value *rest = builder.CreateSub(loadCredit(), loadWeight(descriptor));
  storeCredit(rest);
  Value *isUsedUp = builder.CreateICmpSLT(rest, builder.getInt64(0));
  before(SplitBlockAndInsertIfThen(isUsedUp, builder.GetInsertPoint(), /*Unreachable=*/false,
                                   MDBuilder(context).createUnlikelyBranchWeights()));
  storeCredit(createPoll(builder, "tactus_poll", weightAddress(&descriptor), latent));
}

BasicBlock *LoopSteps::putBeforeBody(BasicBlock *block) {
  auto *branch = cast<BranchInst>(loop.header->getTerminator());
  BasicBlock *body = branch->getSuccessor(0);
  branch->setSuccessor(0, block);
  return body;
}

void LoopSteps::join() {
  if (loop.describesItself)
    return;
  FunctionCallee callee = module.getOrInsertFunction("tactus_join", builder.getVoidTy(), builder.getPtrTy());
  CallInst *call = builder.CreateCall(callee, {slice.slot}, {OperandBundleDef("deopt", ArrayRef<Value *>())});
  call->addFnAttr(Attribute::Cold);
  call->addFnAttr(Attribute::NoUnwind);
  combineTaskResults(slice, builder);
}

} // namespace tactus
